package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Sorts real numbers and times of at most eight bytes in Java arrays, which the JDK does fastest.
/// Where its order is another one, all bits are mapped to integers in this order and back.
///
/// Negative zeros come before the others, NaN last in an order of their own.
///
/// @param memory the array
/// @param toKeys brings the items into the JDK's order
/// @param ranges sorts a part of the array
/// @param toItems undoes what `toKeys` did
public record NumberSort(MemorySegment memory, Runnable toKeys, Ranges ranges, Runnable toItems) {

  private interface Ranges {
    void sort(int from, int to);
  }

  /// Whether items are sorted in this way.
  public static boolean has(DType dtype) {
    return dtype instanceof TimeType
        || (dtype instanceof ScalarType scalar
            && !scalar.kind().isComplex()
            && scalar.kind() != ScalarKind.LONGDOUBLE);
  }

  /// Sorts lanes.
  static void sort(int lanes, Items from, Items to) {
    NumberSort sort = of(from);
    DType dtype = from.dtype().withByteOrder(ByteOrder.nativeOrder());
    Items array = Items.of(sort.memory, dtype, from.shape(), Order.C);
    ItemCopy.copy(from, array);
    sort.toKeys.run();
    int length = (int) (from.itemCount() / lanes);
    for (int lane = 0; lane < lanes; lane++) {
      sort.ranges.sort(lane * length, (lane + 1) * length);
    }
    sort.toItems.run();
    ItemCopy.copy(array, to, to.execution().withoutProgress());
  }

  private static NumberSort of(Items items) {
    if (items.dtype() instanceof TimeType) {
      return times(items.newArray(long[]::new));
    }
    return switch (items.kind()) {
      case BOOL, UINT8 -> unsigned(items.newArray(byte[]::new));
      case INT8 -> {
        byte[] array = items.newArray(byte[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case INT16 -> {
        short[] array = items.newArray(short[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case UINT16 -> {
        char[] array = items.newArray(char[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case FLOAT16, BFLOAT16 -> floats(items.newArray(short[]::new), SortableBits.of(items.kind()));
      case FLOAT8_E4M3FN, FLOAT8_E5M2 ->
          floats(items.newArray(byte[]::new), SortableBits.of(items.kind()));
      case INT32 -> {
        int[] array = items.newArray(int[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case UINT32 -> unsigned(items.newArray(int[]::new));
      case FLOAT32 -> {
        float[] array = items.newArray(float[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case INT64 -> {
        long[] array = items.newArray(long[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      case UINT64 -> unsigned(items.newArray(long[]::new));
      case FLOAT64 -> {
        double[] array = items.newArray(double[]::new);
        yield plain(MemorySegment.ofArray(array), (i, k) -> Arrays.sort(array, i, k));
      }
      default -> throw new AssertionError(items.dtype());
    };
  }

  private static void nothing() {
    // The JDK's order is that of the items.
  }

  private static NumberSort plain(MemorySegment memory, Ranges ranges) {
    return new NumberSort(memory, NumberSort::nothing, ranges, NumberSort::nothing);
  }

  private static NumberSort unsigned(byte[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Byte.MIN_VALUE;
          }
        };
    return new NumberSort(
        MemorySegment.ofArray(array), flip, (i, k) -> Arrays.sort(array, i, k), flip);
  }

  private static NumberSort unsigned(int[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Integer.MIN_VALUE;
          }
        };
    return new NumberSort(
        MemorySegment.ofArray(array), flip, (i, k) -> Arrays.sort(array, i, k), flip);
  }

  private static NumberSort unsigned(long[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Long.MIN_VALUE;
          }
        };
    return new NumberSort(
        MemorySegment.ofArray(array), flip, (i, k) -> Arrays.sort(array, i, k), flip);
  }

  /// `NaT`, the lowest integer, becomes the highest.
  private static NumberSort times(long[] array) {
    return new NumberSort(
        MemorySegment.ofArray(array),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i]--;
          }
        },
        (i, k) -> Arrays.sort(array, i, k),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i]++;
          }
        });
  }

  /// The lowest number becomes the lowest integer, so that NaN with a sign wrap around.
  private static NumberSort floats(short[] array, SortableBits bits) {
    int low = (int) (bits.low() - Short.MIN_VALUE);
    return new NumberSort(
        MemorySegment.ofArray(array),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (short) (bits.key(array[i]) - low);
          }
        },
        (i, k) -> Arrays.sort(array, i, k),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (short) bits.bits((short) (array[i] + low));
          }
        });
  }

  private static NumberSort floats(byte[] array, SortableBits bits) {
    int low = (int) (bits.low() - Byte.MIN_VALUE);
    return new NumberSort(
        MemorySegment.ofArray(array),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (bits.key(array[i]) - low);
          }
        },
        (i, k) -> Arrays.sort(array, i, k),
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (byte) bits.bits((byte) (array[i] + low));
          }
        });
  }
}
