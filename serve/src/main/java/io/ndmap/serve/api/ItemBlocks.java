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

/// The elements of a view in C order, copied block by block: text is made of copies, which no other
/// process changes or truncates meanwhile.
final class ItemBlocks {

  /// Bytes of a block, unless one row has more.
  private static final int BLOCK = 64 << 10;

  /// Bytes of memory for a byte of elements that becomes text: a boolean is `False,`, and a text is
  /// there as characters, as a string and as bytes.
  private static final long TEXT_BYTES = 24;

  private final NdView<?> view;
  private final int whole;
  private final Shape outer;
  private final long step;
  private final Deque<Box> boxes = new ArrayDeque<>();
  private long next;

  /// @param whole how many of the last axes are never cut
  ItemBlocks(NdView<?> view, int whole) {
    this.view = view;
    this.whole = whole;
    long[] sizes = view.shape().toArray();
    this.outer = Shape.of(Arrays.copyOf(sizes, sizes.length - whole));
    this.step = Math.max(1, BLOCK / Math.max(1, rowBytes(view, whole)));
  }

  /// How many parts there are that are never cut.
  long rows() {
    return outer.itemCount();
  }

  /// The memory that the text of a block takes, about, while it is made and sent.
  long textMemory() {
    return TEXT_BYTES * Math.min(step, rows()) * rowBytes(view, whole);
  }

  /// Bytes of what is never cut; elements without bytes count as one, for they become text too.
  static long rowBytes(NdView<?> view, int whole) {
    long bytes = Math.max(1, view.dtype().itemsize());
    for (int axis = view.rank() - whole; axis < view.rank(); axis++) {
      bytes *= view.size(axis);
    }
    return bytes;
  }

  /// The next block, null after the last.
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
