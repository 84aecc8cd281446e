package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.engine.ArraySorts;
import io.ndmap.layout.Order;
import io.ndmap.loop.plain.PlainSort;
import io.ndmap.memory.SpareArrays;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Sorts real numbers and times of at most eight bytes in Java arrays. Elements whose bits do not
/// sort like integers of the array's type are mapped to keys before the sort, and back afterwards.
///
/// -0.0 precedes 0.0; NaN, in unspecified order, and `NaT` come last.
///
/// @param array a `byte[]`, `short[]`, `char[]`, `int[]` or `long[]`, at least `count` elements
///   long
/// @param count the number of elements
/// @param toKeys maps the elements in the array to integers in the order of the elements
/// @param toItems maps these integers back to elements
public record NumberSort(Object array, int count, Runnable toKeys, Runnable toItems) {

  /// Whether this class can sort the elements of a dtype.
  public static boolean has(DType dtype) {
    return dtype instanceof TimeType
        || (dtype instanceof ScalarType scalar
            && !scalar.kind().isComplex()
            && !scalar.kind().isExtended());
  }

  /// Sorts each of several slices.
  ///
  /// @param slices the number of slices
  /// @param from the slices, of equal length and consecutive in C order
  /// @param to the target, of the same shape
  static void sort(int slices, Items from, Items to) {
    NumberSort sort = of(from);
    DType dtype = from.dtype().withByteOrder(ByteOrder.nativeOrder());
    Items array = Items.of(sort.memory(), dtype, from.shape(), Order.C);
    ItemCopy.copy(from, array);
    sort.toKeys.run();
    sort.sort(slices, sort.count / slices);
    sort.toItems.run();
    ItemCopy.copy(array, to, to.execution().withoutProgress());
    sort.giveBack();
  }

  private static NumberSort of(Items items) {
    int count = (int) items.itemCount();
    if (items.dtype() instanceof TimeType) {
      return keyed(items.newArray(SpareArrays.LONGS::take), count, SortableBits.TIMES);
    }
    SortableBits bits = SortableBits.of(items.kind());
    return switch (items.kind()) {
      case BOOL, UINT8 -> unsigned(items.newArray(byte[]::new), count);
      case INT8 -> plain(items.newArray(byte[]::new), count);
      case FLOAT8_E4M3FN, FLOAT8_E5M2 -> keyed(items.newArray(byte[]::new), count, bits);
      case INT16 -> plain(items.newArray(short[]::new), count);
      case UINT16 -> plain(items.newArray(char[]::new), count);
      case FLOAT16, BFLOAT16 -> keyed(items.newArray(short[]::new), count, bits);
      case INT32 -> plain(items.newArray(SpareArrays.INTS::take), count);
      case UINT32 -> unsigned(items.newArray(SpareArrays.INTS::take), count);
      case FLOAT32 -> keyed(items.newArray(SpareArrays.INTS::take), count, bits);
      case INT64 -> plain(items.newArray(SpareArrays.LONGS::take), count);
      case UINT64, FLOAT64 -> keyed(items.newArray(SpareArrays.LONGS::take), count, bits);
      default -> throw new AssertionError(items.dtype());
    };
  }

  private MemorySegment memory() {
    return switch (array) {
      case byte[] numbers -> MemorySegment.ofArray(numbers);
      case short[] numbers -> MemorySegment.ofArray(numbers);
      case char[] numbers -> MemorySegment.ofArray(numbers);
      case int[] numbers -> MemorySegment.ofArray(numbers);
      default -> MemorySegment.ofArray((long[]) array);
    };
  }

  private void sort(int slices, int length) {
    switch (array) {
      case byte[] numbers -> PlainSort.BYTES.sort(numbers, 0, slices, length);
      case short[] numbers -> PlainSort.SHORTS.sort(numbers, 0, slices, length);
      case char[] numbers -> PlainSort.CHARS.sort(numbers, 0, slices, length);
      case int[] numbers -> ArraySorts.INTS.sort(numbers, 0, slices, length);
      default -> ArraySorts.LONGS.sort((long[]) array, 0, slices, length);
    }
  }

  private void giveBack() {
    if (array instanceof long[] numbers) {
      SpareArrays.LONGS.giveBack(numbers);
    } else if (array instanceof int[] numbers) {
      SpareArrays.INTS.giveBack(numbers);
    }
  }

  /// For elements that sort like the array's integers without a mapping.
  private static NumberSort plain(Object array, int count) {
    return new NumberSort(array, count, () -> {}, () -> {});
  }

  private static NumberSort unsigned(byte[] array, int count) {
    Runnable flip =
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] ^= Byte.MIN_VALUE;
          }
        };
    return new NumberSort(array, count, flip, flip);
  }

  private static NumberSort unsigned(int[] array, int count) {
    Runnable flip =
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] ^= Integer.MIN_VALUE;
          }
        };
    return new NumberSort(array, count, flip, flip);
  }

  /// Subtracts a bias from the keys, so that the key of the lowest number becomes the lowest
  /// integer. The keys of `NaT` and of NaN with a sign bit wrap around to the end.
  private static NumberSort keyed(short[] array, int count, SortableBits bits) {
    int low = (int) (bits.low() - Short.MIN_VALUE);
    return new NumberSort(
        array,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (short) (bits.key(array[i]) - low);
          }
        },
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (short) bits.bits((short) (array[i] + low));
          }
        });
  }

  private static NumberSort keyed(int[] array, int count, SortableBits bits) {
    int low = (int) (bits.low() - Integer.MIN_VALUE);
    return new NumberSort(
        array,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (int) bits.key(array[i]) - low;
          }
        },
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (int) bits.bits(array[i] + low);
          }
        });
  }

  private static NumberSort keyed(long[] array, int count, SortableBits bits) {
    long low = bits.low() - Long.MIN_VALUE;
    return new NumberSort(
        array,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = bits.key(array[i]) - low;
          }
        },
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = bits.bits(array[i] + low);
          }
        });
  }

  private static NumberSort keyed(byte[] array, int count, SortableBits bits) {
    int low = (int) (bits.low() - Byte.MIN_VALUE);
    return new NumberSort(
        array,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (byte) (bits.key(array[i]) - low);
          }
        },
        () -> {
          for (int i = 0; i < count; i++) {
            array[i] = (byte) bits.bits((byte) (array[i] + low));
          }
        });
  }
}
