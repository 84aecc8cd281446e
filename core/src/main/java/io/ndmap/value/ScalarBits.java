package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.SmallFloats;
import java.math.BigInteger;

/// Converts between the bits of a scalar of at most eight bytes and its numeric value.
///
/// Bits are passed as a `long`; its upper bits beyond the size of the scalar are ignored.
public final class ScalarBits {

  private static final double TWO_63 = 0x1p63;

  private ScalarBits() {}

  /// The value as a double: exact where a double can represent it, otherwise rounded to nearest,
  /// ties to even.
  public static double toDouble(ScalarKind kind, long bits) {
    return switch (kind) {
      case BOOL -> (byte) bits == 0 ? 0 : 1;
      case INT8 -> (byte) bits;
      case INT16 -> (short) bits;
      case INT32 -> (int) bits;
      case INT64 -> (double) bits;
      case UINT8 -> bits & 0xff;
      case UINT16 -> bits & 0xffff;
      case UINT32 -> bits & 0xffff_ffffL;
      case UINT64 -> unsignedToDouble(bits);
      case FLOAT16 -> Float.float16ToFloat((short) bits);
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> SmallFloats.toFloat(kind, (int) bits);
      case FLOAT32 -> Float.intBitsToFloat((int) bits);
      case FLOAT64 -> Double.longBitsToDouble(bits);
      default -> throw new AssertionError(kind);
    };
  }

  /// An unsigned integer as a double, rounded to nearest, ties to even.
  public static double unsignedToDouble(long bits) {
    // The lowest bit is merged into the halved number, so that it still affects rounding.
    return bits >= 0 ? (double) bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
  }

  /// The value as an integer.
  ///
  /// @throws ArithmeticException if the value is not an integer, or exceeds 64 signed bits
  public static long toLong(ScalarKind kind, long bits) {
    return switch (kind) {
      case BOOL -> (byte) bits == 0 ? 0 : 1;
      case INT8 -> (byte) bits;
      case INT16 -> (short) bits;
      case INT32 -> (int) bits;
      case INT64 -> bits;
      case UINT8 -> bits & 0xff;
      case UINT16 -> bits & 0xffff;
      case UINT32 -> bits & 0xffff_ffffL;
      case UINT64 -> {
        if (bits < 0) {
          throw new ArithmeticException(
              Long.toUnsignedString(bits) + " exceeds a signed 64-bit integer");
        }
        yield bits;
      }
      default -> integral(toDouble(kind, bits));
    };
  }

  static long integral(double value) {
    if (value != Math.rint(value) || value < -TWO_63 || value >= TWO_63) {
      throw new ArithmeticException(value + " is not a 64-bit integer");
    }
    return (long) value;
  }

  /// The value as an integer of any size.
  ///
  /// @throws ArithmeticException if the value is not an integer
  public static BigInteger toBigInteger(ScalarKind kind, long bits) {
    if (kind == ScalarKind.UINT64) {
      return new BigInteger(Long.toUnsignedString(bits));
    }
    if (kind.isFloat()) {
      return integer(toDouble(kind, bits));
    }
    return BigInteger.valueOf(toLong(kind, bits));
  }

  static BigInteger integer(double value) {
    if (value != Math.rint(value) || Double.isInfinite(value)) {
      throw new ArithmeticException(value + " is not an integer");
    }
    return new java.math.BigDecimal(value).toBigIntegerExact();
  }

  /// The bits of an integer.
  ///
  /// @throws ArithmeticException if the type cannot represent it exactly
  public static long ofInteger(ScalarKind kind, BigInteger value) {
    if (kind.isFloat()) {
      double rounded = value.doubleValue();
      long bits = ofDouble(kind, rounded);
      double stored = toDouble(kind, bits);
      if (Double.isInfinite(stored) || !integer(stored).equals(value)) {
        throw new ArithmeticException(kind + " cannot hold " + value + " exactly");
      }
      return bits;
    }
    int size = kind == ScalarKind.BOOL ? 1 : 8 * kind.itemsize();
    boolean fits =
        (kind.isInteger() && !kind.isUnsigned())
            ? value.bitLength() < size
            : value.signum() >= 0 && value.bitLength() <= size;
    if (!fits) {
      throw new ArithmeticException(kind + " cannot hold " + value);
    }
    return value.longValue();
  }

  /// The bits of a scalar operand, as a Python number in NEP 50, see [PythonNumber]. Integer types
  /// must represent an integer exactly; floating-point types round.
  ///
  /// @param number an integer; or a `Double`, if the type is floating-point
  /// @throws ArithmeticException if an integer type cannot represent the integer, or the integer
  ///   exceeds the range of doubles
  public static long ofNumber(ScalarKind kind, Number number) {
    if (!(number instanceof BigInteger integer)) {
      return kind.isFloat()
          ? ofDouble(kind, number.doubleValue())
          : ofLong(kind, number.longValue());
    }
    if (kind.isFloat() && Double.isFinite(integer.doubleValue())) {
      return ofDouble(kind, integer.doubleValue());
    }
    return ofInteger(kind, integer);
  }

  /// The bits of an integer.
  ///
  /// @throws ArithmeticException if the type cannot represent it exactly
  public static long ofLong(ScalarKind kind, long value) {
    return ofInteger(kind, BigInteger.valueOf(value));
  }

  /// The bits of a number. Floating-point types round it to nearest, ties to even; types of
  /// `ml_dtypes` round it to `f4` first, see [SmallFloats].
  ///
  /// @throws ArithmeticException if the type is an integer or bool that cannot represent it exactly
  public static long ofDouble(ScalarKind kind, double value) {
    return switch (kind) {
      case FLOAT16 -> halfBits(value);
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> SmallFloats.ofFloat(kind, (float) value);
      case FLOAT32 -> Float.floatToRawIntBits((float) value);
      case FLOAT64 -> Double.doubleToRawLongBits(value);
      default -> {
        if (value != Math.rint(value) || Double.isInfinite(value)) {
          throw new ArithmeticException(kind + " cannot hold " + value);
        }
        yield ofInteger(kind, integer(value));
      }
    };
  }

  /// Rounds to `f2` without double rounding: the intermediate float is rounded to odd, so that its
  /// lowest bit preserves whether bits were lost.
  private static short halfBits(double value) {
    float nearest = (float) value;
    if (nearest == value || Float.isNaN(nearest)) {
      return Float.floatToFloat16(nearest);
    }
    int bits = Float.floatToRawIntBits(nearest);
    if ((bits & 1) == 0) {
      // The nearest float is even: take the odd float next to it, on the side of `value`.
      boolean up = Math.abs((double) nearest) < Math.abs(value);
      bits += up ? 1 : -1;
    }
    return Float.floatToFloat16(Float.intBitsToFloat(bits));
  }
}
