package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Sorts real numbers and times of at most eight bytes in Java arrays, by `Arrays.sort`, which is
/// fastest. If its order differs from that of the elements, their bits are mapped to integers in
/// this order, and back.
///
/// -0.0 precedes 0.0; NaN come last, in unspecified order.
///
/// @param array a `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]` or `double[]`
/// @param toKeys maps the elements to keys in the JDK's order
/// @param toItems maps keys back to elements
public record NumberSort(Object array, Runnable toKeys, Runnable toItems) {

  /// Whether elements of a dtype are sorted in this way.
  public static boolean has(DType dtype) {
    return dtype instanceof TimeType
        || (dtype instanceof ScalarType scalar
            && !scalar.kind().isComplex()
            && !scalar.kind().isExtended());
  }

  /// Sorts slices.
  static void sort(int slices, Items from, Items to) {
    NumberSort sort = of(from);
    DType dtype = from.dtype().withByteOrder(ByteOrder.nativeOrder());
    Items array = Items.of(sort.memory(), dtype, from.shape(), Order.C);
    ItemCopy.copy(from, array);
    sort.toKeys.run();
    int length = (int) (from.itemCount() / slices);
    for (int slice = 0; slice < slices; slice++) {
      sort.sort(slice * length, (slice + 1) * length);
    }
    sort.toItems.run();
    ItemCopy.copy(array, to, to.execution().withoutProgress());
  }

  private static NumberSort of(Items items) {
    if (items.dtype() instanceof TimeType) {
      return times(items.newArray(long[]::new));
    }
    if (items.kind().isNarrow()) {
      SortableBits bits = SortableBits.of(items.kind());
      return items.itemsize() == Short.BYTES
          ? floats(items.newArray(short[]::new), bits)
          : floats(items.newArray(byte[]::new), bits);
    }
    return switch (items.kind()) {
      case BOOL, UINT8 -> unsigned(items.newArray(byte[]::new));
      case INT8 -> plain(items.newArray(byte[]::new));
      case INT16 -> plain(items.newArray(short[]::new));
      case UINT16 -> plain(items.newArray(char[]::new));
      case INT32 -> plain(items.newArray(int[]::new));
      case UINT32 -> unsigned(items.newArray(int[]::new));
      case FLOAT32 -> plain(items.newArray(float[]::new));
      case INT64 -> plain(items.newArray(long[]::new));
      case UINT64 -> unsigned(items.newArray(long[]::new));
      case FLOAT64 -> plain(items.newArray(double[]::new));
      default -> throw new AssertionError(items.dtype());
    };
  }

  private MemorySegment memory() {
    return switch (array) {
      case byte[] numbers -> MemorySegment.ofArray(numbers);
      case short[] numbers -> MemorySegment.ofArray(numbers);
      case char[] numbers -> MemorySegment.ofArray(numbers);
      case int[] numbers -> MemorySegment.ofArray(numbers);
      case long[] numbers -> MemorySegment.ofArray(numbers);
      case float[] numbers -> MemorySegment.ofArray(numbers);
      default -> MemorySegment.ofArray((double[]) array);
    };
  }

  private void sort(int from, int to) {
    switch (array) {
      case byte[] numbers -> Arrays.sort(numbers, from, to);
      case short[] numbers -> Arrays.sort(numbers, from, to);
      case char[] numbers -> Arrays.sort(numbers, from, to);
      case int[] numbers -> Arrays.sort(numbers, from, to);
      case long[] numbers -> Arrays.sort(numbers, from, to);
      case float[] numbers -> Arrays.sort(numbers, from, to);
      default -> Arrays.sort((double[]) array, from, to);
    }
  }

  /// The JDK's order is that of the elements.
  private static NumberSort plain(Object array) {
    return new NumberSort(array, () -> {}, () -> {});
  }

  private static NumberSort unsigned(byte[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Byte.MIN_VALUE;
          }
        };
    return new NumberSort(array, flip, flip);
  }

  private static NumberSort unsigned(int[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Integer.MIN_VALUE;
          }
        };
    return new NumberSort(array, flip, flip);
  }

  private static NumberSort unsigned(long[] array) {
    Runnable flip =
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] ^= Long.MIN_VALUE;
          }
        };
    return new NumberSort(array, flip, flip);
  }

  /// Decrements ticks: `NaT`, the lowest integer, becomes the highest.
  private static NumberSort times(long[] array) {
    return new NumberSort(
        array,
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i]--;
          }
        },
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i]++;
          }
        });
  }

  /// Biases keys: the lowest number becomes the lowest integer, so that NaN with a sign wrap around
  /// to the end.
  private static NumberSort floats(short[] array, SortableBits bits) {
    int low = (int) (bits.low() - Short.MIN_VALUE);
    return new NumberSort(
        array,
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (short) (bits.key(array[i]) - low);
          }
        },
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (short) bits.bits((short) (array[i] + low));
          }
        });
  }

  private static NumberSort floats(byte[] array, SortableBits bits) {
    int low = (int) (bits.low() - Byte.MIN_VALUE);
    return new NumberSort(
        array,
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (bits.key(array[i]) - low);
          }
        },
        () -> {
          for (int i = 0; i < array.length; i++) {
            array[i] = (byte) bits.bits((byte) (array[i] + low));
          }
        });
  }
}
