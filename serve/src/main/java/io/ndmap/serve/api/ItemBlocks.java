package io.ndmap.serve.api;

import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Pages;
import io.ndmap.nd.NdView;
import io.ndmap.serve.read.FlatRange;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The elements of a view in C order, copied block by block. Text is made from the copies, because
/// other processes may change or truncate the file meanwhile.
final class ItemBlocks {

  /// The maximum number of bytes of a block, unless one row has more.
  private static final int BLOCK = 64 << 10;

  /// The estimated bytes of memory per byte of elements while they are converted to text. A boolean
  /// of one byte becomes the six characters `False,`, and a text exists as characters, as a string
  /// and as bytes at the same time.
  private static final long TEXT_BYTES = 24;

  private final NdView<?> view;
  private final int whole;

  /// The shape of the axes that may be split between blocks. Each index within this shape selects
  /// one row.
  private final Shape outer;

  /// The maximum number of rows of a block.
  private final long step;

  /// Boxes of rows, within `outer`, that are still to be copied.
  private final Deque<Box> boxes = new ArrayDeque<>();

  /// The index of the first row, in C order, that is not yet in `boxes`.
  private long next;

  /// @param whole how many of the last axes are never split between blocks
  ItemBlocks(NdView<?> view, int whole) {
    this.view = view;
    this.whole = whole;
    long[] sizes = view.shape().toArray();
    this.outer = Shape.of(Arrays.copyOf(sizes, sizes.length - whole));
    this.step = Math.max(1, BLOCK / Math.max(1, rowBytes(view, whole)));
  }

  /// The number of rows, which are the units that are never split.
  long rows() {
    return outer.itemCount();
  }

  /// The approximate memory for the text of one block while it is made and sent.
  long textMemory() {
    return TEXT_BYTES * Math.min(step, rows()) * rowBytes(view, whole);
  }

  /// The number of bytes of a row. Elements with itemsize 0 count as one byte, as they become text
  /// too.
  static long rowBytes(NdView<?> view, int whole) {
    long bytes = Math.max(1, view.dtype().itemsize());
    for (int axis = view.rank() - whole; axis < view.rank(); axis++) {
      bytes *= view.size(axis);
    }
    return bytes;
  }

  /// Returns the next block, or null after the last one.
  @Nullable NdView<?> next() {
    if (boxes.isEmpty() && next < outer.itemCount()) {
      long end = Math.min(outer.itemCount(), next + step);
      boxes.addAll(FlatRange.boxes(outer, next, end));
      next = end;
    }
    Box box = boxes.poll();
    if (box == null) {
      return null;
    }
    NdView<?> part = view.slice(extended(box));
    var _ = Pages.populate(part);
    return part.copy();
  }

  /// Extends a box of rows by the axes that are never split.
  private Box extended(Box box) {
    long[] start = new long[view.rank()];
    long[] end = new long[view.rank()];
    for (int axis = 0; axis < view.rank(); axis++) {
      boolean isOuter = axis < view.rank() - whole;
      start[axis] = isOuter ? box.start(axis) : 0;
      end[axis] = isOuter ? box.end(axis) : view.size(axis);
    }
    return Box.of(start, end);
  }
}
