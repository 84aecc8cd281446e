package io.ndmap.compare;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The bits that make an element non-zero: all but padding and the signs of floating-point numbers.
final class NonZeroBits {

  /// Bytes of a long double without its padding.
  private static final int LONGDOUBLE_BYTES = 10;

  private NonZeroBits() {}

  /// Returns a bit mask with the itemsize of the dtype, in which these bits are set.
  static byte[] of(DType dtype) {
    byte[] bits = new byte[dtype.itemsize()];
    mark(dtype, bits, 0);
    return bits;
  }

  /// Tests packed elements for any of the bits.
  ///
  /// @param items the elements without gaps, each of `bits.length` bytes
  /// @param into receives 1 for each element with at least one of the bits, 0 for each other
  ///   element
  static void test(byte[] items, byte[] bits, int count, byte[] into) {
    for (int i = 0; i < count; i++) {
      int any = 0;
      for (int b = 0; b < bits.length; b++) {
        any |= items[i * bits.length + b] & bits[b];
      }
      into[i] = (byte) (any == 0 ? 0 : 1);
    }
  }

  private static void mark(DType dtype, byte[] bits, int at) {
    switch (dtype) {
      case StructType struct -> {
        for (Field field : struct.fields()) {
          mark(field.dtype(), bits, at + field.offset());
        }
      }
      case SubarrayType subarray -> {
        int size = subarray.base().itemsize();
        for (int k = 0; k < subarray.itemsize(); k += Math.max(1, size)) {
          mark(subarray.base(), bits, at + k);
        }
      }
      case ScalarType scalar when scalar.kind().isInexact() -> {
        int size = scalar.kind().part().itemsize();
        boolean big = scalar.order() == ByteOrder.BIG_ENDIAN;
        for (int k = 0; k < scalar.itemsize(); k += size) {
          markFloat(scalar.kind().part(), big, bits, at + k);
        }
      }
      default -> Arrays.fill(bits, at, at + dtype.itemsize(), (byte) 0xff);
    }
  }

  private static void markFloat(ScalarKind kind, boolean big, byte[] bits, int at) {
    int size = kind.itemsize();
    int used = kind.isExtended() ? LONGDOUBLE_BYTES : size;
    for (int k = 0; k < used; k++) {
      bits[big ? at + size - 1 - k : at + k] = (byte) (k == used - 1 ? 0x7f : 0xff);
    }
  }
}
