package io.ndmap.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

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
    return new Run(Arena.ofAuto().allocate(FLOATS.length * 8L + 1), 1, new ArrayRoom());
  }

  private static double doubled(float item) {
    int bits = Float.floatToRawIntBits(item);
    // NaN keep their highest and lowest bits.
    return Float.isNaN(item)
        ? Double.longBitsToDouble(((long) bits << 32) | (bits & 0xff))
        : (double) item;
  }

  @Test
  void floatsAreLimited() {
    Run x = run();
    Run z = run();
    for (int i = 0; i < FLOATS.length; i++) {
      x.set(i, Float.floatToRawIntBits(FLOATS[i]));
    }
    for (float low : FLOATS) {
      for (float high : FLOATS) {
        if (!Float.isNaN(low) && !Float.isNaN(high)) {
          long from = Float.floatToRawIntBits(low);
          long to = Float.floatToRawIntBits(high);
          RangeLoops.clip(ScalarKind.FLOAT32, from, to).run(x, x, z, FLOATS.length);
          for (int i = 0; i < FLOATS.length; i++) {
            float item = FLOATS[i] < low ? low : FLOATS[i];
            item = item > high ? high : item;
            assertThat(z.getInt(i))
                .as("%s in %s to %s", FLOATS[i], low, high)
                .isEqualTo(Float.floatToRawIntBits(item));
          }
        }
      }
    }
  }

  @Test
  void doublesAreLimited() {
    Run x = run();
    Run z = run();
    for (int i = 0; i < FLOATS.length; i++) {
      x.set(i, Double.doubleToRawLongBits(doubled(FLOATS[i])));
    }
    for (float low : FLOATS) {
      for (float high : FLOATS) {
        if (!Float.isNaN(low) && !Float.isNaN(high)) {
          long from = Double.doubleToRawLongBits(low);
          long to = Double.doubleToRawLongBits(high);
          RangeLoops.clip(ScalarKind.FLOAT64, from, to).run(x, x, z, FLOATS.length);
          for (int i = 0; i < FLOATS.length; i++) {
            double item = doubled(FLOATS[i]);
            item = item < low ? low : item;
            item = item > high ? high : item;
            assertThat(z.getLong(i))
                .as("%s in %s to %s", FLOATS[i], low, high)
                .isEqualTo(Double.doubleToRawLongBits(item));
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
