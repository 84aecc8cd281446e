package io.ndmap.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Loops over floating-point numbers that compute otherwise than one would write them, beside one
/// item at a time: zeros of either sign, infinities, NaN with their bits, and the least and largest
/// numbers.
class FloatingLoopsTest {

  private static final float[] FLOATS = {
    0.0f,
    -0.0f,
    1,
    -1,
    0.75f,
    -3.5f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    3 * Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    1.0e30f,
    7,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    Float.intBitsToFloat(0x7f80_0001),
    Float.intBitsToFloat(0xffc0_1234),
    Float.intBitsToFloat(-1),
  };

  private static Run run() {
    return new Run(Arena.ofAuto().allocate(FLOATS.length * 8L + 1), 1, new ArrayRoom(1 << 12));
  }

  /// The bits as an item of a kind; NaN keep their highest and lowest bits.
  private static long bits(ScalarKind kind, float item) {
    int bits = Float.floatToRawIntBits(item);
    if (kind == ScalarKind.FLOAT32) {
      return bits;
    }
    long fraction = (long) (bits & 0x7f_ffff) << 29;
    return Float.isNaN(item)
        ? (bits < 0 ? 0xfff0_0000_0000_0000L : 0x7ff0_0000_0000_0000L) | fraction | (bits & 0xff)
        : Double.doubleToRawLongBits(item);
  }

  private static void set(ScalarKind kind, Run run, int i, float item) {
    if (kind == ScalarKind.FLOAT32) {
      run.set(i, (int) bits(kind, item));
    } else {
      run.set(i, bits(kind, item));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void rangesKeepZerosAndNaN(ScalarKind kind) {
    Run x = run();
    Run z = run();
    for (int i = 0; i < FLOATS.length; i++) {
      set(kind, x, i, FLOATS[i]);
    }
    for (float low : FLOATS) {
      for (float high : FLOATS) {
        if (!Float.isNaN(low) && !Float.isNaN(high)) {
          RangeLoops.clip(kind, bits(kind, low), bits(kind, high)).run(x, x, z, FLOATS.length);
          for (int i = 0; i < FLOATS.length; i++) {
            float item = FLOATS[i] < low ? low : FLOATS[i];
            item = item > high ? high : item;
            assertThat(kind == ScalarKind.FLOAT32 ? z.getInt(i) : z.getLong(i))
                .as("%s in %s to %s", FLOATS[i], low, high)
                .isEqualTo(bits(kind, item));
          }
        }
      }
    }
  }

  /// As the divisor's sign has it.
  @Test
  void remaindersOfFloatsAreExact() {
    Run x = run();
    Run y = run();
    Run z = run();
    for (float divisor : FLOATS) {
      for (int i = 0; i < FLOATS.length; i++) {
        x.set(i, Float.floatToRawIntBits(FLOATS[i]));
        y.set(i, Float.floatToRawIntBits(divisor));
      }
      FloatLoops.of(Binary.REMAINDER).run(x, y, z, FLOATS.length);
      for (int i = 0; i < FLOATS.length; i++) {
        float rest = FLOATS[i] % divisor;
        if (rest == 0 && divisor != 0) {
          rest = Math.copySign(0, divisor);
        } else if (divisor < 0 != rest < 0) {
          rest += divisor;
        }
        assertThat(Float.floatToIntBits(z.getFloat(i)))
            .as("%s of %s", FLOATS[i], divisor)
            .isEqualTo(Float.floatToIntBits(rest));
      }
    }
  }
}
