package io.ndmap.nd;

import io.ndmap.axes.COrder;
import io.ndmap.op.Backing;
import java.util.Spliterator;

/// A splittable cursor over a range of a view's elements in C order: the base of the views'
/// spliterators.
///
/// Elements are read lazily, in runs at a constant stride. Axes are merged where possible, so that
/// runs are long.
///
/// A subclass calls [#barrier] before it reports success: after each element that it reads alone,
/// because any may be the last, and once after it has read all remaining elements. It translates
/// the JVM's errors by [#failure].
abstract class ItemCursor {

  static final int CHARACTERISTICS =
      Spliterator.ORDERED
          | Spliterator.SIZED
          | Spliterator.SUBSIZED
          | Spliterator.NONNULL
          | Spliterator.IMMUTABLE;

  /// The maximum number of elements of a run, so that loops have an `int` index, which HotSpot
  /// optimizes best.
  private static final long LONGEST_RUN = 1 << 30;

  private final COrder order;
  private final long stride;
  private final Backing backing;
  private long next;
  private final long end;

  // The current run: the position after its last element, and the byte offset of the next element.
  private long runEnd;
  private long at;

  /// A cursor over all elements of a view.
  ItemCursor(ItemAccess view) {
    this(new COrder(view.strided), view.backing, 0, view.itemCount());
  }

  /// A cursor over the elements split off from another cursor: from a position in C order to the
  /// next element of that cursor.
  ItemCursor(ItemCursor rest, long start) {
    this(rest.order, rest.backing, start, rest.next);
  }

  private ItemCursor(COrder order, Backing backing, long next, long end) {
    this.order = order;
    this.stride = order.stride(0);
    this.backing = backing;
    this.next = next;
    this.end = end;
    this.runEnd = next;
  }

  /// The number of bytes from one element of a run to the next.
  final long stride() {
    return stride;
  }

  /// Advances over a whole run, or the rest of one.
  ///
  /// @return the number of elements advanced over, or 0 at the end
  final int nextRun() {
    if (next == end) {
      return 0;
    }
    long start = next;
    if (start == runEnd) {
      seek();
    }
    next = runEnd;
    return (int) (runEnd - start);
  }

  /// The byte offset of the first element that the last call of [#nextRun] advanced over.
  final long runOffset() {
    return at;
  }

  /// Advances over one element.
  ///
  /// @return the byte offset of the element, or -1 at the end
  final long nextItem() {
    if (next == end) {
      return -1;
    }
    if (next == runEnd) {
      seek();
    }
    next++;
    long item = at;
    at += stride;
    return item;
  }

  private void seek() {
    at = order.place(next);
    long length = order.runLength();
    runEnd = next + Math.min(Math.min(length - next % length, LONGEST_RUN), end - next);
  }

  /// Splits off the first half of the remaining elements for another cursor; this cursor continues
  /// after that half.
  ///
  /// @return the position in C order where the first half begins, or -1 if fewer than two elements
  ///   remain
  final long splitOff() {
    long start = next;
    if (end - start < 2) {
      return -1;
    }
    next = start + (end - start) / 2;
    runEnd = next;
    return start;
  }

  /// Returns only if all elements that this thread has read were accessible.
  ///
  /// @throws InternalError if an element was not accessible
  final void barrier() {
    backing.barrier();
  }

  /// Translates an exception thrown by reading an element.
  final RuntimeException failure(Throwable e) {
    return backing.failure(e);
  }

  /// The number of remaining elements.
  ///
  /// @return the number
  public final long estimateSize() {
    return end - next;
  }

  /// The characteristics of the spliterator.
  ///
  /// @return ordered, sized in all parts, without nulls, and immutable in structure
  public final int characteristics() {
    return CHARACTERISTICS;
  }
}
