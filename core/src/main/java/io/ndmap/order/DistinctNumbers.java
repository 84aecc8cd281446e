package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The distinct real numbers or times of an array in ascending order, without indices or counts.
/// Sorting the keys alone takes a fraction of the time of [DistinctItems].
final class DistinctNumbers {

  private static final long NONE = Long.MAX_VALUE;

  private final long[] keys;
  // Zeros are equal but differ in bits, and so are NaN: the first in the array is kept.
  private final long firstZero;
  private final long firstNaN;

  private DistinctNumbers(long[] keys, long firstZero, long firstNaN) {
    this.keys = keys;
    this.firstZero = firstZero;
    this.firstNaN = firstNaN;
  }

  /// Returns the distinct numbers of an array.
  ///
  /// @param view of a dtype that [NumberSort] supports
  /// @param most the maximum number of elements of a part
  /// @return a new array of rank 1
  static Items of(Items view, int most) {
    Items items = view.rank() == 0 ? view.at(view.strided().newAxis(0)) : view;
    DistinctNumbers found =
        FlatParts.ranges(items, most, DistinctNumbers::ofRange, DistinctNumbers::with);
    return found.stored(items);
  }

  private static DistinctNumbers ofRange(Items items, long first, long end) {
    int count = (int) (end - first);
    NumberKeys reader = NumberKeys.of(items.dtype());
    long[] keys = keys(items, first, count);
    Arrays.sort(keys);
    long[] distinct = shortened(keys, distinct(keys));
    long zero = NONE;
    long nan = NONE;
    if (reader.hasEqual() && (has(distinct, 0) || has(distinct, Long.MAX_VALUE))) {
      long[] unsorted = keys(items.on(items.execution().withoutProgress()), first, count);
      zero = indexOf(unsorted, 0, first);
      nan = indexOf(unsorted, Long.MAX_VALUE, first);
    }
    return new DistinctNumbers(distinct, zero, nan);
  }

  private static long[] keys(Items items, long first, int count) {
    return SliceOrder.keys(items, () -> NumberKeys.of(items.dtype()), first, count);
  }

  private static boolean has(long[] keys, long key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  private static long indexOf(long[] keys, long key, long first) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == key) {
        return first + i;
      }
    }
    return NONE;
  }

  /// Moves the distinct keys of sorted keys to the front.
  ///
  /// @return how many there are
  private static int distinct(long... keys) {
    int count = 0;
    for (int i = 0; i < keys.length; i++) {
      keys[count] = keys[i];
      count += i + 1 == keys.length || keys[i] != keys[i + 1] ? 1 : 0;
    }
    return count;
  }

  private static long[] shortened(long[] keys, int count) {
    return count == keys.length ? keys : Arrays.copyOf(keys, count);
  }

  /// Merges these numbers with those of elements that follow in C order.
  private DistinctNumbers with(DistinctNumbers later) {
    long[] a = keys;
    long[] b = later.keys;
    long[] merged = new long[Math.addExact(a.length, b.length)];
    int i = 0;
    int j = 0;
    int count = 0;
    while (i < a.length && j < b.length) {
      long x = a[i];
      long y = b[j];
      merged[count++] = Math.min(x, y);
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    System.arraycopy(a, i, merged, count, a.length - i);
    count += a.length - i;
    System.arraycopy(b, j, merged, count, b.length - j);
    count += b.length - j;
    return new DistinctNumbers(
        shortened(merged, count),
        Math.min(firstZero, later.firstZero),
        Math.min(firstNaN, later.firstNaN));
  }

  /// Stores the numbers in a new array.
  ///
  /// @param items the elements they come from
  private Items stored(Items items) {
    NumberKeys reader = NumberKeys.of(items.dtype());
    int zero = Arrays.binarySearch(keys, 0);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = reader.bits(keys[i]);
    }
    if (firstZero != NONE) {
      keys[zero] = bits(items, firstZero);
    }
    if (firstNaN != NONE) {
      keys[keys.length - 1] = bits(items, firstNaN);
    }
    Items values = items.result(items.dtype(), Shape.of(keys.length), Order.C);
    Items all =
        Items.of(
            MemorySegment.ofArray(keys),
            items.dtype().withByteOrder(ByteOrder.nativeOrder()),
            Strided.of(0, values.shape(), Long.BYTES));
    ItemCopy.copy(all, values);
    return values;
  }

  private static long bits(Items items, long index) {
    Items one = items.on(items.execution().withoutProgress());
    return SliceOrder.keys(one, NumberKeys.of(items.dtype())::bits, index, 1)[0];
  }
}
