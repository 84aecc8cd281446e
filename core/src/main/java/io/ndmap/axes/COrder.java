package io.ndmap.axes;

import io.ndmap.layout.Strided;

/// Traverses one or several layouts of the same shape in C order, starting at any element.
///
/// Runs are as long as possible, see [LoopAxes#merged].
public final class COrder {

  /// A callback for runs of elements.
  public interface RunBody {

    /// Processes the next run.
    ///
    /// @param at for each layout, the byte offset of the run's first element; the array is reused
    ///   for the next run
    /// @param count the number of elements of the run, which are [COrder#stride] bytes apart in
    ///   each layout
    void run(long[] at, int count);
  }

  private final int rank;
  private final long[] sizes;
  private final long[] offsets;
  private final long[][] strides;

  /// @param layouts one or more layouts of the same shape
  public COrder(Strided... layouts) {
    Strided[] merged = LoopAxes.merged(layouts);
    this.rank = merged[0].rank();
    this.sizes = merged[0].shape().toArray();
    this.offsets = new long[merged.length];
    for (int o = 0; o < merged.length; o++) {
      offsets[o] = merged[o].offset();
    }
    // Not `new long[n][m]`: HotSpot makes a slow call for it.
    this.strides = new long[rank][];
    for (int axis = 0; axis < rank; axis++) {
      strides[axis] = new long[merged.length];
      for (int o = 0; o < merged.length; o++) {
        strides[axis][o] = merged[o].stride(axis);
      }
    }
  }

  /// Bytes from one element of a run to the next, in the layout with the given index.
  public long stride(int layout) {
    return strides[rank - 1][layout];
  }

  /// The maximum length of a run; meaningless if there are no elements.
  public long runLength() {
    return sizes[rank - 1];
  }

  /// Whether all elements are one run.
  public boolean isOneRun() {
    return rank == 1;
  }

  /// The byte offset, in the first layout, of the element with an index in C order.
  public long place(long item) {
    long at = offsets[0];
    long rest = item;
    for (int axis = rank - 1; axis > 0; axis--) {
      long outer = rest / sizes[axis];
      at += (rest - outer * sizes[axis]) * strides[axis][0];
      rest = outer;
    }
    return at + rest * strides[0][0];
  }

  /// Passes consecutive elements to the body, run by run.
  ///
  /// @param from the index of the first element, in C order
  /// @param count the number of elements, all of which must exist
  /// @param most the maximum number of elements of a run
  public void forEachRun(long from, long count, int most, RunBody body) {
    long[] position = new long[rank];
    long[] at = offsets.clone();
    long rest = from;
    for (int axis = rank - 1; axis >= 0; axis--) {
      long outer = axis == 0 ? 0 : rest / sizes[axis];
      position[axis] = rest - outer * sizes[axis];
      move(at, axis, position[axis]);
      rest = outer;
    }
    int inner = rank - 1;
    for (long left = count; left > 0; ) {
      int run = (int) Math.min(Math.min(sizes[inner] - position[inner], left), most);
      body.run(at, run);
      left -= run;
      position[inner] += run;
      move(at, inner, run);
      for (int axis = inner; axis > 0 && position[axis] == sizes[axis]; axis--) {
        move(at, axis, -sizes[axis]);
        position[axis] = 0;
        position[axis - 1]++;
        move(at, axis - 1, 1);
      }
    }
  }

  /// The range from the lowest to the highest byte of consecutive elements in one layout.
  ///
  /// @param from the index of the first element, in C order
  /// @param count the number of elements, at least one
  /// @param layout the index of the layout
  /// @param item the layout of the bytes inside each element, relative to its first byte
  public Strided span(long from, long count, int layout, Strided item) {
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    forEachRun(
        from,
        count,
        Integer.MAX_VALUE,
        (at, n) -> {
          long last = at[layout] + (n - 1) * stride(layout);
          ends[0] = Math.min(ends[0], Math.min(at[layout], last));
          ends[1] = Math.max(ends[1], Math.max(at[layout], last));
        });
    return Layouts.span(ends[0] + item.firstByte(), ends[1] + item.endByte(1));
  }

  private void move(long[] at, int axis, long items) {
    for (int o = 0; o < at.length; o++) {
      at[o] += items * strides[axis][o];
    }
  }

  /// Stores the byte offsets of consecutive elements in the first layout, each increased by `base`.
  ///
  /// @param from the index of the first element, in C order
  /// @param into receives the offsets, the first one at index `at`
  public void places(long from, int count, long base, long[] into, int at) {
    long stride = stride(0);
    if (isOneRun()) {
      fill(base + place(from), stride, count, into, at);
      return;
    }
    int[] next = {at};
    forEachRun(
        from,
        count,
        count,
        (starts, run) -> {
          fill(base + starts[0], stride, run, into, next[0]);
          next[0] += run;
        });
  }

  private static void fill(long first, long stride, int count, long[] into, int at) {
    for (int i = 0; i < count; i++) {
      into[at + i] = first + i * stride;
    }
  }
}
