package io.ndmap.nd;

import io.ndmap.axes.COrder;
import io.ndmap.op.Backing;
import java.util.Spliterator;

/// A splittable cursor over a range of a view's elements in C order: the base of the views'
/// spliterators.
///
/// A cursor returns the byte offsets of elements; the subclass reads the elements. Offsets are
/// computed one by one ([#nextItem]) or for a run of elements at a constant stride ([#nextRun]).
/// Axes are merged where possible, so that runs are long.
///
/// A subclass calls [#barrier] to check that its reads have not faulted: after each element that it
/// reads by [#nextItem], because the caller may stop at any element, and once at the end of a loop
/// over all remaining runs. It converts errors of reads to exceptions by [#failure].
abstract class ItemCursor {

  static final int CHARACTERISTICS =
      Spliterator.ORDERED | Spliterator.SIZED | Spliterator.SUBSIZED | Spliterator.IMMUTABLE;

  /// The maximum number of elements of a run. The limit lets loops over a run use an `int` index;
  /// HotSpot optimizes such loops best.
  private static final long LONGEST_RUN = 1 << 30;

  private final COrder order;
  private final long stride;
  private final Backing backing;

  /// The position in C order of the next element.
  private long next;

  /// The position in C order after the last element.
  private final long end;

  /// The position in C order after the last element of the current run. If it equals [#next], the
  /// next element is in another run.
  private long runEnd;

  /// The byte offset of the next element; after [#nextRun], the byte offset of the first element
  /// that this call advanced over.
  private long at;

  /// Creates a cursor over all elements of a view.
  ItemCursor(ItemAccess view) {
    this(new COrder(view.strided), view.backing, 0, view.itemCount());
  }

  /// Creates a cursor over the elements that [#splitOff] has taken from another cursor.
  ///
  /// @param rest the other cursor; its next element follows the last element of the new cursor
  /// @param start the result of [#splitOff], the position in C order of the first element
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

  /// Advances to the end of the current run, or over the whole next run if no element of the
  /// current run is left.
  ///
  /// @return the number of elements advanced over, or 0 if no elements remain
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
  /// @return the byte offset of the element, or -1 if no elements remain
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

  /// Makes the run of the next element the current run.
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

  /// Returns the exception to throw instead of one that was thrown while an element was read, see
  /// [Backing#failure].
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
  /// @return ordered, sized in all parts, and immutable in structure
  public final int characteristics() {
    return CHARACTERISTICS;
  }
}
