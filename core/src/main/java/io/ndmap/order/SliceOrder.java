package io.ndmap.order;

import io.ndmap.axes.COrder;
import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
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

/// Sorts the elements of 1-d slices indirectly and stably, each slice by itself (`np.argsort`).
///
/// Elements are sorted by their first keys. Further keys are read only if some elements have equal
/// keys, and only these elements are sorted again. For one thread; only the keys are read on the
/// threads of the elements' execution.
final class SliceOrder {

  private final Items items;
  private final List<KeyColumn> columns;
  private final int slices;
  private final int length;
  private final KeyedSort sort = new KeyedSort();
  private final int[] order;

  /// The sorted position of the first complex number with NaN. All numbers after it count as equal
  /// to it.
  private int firstNaN = Integer.MAX_VALUE;

  // The begin and the end, as sorted positions, of each run of elements whose keys were all equal
  // so far.
  private int[] runs = {};
  private int runCount;

  /// @param items some slices of one length, consecutive in C order
  SliceOrder(Items items, int slices, List<KeyColumn> columns) {
    this.items = slices > 1 && !items.isContiguous(Order.C) ? packed(items) : items;
    this.columns = columns;
    this.slices = slices;
    this.order = items.newArray(int[]::new);
    this.length = order.length / slices;
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  /// Returns a copy in C order.
  static Items packed(Items items) {
    Items packed = temporary(items.dtype(), items.shape());
    ItemCopy.copy(items, packed, items.execution().withoutProgress());
    return packed.on(items.execution());
  }

  /// Returns a new array in C order.
  static Items temporary(DType dtype, Shape shape) {
    return Items.temporary(dtype, Strided.contiguous(shape, dtype.itemsize(), Order.C));
  }

  /// Sorts each slice.
  ///
  /// @return for each sorted position, the C-order index of its element
  int[] sorted() {
    sort(null);
    return order;
  }

  /// Sorts each slice and marks distinct elements. Structures with NaN or `NaT` are all distinct.
  ///
  /// @param distinct receives the sorted position of each element that is not equal to the element
  ///   before it
  /// @return as [#sorted()]
  int[] sorted(BitSet distinct) {
    sort(distinct);
    distinct.clear(Math.min(firstNaN, order.length - 1) + 1, order.length);
    return order;
  }

  private void sort(@Nullable BitSet distinct) {
    for (int slice = 0; slice < slices; slice++) {
      addRun(slice * length, (slice + 1) * length);
      if (distinct != null) {
        distinct.set(slice * length);
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
      runs = Arrays.copyOf(runs, Math.max(2 * slices, 4 * runCount));
    }
    runs[2 * runCount] = from;
    runs[2 * runCount + 1] = to;
    runCount++;
  }

  // ---- partial sorts

  /// Partitions each slice: puts the elements of the given sorted positions at these positions,
  /// smaller elements before them, and larger elements after them. If elements have one key, the
  /// elements between two positions keep their order; if they have several keys, the slices are
  /// sorted completely.
  ///
  /// @param positions the positions, in ascending order
  /// @return as [#sorted]
  int[] partitioned(int... positions) {
    if (columns.size() == 1) {
      partition(keys(0), positions);
    } else {
      sort(null);
    }
    return order;
  }

  /// Sorts only the first elements of each slice.
  ///
  /// @param count the number of elements, at least one
  /// @return as [#sorted]; only the first `count` elements of each slice are sorted
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

  private void partition(long[] keys, int... positions) {
    for (int slice = 0; slice < slices; slice++) {
      int from = slice * length;
      long[] some = Arrays.copyOfRange(keys, from, from + length);
      long[] bounds = Arrays.stream(KeySelection.of(some, positions)).distinct().toArray();
      int[] next = new int[2 * bounds.length + 2];
      for (int i = from; i < from + length; i++) {
        next[bucket(keys[i], bounds) + 1]++;
      }
      next[0] = from;
      for (int k = 1; k < next.length; k++) {
        next[k] += next[k - 1];
      }
      for (int i = from; i < from + length; i++) {
        order[next[bucket(keys[i], bounds)]++] = i;
      }
    }
  }

  /// Returns twice the number of bounds below a key, plus one if the key equals the next bound.
  private static int bucket(long key, long[] bounds) {
    int found = Arrays.binarySearch(bounds, key);
    return found >= 0 ? 2 * found + 1 : -2 * (found + 1);
  }

  // ---- keys

  private long[] keys(int column) {
    Execution how = column == 0 ? items.execution() : items.execution().withoutProgress();
    return keys(items.on(how), columns.get(column).readers(), 0, order.length);
  }

  /// Reads the keys of consecutive elements in C order.
  ///
  /// @param first index of the first element
  static long[] keys(Items items, Supplier<KeyReader> readers, long first, int count) {
    long[] keys = new long[count];
    COrder offsets = new COrder(items.strided());
    Strided item = Strided.of(0, Shape.of(items.itemsize()), 1);
    long parts = Math.ceilDiv(count, Pass.PART);
    new Parts(items.execution(), items)
        .of(
            parts,
            count,
            part ->
                new Strided[] {offsets.span(first + part * Pass.PART, size(part, count), 0, item)},
            items.backing())
        .run(
            parts,
            part -> {
              MemorySegment memory = items.seen();
              KeyReader reader = readers.get();
              int[] next = {(int) part * Pass.PART};
              offsets.forEachRun(
                  first + next[0],
                  size(part, count),
                  KeyReader.BLOCK,
                  (at, run) -> {
                    reader.read(memory, at[0], offsets.stride(0), run, keys, next[0]);
                    next[0] += run;
                  });
            });
    return keys;
  }

  private static int size(long part, int count) {
    return (int) Math.min(Pass.PART, count - part * Pass.PART);
  }
}
