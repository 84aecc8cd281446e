package io.ndmap.nd;

import io.ndmap.axes.COrder;
import io.ndmap.op.Backing;
import java.util.Spliterator;

/// A cursor over a part of a view's items in C order, which can be split: the base of the views'
/// spliterators.
///
/// Contiguous axes are merged, for long runs. Items are read lazily.
///
/// A reader calls [#barrier] before it reports success, and translates errors of the JVM by
/// [#failure]: once for each single item, because any may be the last, and once for all remaining
/// ones.
abstract class ItemCursor {

  static final int CHARACTERISTICS =
      Spliterator.ORDERED
          | Spliterator.SIZED
          | Spliterator.SUBSIZED
          | Spliterator.NONNULL
          | Spliterator.IMMUTABLE;

  /// The most items of a run: HotSpot's loops over int are the faster ones.
  private static final long LONGEST_RUN = 1 << 30;

  private final COrder order;
  private final long stride;
  private final Backing backing;
  private long next;
  private final long end;

  // The current run: items up to its end, and the offset of the next one.
  private long runEnd;
  private long at;

  /// All items of a view.
  ItemCursor(ItemAccess view) {
    this(new COrder(view.strided), view.backing, 0, view.itemCount());
  }

  /// The items that another cursor has split off, from a position of the flat C order on.
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

  /// The distance between the items of a run.
  final long stride() {
    return stride;
  }

  /// Passes a whole run, or the rest of one.
  ///
  /// @return its items, 0 at the end
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

  /// Passes one item.
  ///
  /// @return where it begins, or -1 at the end
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

  /// Splits off the first half of the remaining items, for another cursor; this one continues
  /// behind it.
  ///
  /// @return the position where the first half begins, or -1 if there are less than two items
  final long splitOff() {
    long start = next;
    if (end - start < 2) {
      return -1;
    }
    next = start + (end - start) / 2;
    runEnd = next;
    return start;
  }

  /// Returns only when all items that this thread has read were there.
  ///
  /// @throws InternalError if one was not
  final void barrier() {
    backing.barrier();
  }

  /// Translates what reading an item threw.
  final RuntimeException failure(Throwable e) {
    return backing.failure(e);
  }

  /// How many items are left.
  ///
  /// @return items
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
