package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.engine.ArraySorts;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.SpareArrays;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The distinct real numbers or times of an array in ascending order, without indices or counts.
/// Sorting the keys alone takes a fraction of the time of [DistinctItems].
final class DistinctNumbers {

  private final long[] keys;

  // 0.0 equals -0.0, and all NaN are equal, although their bits differ. These are the bits of the
  // first zero and of the first NaN in the array; null if there is none, or if equal elements of
  // the dtype always have the same bits.
  private final @Nullable Long firstZero;
  private final @Nullable Long firstNaN;

  private DistinctNumbers(long[] keys, @Nullable Long firstZero, @Nullable Long firstNaN) {
    this.keys = keys;
    this.firstZero = firstZero;
    this.firstNaN = firstNaN;
  }

  /// Returns the distinct numbers of an array.
  ///
  /// @param view an array whose dtype [NumberSort] supports
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
    long[] keys = SliceOrder.keys(items, () -> NumberKeys.of(items.dtype()), first, count);
    sort(keys, items.dtype());
    long[] distinct = shortened(keys, distinct(keys));
    if (!reader.hasEqual() || !(has(distinct, 0) || has(distinct, Long.MAX_VALUE))) {
      return new DistinctNumbers(distinct, null, null);
    }
    // Elements may have changed since their keys were read, so that there may be no zero or NaN
    // now.
    Items again = items.on(items.execution().withoutProgress());
    long[] numbers = SliceOrder.keys(again, reader::bits, first, count);
    return new DistinctNumbers(
        distinct, first(numbers, reader, 0), first(numbers, reader, Long.MAX_VALUE));
  }

  /// Returns the bits of the first number with a key; null if no number has this key.
  private static @Nullable Long first(long[] numbers, NumberKeys reader, long key) {
    for (long number : numbers) {
      if (reader.key(number) == key) {
        return number;
      }
    }
    return null;
  }

  /// Sorts keys. The keys of elements of at most four bytes are sorted as `int`, in half the time.
  private static void sort(long[] keys, DType dtype) {
    if (dtype.itemsize() > Integer.BYTES) {
      ArraySorts.LONGS.sort(keys, 0, 1, keys.length);
      return;
    }
    ScalarKind kind = ((ScalarType) dtype).kind();
    long middle = kind == ScalarKind.UINT32 ? 1L << (Integer.SIZE - 1) : 0;
    long largest = kind.isInteger() ? Integer.MAX_VALUE + middle : Long.MAX_VALUE;
    int[] narrow = SpareArrays.INTS.take(keys.length);
    for (int i = 0; i < keys.length; i++) {
      // NaN becomes Integer.MAX_VALUE, which is the key of no other element of a floating-point
      // type.
      narrow[i] = (int) Math.min(keys[i] - middle, Integer.MAX_VALUE);
    }
    ArraySorts.INTS.sort(narrow, 0, 1, keys.length);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = narrow[i] == Integer.MAX_VALUE ? largest : narrow[i] + middle;
    }
    SpareArrays.INTS.giveBack(narrow);
  }

  private static boolean has(long[] keys, long key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  /// Moves the distinct keys of a sorted array to its front.
  ///
  /// @return the number of distinct keys
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

  /// Merges these numbers with the distinct numbers of elements that follow in C order.
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
        firstZero == null ? later.firstZero : firstZero,
        firstNaN == null ? later.firstNaN : firstNaN);
  }

  /// Stores the numbers in a new array.
  ///
  /// @param items the array whose distinct numbers these are
  private Items stored(Items items) {
    NumberKeys reader = NumberKeys.of(items.dtype());
    int zero = Arrays.binarySearch(keys, 0);
    int nan = Arrays.binarySearch(keys, Long.MAX_VALUE);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = reader.bits(keys[i]);
    }
    if (zero >= 0 && firstZero != null) {
      keys[zero] = firstZero;
    }
    if (nan >= 0 && firstNaN != null) {
      keys[nan] = firstNaN;
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
}
