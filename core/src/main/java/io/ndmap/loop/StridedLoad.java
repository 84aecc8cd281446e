package io.ndmap.loop;

/// Packs elements at a constant distance: every second to fourth one, forwards or backwards.
///
/// Result `i` of `count` is element `i * step` of the operand if the step is positive, and element
/// `(count - 1 - i) * -step` otherwise. The compute type only determines the size of an element.
/// Results must not overlap the operand.
///
/// @param step the number of elements from one to the next, from -[#MOST] to [#MOST] but not 0 or 1
public record StridedLoad(int step) {

  /// The greatest distance: beyond it, loading the gaps costs more than vectors save.
  public static final int MOST = 4;

  /// Returns the number of elements from the lowest to the highest one that is read.
  public long reach(int count) {
    return (long) (count - 1) * Math.abs(step) + 1;
  }

  /// Returns the name for `Diagnostics`.
  @Override
  public String toString() {
    return "LOAD_BY_STEPS_OF_" + step;
  }
}
