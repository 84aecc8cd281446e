package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over complex numbers. There is a hidden copy of this class for
/// each operation and compute type.
final class PlainPairs implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable Pairs MAP =
      DATA.as(PlainTemplateData.Pairs.class);
  private static final PlainTemplateData.@Nullable PairTest TEST =
      DATA.as(PlainTemplateData.PairTest.class);
  private static final PlainTemplateData.@Nullable PairToReal REAL =
      DATA.as(PlainTemplateData.PairToReal.class);
  private static final PlainTemplateData.@Nullable FloatPairs FLOATS =
      DATA.as(PlainTemplateData.FloatPairs.class);

  @Override
  public void run(Span[] operands, Span result, int count) {
    if (FLOATS == null) {
      doubles(operands, result, count);
    } else {
      floats(operands, result, count);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of the four is not null
  private static void doubles(Span[] operands, Span result, int count) {
    ArrayBuffers arrays = result.arrays();
    double[] x = arrays.doubles(0);
    double[] y = operands.length > 1 ? arrays.doubles(1) : x;
    int most = x.length / 2;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      for (int k = 0; k < operands.length; k++) {
        operands[k].read(k == 0 ? x : y, 2 * done, 2 * n);
      }
      if (REAL != null) {
        double[] z = arrays.doubles(ArrayBuffers.RESULTS);
        for (int k = 0; k < n; k++) {
          z[k] = REAL.of(x[2 * k], x[2 * k + 1]);
        }
        result.write(z, done, n);
      } else if (TEST == null) {
        double[] z = arrays.doubles(ArrayBuffers.RESULTS);
        for (int k = 0; k < 2 * n; k += 2) {
          MAP.of(x[k], x[k + 1], y[k], y[k + 1], z, k);
        }
        result.write(z, 2 * done, 2 * n);
      } else {
        byte[] z = arrays.bytes(ArrayBuffers.RESULTS);
        for (int k = 0; k < n; k++) {
          z[k] = (byte) (TEST.of(x[2 * k], x[2 * k + 1], y[2 * k], y[2 * k + 1]) ? 1 : 0);
        }
        result.write(z, done, n);
      }
    }
  }

  @SuppressWarnings("NullAway") // one of the four is not null
  private static void floats(Span[] operands, Span result, int count) {
    ArrayBuffers arrays = result.arrays();
    float[] x = arrays.floats(0);
    float[] y = operands.length > 1 ? arrays.floats(1) : x;
    float[] z = arrays.floats(ArrayBuffers.RESULTS);
    int most = x.length / 2;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      for (int k = 0; k < operands.length; k++) {
        operands[k].read(k == 0 ? x : y, 2 * done, 2 * n);
      }
      for (int k = 0; k < 2 * n; k += 2) {
        FLOATS.of(x[k], x[k + 1], y[k], y[k + 1], z, k);
      }
      result.write(z, 2 * done, 2 * n);
    }
  }
}
