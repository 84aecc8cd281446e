package io.ndmap.order;

import io.ndmap.axes.COrder;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The order of the items of some lanes, each of which is sorted by itself, stably.
///
/// Items are sorted by their first keys. The next ones are read if some of these are equal, and
/// sort the items that are. For one thread; keys are read as the execution of the items says.
final class LaneOrder {

  private final Items items;
  private final List<KeyColumn> columns;
  private final int lanes;
  private final int length;
  private final KeyedSort sort = new KeyedSort();
  private final int[] order;

  /// Where complex numbers with NaN begin, all of which are equal.
  private int firstNaN = Integer.MAX_VALUE;

  // Where equal items begin and end that are still to be told apart.
  private int[] runs = {};
  private int runCount;

  /// @param items some lanes of one length, one after the other in C order
  LaneOrder(Items items, int lanes, List<KeyColumn> columns) {
    this.items = lanes > 1 && !items.isContiguous(Order.C) ? packed(items) : items;
    this.columns = columns;
    this.lanes = lanes;
    this.order = items.newArray(int[]::new);
    this.length = order.length / lanes;
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  /// A copy in C order.
  static Items packed(Items items) {
    Items packed = Items.temporary(items.dtype(), contiguous(items.shape(), items.itemsize()));
    ItemCopy.copy(items, packed, items.execution().withoutProgress());
    return packed.on(items.execution());
  }

  static Strided contiguous(Shape shape, int itemsize) {
    return Strided.contiguous(shape, itemsize, Order.C);
  }

  /// Sorts each lane.
  ///
  /// @return for each place which item, counted in C order, belongs there
  int[] sorted() {
    sort(null);
    return order;
  }

  /// Sorts each lane and tells equal items apart from others. In structures with a NaN or `NaT`
  /// none is equal to another.
  ///
  /// @param distinct is told the indices of sorted items that are not equal to the one before
  /// @return as [#sorted()]
  int[] sorted(BitSet distinct) {
    sort(distinct);
    distinct.clear(Math.min(firstNaN, order.length - 1) + 1, order.length);
    return order;
  }

  private void sort(@Nullable BitSet distinct) {
    for (int lane = 0; lane < lanes; lane++) {
      addRun(lane * length, (lane + 1) * length);
      if (distinct != null) {
        distinct.set(lane * length);
      }
    }
    long[] sorted = {};
    for (int k = 0; k < columns.size() && runCount > 0; k++) {
      long[] keys = keys(k);
      sorted = k == 0 ? keys : sorted;
      int[] equal = runs;
      int count = runCount;
      runs = new int[2 * Math.min(count, 16)];
      runCount = 0;
      for (int run = 0; run < count; run++) {
        int from = equal[2 * run];
        int to = equal[2 * run + 1];
        for (int i = from; k > 0 && i < to; i++) {
          sorted[i] = keys[order[i]];
        }
        sort.sort(sorted, order, from, to);
        if (k < columns.size() - 1 || distinct != null) {
          split(columns.get(k), sorted, from, to, distinct);
        }
      }
    }
  }

  private void split(KeyColumn column, long[] sorted, int from, int to, @Nullable BitSet distinct) {
    for (int begin = from; begin < to; ) {
      long key = sorted[begin];
      int end = begin + 1;
      while (end < to && sorted[end] == key) {
        end++;
      }
      if (end - begin > 1) {
        addRun(begin, end);
      }
      if (distinct != null) {
        distinct.set(begin, column.isUnequal(key) ? end : begin + 1);
        firstNaN = column.isEqualClass(key) ? Math.min(firstNaN, begin) : firstNaN;
      }
      begin = end;
    }
  }

  private void addRun(int from, int to) {
    if (runs.length == 2 * runCount) {
      runs = Arrays.copyOf(runs, Math.max(2 * lanes, 4 * runCount));
    }
    runs[2 * runCount] = from;
    runs[2 * runCount + 1] = to;
    runCount++;
  }

  // ---- without sorting all

  /// Partitions each lane: the items that belong to some places are there, with smaller ones before
  /// and larger ones behind them. Between these places items stay in their order.
  ///
  /// @param places in ascending order
  /// @return as [#sorted]
  int[] partitioned(int... places) {
    if (columns.size() == 1) {
      partition(keys(0), places);
    } else {
      sort(null);
    }
    return order;
  }

  /// Sorts the first items of each lane alone.
  ///
  /// @param count how many, at least one
  /// @return as [#sorted], but for what comes behind them
  int[] first(int count) {
    if (columns.size() != 1 || count == length) {
      return sorted();
    }
    long[] keys = keys(0);
    partition(keys, count - 1);
    long[] some = new long[count];
    for (int from = 0; from < order.length; from += length) {
      int[] first = Arrays.copyOfRange(order, from, from + count);
      for (int i = 0; i < count; i++) {
        some[i] = keys[first[i]];
      }
      sort.sort(some, first, 0, count);
      System.arraycopy(first, 0, order, from, count);
    }
    return order;
  }

  private void partition(long[] keys, int... places) {
    for (int lane = 0; lane < lanes; lane++) {
      int from = lane * length;
      long[] some = Arrays.copyOfRange(keys, from, from + length);
      long[] bounds = Arrays.stream(KeySelection.of(some, places)).distinct().toArray();
      int[] next = new int[2 * bounds.length + 2];
      for (int i = from; i < from + length; i++) {
        next[place(keys[i], bounds) + 1]++;
      }
      next[0] = from;
      for (int k = 1; k < next.length; k++) {
        next[k] += next[k - 1];
      }
      for (int i = from; i < from + length; i++) {
        order[next[place(keys[i], bounds)]++] = i;
      }
    }
  }

  /// Twice the number of bounds below a key, and one more if it is equal to the next.
  private static int place(long key, long[] bounds) {
    int found = Arrays.binarySearch(bounds, key);
    return found >= 0 ? 2 * found + 1 : -2 * (found + 1);
  }

  // ---- keys

  private long[] keys(int column) {
    Execution how = column == 0 ? items.execution() : items.execution().withoutProgress();
    return keys(items.on(how), columns.get(column).readers(), 0, order.length);
  }

  /// The keys of some items in C order.
  ///
  /// @param first of the items
  static long[] keys(Items items, Supplier<KeyReader> readers, long first, int count) {
    long[] keys = new long[count];
    COrder places = new COrder(items.strided());
    Strided item = Strided.of(0, Shape.of(items.itemsize()), 1);
    long parts = Math.ceilDiv(count, Pass.PART);
    new Parts(items.execution(), items)
        .of(
            parts,
            count,
            part ->
                new Strided[] {places.span(first + part * Pass.PART, size(part, count), 0, item)},
            items.backing())
        .run(
            parts,
            part -> {
              MemorySegment memory = items.seen();
              KeyReader reader = readers.get();
              int[] next = {(int) part * Pass.PART};
              places.forEachRun(
                  first + next[0],
                  size(part, count),
                  KeyReader.BLOCK,
                  (at, run) -> {
                    reader.read(memory, at[0], places.stride(0), run, keys, next[0]);
                    next[0] += run;
                  });
            });
    return keys;
  }

  private static int size(long part, int count) {
    return (int) Math.min(Pass.PART, count - part * Pass.PART);
  }
}
