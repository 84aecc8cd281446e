package io.ndmap.loop;

/// Packs strided elements into contiguous memory, or spreads contiguous elements to a stride.
///
/// Packed element `i` of `count` has index `i * step` in the strided operand if the step is
/// positive, else index `(count - 1 - i) * -step`. The compute type only determines the size of an
/// element. The gaps are not written. The results must not overlap the operand.
///
/// @param step the stride in elements, from -[#MOST] to [#MOST] but not 0 or 1; positive for
///   spreading
/// @param spreads true to spread contiguous elements, false to pack strided elements
public record StridedMove(int step, boolean spreads) {

  /// The largest magnitude of a step: beyond it, accessing the gaps costs more than vectors save.
  public static final int MOST = 4;

  /// A run of this many elements amortizes the set-up of the vector loop.
  public static final int LONG_RUN = 128;

  /// Returns the number of elements, with the gaps, from the lowest to the highest index.
  public long reach(int count) {
    return (long) (count - 1) * Math.abs(step) + 1;
  }

  /// Returns the byte offset of the lowest element of a run.
  ///
  /// @param first byte offset of the first element
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
