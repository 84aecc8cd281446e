package io.ndmap.nd;

import io.ndmap.axes.COrder;
import io.ndmap.op.Backing;
import java.util.Spliterator;

/// A cursor over a part of a view's elements in C order, which can be split: the base of the views'
/// spliterators.
///
/// Contiguous axes are merged, for long runs. Elements are read lazily.
///
/// A reader calls [#barrier] before it reports success, and translates errors of the JVM by
/// [#failure]: for each single element, because any may be the last, and once for all remaining
/// ones.
abstract class ItemCursor {

  static final int CHARACTERISTICS =
      Spliterator.ORDERED
          | Spliterator.SIZED
          | Spliterator.SUBSIZED
          | Spliterator.NONNULL
          | Spliterator.IMMUTABLE;

  /// The longest run; HotSpot optimizes loops over `int` best.
  private static final long LONGEST_RUN = 1 << 30;

  private final COrder order;
  private final long stride;
  private final Backing backing;
  private long next;
  private final long end;

  // The current run: elements up to its end, and the offset of the next one.
  private long runEnd;
  private long at;

  /// All elements of a view.
  ItemCursor(ItemAccess view) {
    this(new COrder(view.strided), view.backing, 0, view.itemCount());
  }

  /// The elements split off from another cursor, from a flat position in C order on.
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

  /// The distance between the elements of a run.
  final long stride() {
    return stride;
  }

  /// Advances over a whole run, or the rest of one.
  ///
  /// @return its number of elements, 0 at the end
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

  /// The offset of the last run.
  final long runOffset() {
    return at;
  }

  /// Advances over one element.
  ///
  /// @return its offset, or -1 at the end
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

  /// Splits off the first half of the remaining elements for another cursor; this one continues
  /// after it.
  ///
  /// @return the position where the first half begins, or -1 if there are less than two elements
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
  /// @throws InternalError if one was not
  final void barrier() {
    backing.barrier();
  }

  /// Translates an exception thrown by reading an element.
  final RuntimeException failure(Throwable e) {
    return backing.failure(e);
  }

  /// The number of remaining elements.
  ///
  /// @return elements
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
