package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts the floating-point numbers of `ml_dtypes` to `f4` and back, with the results of
/// `ml_dtypes`: rounded to nearest, ties to even. From `f4`, NaN keeps its sign and becomes the
/// quiet NaN of the format; to `f4`, a NaN of `bfloat16` keeps its bits.
///
/// Doubles are first rounded to `f4`, and thus rounded twice, as in `ml_dtypes`.
public final class SmallFloats {

  private static final int FLOAT_FRACTION = 23;
  private static final int FLOAT_BIAS = 127;

  /// A floating-point format.
  ///
  /// @param fraction bits of the fraction
  /// @param bias bias of the exponent
  /// @param greatest bits of the largest finite number
  /// @param nan bits of the quiet NaN
  private record Format(int fraction, int bias, int greatest, int nan) {

    /// Returns the bits of the nearest number, without the sign. Numbers beyond the largest become
    /// infinity if the format has one, else NaN; in both cases, the result is the bits of the
    /// largest finite number plus 1.
    int ofFloat(float value) {
      int raw = Float.floatToRawIntBits(value);
      int magnitude = raw & Integer.MAX_VALUE;
      return Float.isNaN(value) ? nan : Math.min(rounded(magnitude), greatest + 1);
    }

    /// Rounds a magnitude, given as the bits of a float, to this format, and returns its bits.
    private int rounded(int magnitude) {
      int shift = FLOAT_FRACTION - fraction;
      int bits = magnitude - ((FLOAT_BIAS - bias) << FLOAT_FRACTION);
      if (bias < FLOAT_BIAS && bits < 1 << FLOAT_FRACTION) {
        // A subnormal number is a multiple of the smallest number.
        return (int)
            Math.rint(Math.scalb((double) Float.intBitsToFloat(magnitude), bias - 1 + fraction));
      }
      return (bits + (1 << (shift - 1)) - 1 + (bits >>> shift & 1)) >>> shift;
    }

    /// Returns the number that each byte encodes, by the definition of the format.
    float[] numbers() {
      float[] numbers = new float[1 << Byte.SIZE];
      for (int bits = 0; bits < numbers.length; bits++) {
        int magnitude = bits & Byte.MAX_VALUE;
        int exponent = magnitude >>> fraction;
        int digits = magnitude & (1 << fraction) - 1;
        float number =
            exponent == 0
                ? Math.scalb((float) digits, 1 - bias - fraction)
                : Math.scalb((float) (digits | 1 << fraction), exponent - bias - fraction);
        if (magnitude > greatest) {
          boolean infinite = magnitude == greatest + 1 && magnitude != Byte.MAX_VALUE;
          number = infinite ? Float.POSITIVE_INFINITY : Float.NaN;
        }
        int sign = (bits >>> (Byte.SIZE - 1)) << (Integer.SIZE - 1);
        numbers[bits] = Float.intBitsToFloat(Float.floatToRawIntBits(number) | sign);
      }
      return numbers;
    }
  }

  private static final Format BFLOAT16 = new Format(7, FLOAT_BIAS, 0x7f7f, 0x7fc0);
  private static final Format E4M3FN = new Format(3, 7, 0x7e, 0x7f);
  private static final Format E5M2 = new Format(2, 15, 0x7b, 0x7e);

  private static final float[] E4M3FN_NUMBERS = E4M3FN.numbers();
  private static final float[] E5M2_NUMBERS = E5M2.numbers();

  private SmallFloats() {}

  /// Returns the exact number that some bits encode.
  ///
  /// @param kind a scalar type of `ml_dtypes`
  /// @param bits the bits of the number, in the low bytes; higher bytes are ignored
  public static float toFloat(ScalarKind kind, int bits) {
    return switch (kind) {
      case BFLOAT16 -> Float.intBitsToFloat(bits << Short.SIZE);
      case FLOAT8_E4M3FN -> E4M3FN_NUMBERS[bits & 0xff];
      case FLOAT8_E5M2 -> E5M2_NUMBERS[bits & 0xff];
      default -> throw new AssertionError(kind);
    };
  }

  /// Returns the bits of the nearest number.
  ///
  /// @param kind a scalar type of `ml_dtypes`
  public static int ofFloat(ScalarKind kind, float value) {
    Format format =
        switch (kind) {
          case BFLOAT16 -> BFLOAT16;
          case FLOAT8_E4M3FN -> E4M3FN;
          case FLOAT8_E5M2 -> E5M2;
          default -> throw new AssertionError(kind);
        };
    int sign = Float.floatToRawIntBits(value) >>> (Integer.SIZE - 1);
    return format.ofFloat(value) | sign << (Byte.SIZE * kind.itemsize() - 1);
  }

  /// Returns the loop to `f4`.
  static CastLoop floatsOf(ScalarKind kind) {
    return switch (kind) {
      case BFLOAT16 -> SmallFloats::floatsOfBfloats;
      case FLOAT8_E4M3FN -> (s, at, t, into, n) -> floatsOfBytes(E4M3FN_NUMBERS, s, at, t, into, n);
      default -> (s, at, t, into, n) -> floatsOfBytes(E5M2_NUMBERS, s, at, t, into, n);
    };
  }

  /// Returns the loop from `f4`.
  static CastLoop ofFloats(ScalarKind kind) {
    return kind == ScalarKind.BFLOAT16
        ? SmallFloats::bfloatsOfFloats
        : (s, at, t, into, n) -> bytesOfFloats(kind, s, at, t, into, n);
  }

  private static void floatsOfBfloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 1);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(
          FLOAT,
          (long) i << 2,
          Float.intBitsToFloat(items.get(SHORT, (long) i << 1) << Short.SIZE));
    }
  }

  private static void bfloatsOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 1);
    for (int i = 0; i < n; i++) {
      int raw = Float.floatToRawIntBits(items.get(FLOAT, (long) i << 2));
      int magnitude = raw & Integer.MAX_VALUE;
      int rounded = (raw + 0x7fff + ((raw >>> Short.SIZE) & 1)) >>> Short.SIZE;
      int nan = ((raw >>> Short.SIZE) & 0x8000) | 0x7fc0;
      into.set(SHORT, (long) i << 1, (short) (magnitude > 0x7f80_0000 ? nan : rounded));
    }
  }

  private static void floatsOfBytes(
      float[] numbers, MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, n);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(FLOAT, (long) i << 2, numbers[items.get(ValueLayout.JAVA_BYTE, i) & 0xff]);
    }
  }

  private static void bytesOfFloats(
      ScalarKind kind, MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, n);
    for (int i = 0; i < n; i++) {
      into.set(ValueLayout.JAVA_BYTE, i, (byte) ofFloat(kind, items.get(FLOAT, (long) i << 2)));
    }
  }
}
