package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.op.Side;
import io.ndmap.pass.Items;
import io.ndmap.pass.PagesAhead;
import io.ndmap.pass.Parts;

/// Finds insertion points in a sorted array (`np.searchsorted`) by interleaved binary searches. The
/// values are processed in windows. All searches of a window take each step together, so that their
/// cache misses and page faults overlap.

public final class SortedSearch {

  /// The maximum number of interleaved searches.
  private static final int WINDOW = OrderedItems.MOST;

  private final Items sorted;
  private final Items values;
  private final Side side;
  private final OrderedItems.As as;
  private final COrder order;

  private SortedSearch(Items sorted, Items values, Side side) {
    this.sorted = sorted;
    this.values = values;
    this.side = side;
    this.as = OrderedItems.common(sorted, values);
    this.order = new COrder(values.strided());
  }

  /// Returns the insertion point of each value.
  ///
  /// @throws IllegalArgumentException if the rank of `sorted` is not 1, or there are more values
  ///   than a Java array can hold
  /// @throws io.ndmap.dtype.DTypeException if the elements have no common order
  public static long[] find(Items sorted, Items values, Side side) {
    if (sorted.rank() != 1) {
      throw new IllegalArgumentException(
          sorted.backing().name()
              + ": only an array of rank 1 can be searched, found shape "
              + sorted.shape());
    }
    SortedSearch search = new SortedSearch(sorted, values, side);
    long[] found = values.newArray(long[]::new);
    if (sorted.itemCount() > 0) {
      new Parts(sorted.execution(), sorted, values)
          .of(found.length)
          .run(Math.ceilDiv(found.length, WINDOW), k -> search.window((int) k * WINDOW, found));
    }
    return found;
  }

  private void window(int first, long[] found) {
    int n = Math.min(WINDOW, found.length - first);
    long[] offsets = new long[n];
    long[] targets = new long[n];
    order.places(first, n, 0, offsets, 0);
    new OrderedItems(values, as).read(offsets, n, targets);
    bisect(n, offsets, targets, found, first);
  }

  /// Runs all searches of a window. In each search, `low[i]` elements are known to precede the
  /// value, and at most the next `length` elements are undecided; `length` is the same for all
  /// searches.
  private void bisect(int n, long[] offsets, long[] targets, long[] found, int first) {
    OrderedItems items = new OrderedItems(sorted, as);
    PagesAhead pages = new PagesAhead(sorted.backing(), sorted.dtype().itemsize());
    long[] low = new long[n];
    long[] keys = new long[n];
    long stride = sorted.strided().stride(0);
    long offset = sorted.strided().offset();
    for (long length = sorted.size(0); length > 0; ) {
      long half = (length + 1) / 2;
      for (int i = 0; i < n; i++) {
        offsets[i] = offset + (low[i] + half - 1) * stride;
      }
      pages.before(offsets, n);
      items.read(offsets, n, keys);
      pages.after(n);
      advance(low, keys, targets, n, half);
      length -= half;
    }
    System.arraycopy(low, 0, found, first, n);
  }

  private void advance(long[] low, long[] keys, long[] targets, int n, long half) {
    if (side == Side.RIGHT) {
      for (int i = 0; i < n; i++) {
        low[i] += keys[i] <= targets[i] ? half : 0;
      }
    } else {
      for (int i = 0; i < n; i++) {
        low[i] += keys[i] < targets[i] ? half : 0;
      }
    }
  }
}
