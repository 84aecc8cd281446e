package io.ndmap.nd;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.value.ExtendedFloat;
import io.ndmap.value.ScalarBits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/// Elements of any dtype as raw bytes: columns of like and of very unlike values, the odd ones
/// among them.
final class RandomItems {

  private RandomItems() {}

  /// Fills an array of whole elements.
  static void fill(Random random, DType dtype, byte[] data) {
    if (dtype.itemsize() > 0) {
      random.nextBytes(data);
      fill(random, dtype, ByteBuffer.wrap(data), 0, dtype.itemsize());
    }
  }

  /// @param stride the distance between elements
  private static void fill(Random random, DType dtype, ByteBuffer data, int offset, int stride) {
    switch (dtype) {
      case ScalarType scalar -> {
        data.order(scalar.order());
        if (scalar.kind().isComplex()) {
          ScalarType part = new ScalarType(scalar.kind().part(), scalar.order());
          fill(random, part, data, offset, stride);
          fill(random, part, data, offset + part.itemsize(), stride);
        } else if (scalar.kind().isFloat()) {
          floats(random, scalar.kind(), data, offset, stride);
        } else {
          integers(random, scalar.kind().itemsize(), data, offset, stride, false);
        }
      }
      case TimeType time -> {
        data.order(time.order());
        integers(random, Long.BYTES, data, offset, stride, true);
      }
      case BytesType bytes -> {
        String alphabet = "ab'\"\\\n\0\0\0";
        boolean any = random.nextInt(3) == 0;
        for (int at = offset; at + bytes.itemsize() <= data.capacity(); at += stride) {
          for (int i = 0; i < bytes.itemsize(); i++) {
            data.put(
                at + i,
                (byte)
                    (any ? random.nextInt() : alphabet.charAt(random.nextInt(alphabet.length()))));
          }
        }
      }
      case TextType text -> {
        data.order(text.order());
        int[] alphabet = {
          'a', 'Z', '\'', '"', '\\', '\n', 0, 0, 0xe9, 0x6574, 0x200b, 0x1f600, 0xd83d, 0xde00, 0xa0
        };
        boolean plain = random.nextBoolean();
        for (int at = offset; at + text.itemsize() <= data.capacity(); at += stride) {
          for (int i = 0; i < text.length(); i++) {
            int unit = alphabet[random.nextInt(plain ? 2 : alphabet.length)];
            // An array without axes is printed with its surrogates as they are, which no UTF-8
            // carries.
            boolean alone =
                data.capacity() <= stride
                    && Character.isBmpCodePoint(unit)
                    && Character.isSurrogate((char) unit);
            data.putInt(at + TextType.UNIT * i, alone ? 'b' : unit);
          }
        }
      }
      case SubarrayType subarray -> {
        int count = subarray.itemsize() / Math.max(1, subarray.base().itemsize());
        for (int i = 0; i < count; i++) {
          fill(random, subarray.base(), data, offset + i * subarray.base().itemsize(), stride);
        }
      }
      case StructType struct -> {
        for (Field field : struct.fields()) {
          fill(random, field.dtype(), data, offset + field.offset(), stride);
        }
      }
      default -> {}
    }
  }

  private static void integers(
      Random random, int size, ByteBuffer data, int offset, int stride, boolean times) {
    int bits = 1 + random.nextInt(8 * size);
    for (int at = offset; at + size <= data.capacity(); at += stride) {
      long value = random.nextLong() >> (64 - bits);
      if (times && random.nextInt(9) == 0) {
        value = TimeType.NOT_A_TIME;
      }
      put(data, at, size, value);
    }
  }

  private static void put(ByteBuffer data, int at, int size, long value) {
    switch (size) {
      case 1 -> data.put(at, (byte) value);
      case 2 -> data.putShort(at, (short) value);
      case 4 -> data.putInt(at, (int) value);
      default -> data.putLong(at, value);
    }
  }

  private static void floats(
      Random random, ScalarKind kind, ByteBuffer data, int offset, int stride) {
    int style = random.nextInt(8);
    int size = kind.itemsize();
    double scale = Math.pow(10, random.nextInt(-9, 20));
    for (int at = offset; at + size <= data.capacity(); at += stride) {
      double value =
          switch (style) {
            case 0 -> random.nextInt(-1000, 1000);
            case 1 -> random.nextInt(1000) / 8.0;
            case 2 -> random.nextGaussian();
            case 3 -> random.nextDouble() * scale;
            case 4 -> Math.round(random.nextDouble() * 1000) * scale;
            case 5 -> random.nextInt(1, 1001);
            case 6 -> 0.0001 * (1 + random.nextInt(3));
            default -> Double.longBitsToDouble(random.nextLong());
          };
      if (style % 2 == 0 && random.nextInt(7) == 0) {
        double[] odd = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        value = odd[random.nextInt(odd.length)];
      }
      if (kind == ScalarKind.LONGDOUBLE) {
        longDouble(random, data, at, value, style == 7);
      } else {
        put(data, at, size, style == 7 ? random.nextLong() : ScalarBits.ofDouble(kind, value));
      }
    }
  }

  /// A long double in an encoding that a processor makes.
  private static void longDouble(
      Random random, ByteBuffer data, int at, double value, boolean any) {
    long significand = ExtendedFloat.significand(value);
    int signExponent = ExtendedFloat.signExponent(value);
    if (any) {
      significand = random.nextLong() | Long.MIN_VALUE;
      signExponent = 1 + random.nextInt(0x7ffe) | (random.nextBoolean() ? 0x8000 : 0);
    } else if (random.nextBoolean() && Double.isFinite(value) && value != 0) {
      significand ^= random.nextInt(1 << 11);
    }
    boolean big = data.order() == ByteOrder.BIG_ENDIAN;
    data.putLong(big ? at + 8 : at, significand);
    data.putShort(big ? at + 6 : at + 8, (short) signExponent);
  }
}
