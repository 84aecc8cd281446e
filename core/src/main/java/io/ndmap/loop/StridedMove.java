package io.ndmap.loop;

/// Packs elements that are a constant number of elements apart, or spreads packed elements to that
/// distance.
///
/// Element `i` of `count` packed ones has index `i * step` in the other operand if the step is
/// positive, and `(count - 1 - i) * -step` otherwise. The compute type only determines the size of
/// an element. The elements between are not written. Results must not overlap the operand.
///
/// @param step the index of an element minus that of the one before, from -[#MOST] to [#MOST] but
///   not 0 or 1; positive for spreading
/// @param spreads whether the operand is packed, not the result
public record StridedMove(int step, boolean spreads) {

  /// The greatest distance: beyond it, accessing the gaps costs more than vectors save.
  public static final int MOST = 4;

  /// Elements of a run that amortize the set-up of the vector loop.
  public static final int LONG_RUN = 128;

  /// Returns the number of elements from the lowest to the highest index.
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
