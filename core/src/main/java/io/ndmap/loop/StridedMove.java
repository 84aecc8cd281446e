package io.ndmap.loop;

/// Packs elements at a constant distance, every second to fourth one, forwards or backwards; or
/// spreads packed elements over such places.
///
/// Element `i` of `count` packed ones is at place `i * step` if the step is positive, and at place
/// `(count - 1 - i) * -step` otherwise. The compute type only determines the size of an element.
/// The gaps between the places are not written. Results must not overlap the operand.
///
/// @param step the number of elements from one to the next, from -[#MOST] to [#MOST] but not 0 or
///   1; positive for spreading
/// @param spreads whether the operand is packed, not the result
public record StridedMove(int step, boolean spreads) {

  /// The greatest distance: beyond it, accessing the gaps costs more than vectors save.
  public static final int MOST = 4;

  /// Elements of a run that amortize the set-up of the vector loop.
  public static final int LONG_RUN = 128;

  /// Returns the number of elements from the lowest to the highest place.
  public long reach(int count) {
    return (long) (count - 1) * Math.abs(step) + 1;
  }

  /// Returns the byte offset of the lowest element of a run.
  ///
  /// @param first that of the first element
  /// @param stride bytes from one element to the next
  public static long lowest(long first, long stride, int count) {
    return first + Math.min(0, (count - 1) * stride);
  }

  /// Returns the name for `Diagnostics`.
  @Override
  public String toString() {
    return (spreads ? "STORE_BY_STEPS_OF_" : "LOAD_BY_STEPS_OF_") + step;
  }
}
