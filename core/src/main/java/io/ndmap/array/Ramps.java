package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import java.lang.foreign.MemorySegment;

/// Evenly spaced numbers in new arrays, as NumPy computes them: element k is the first element plus
/// k times the step.
final class Ramps {

  /// The number of elements that are computed in a Java array before they are copied to the result.
  private static final int BLOCK = 1 << 12;

  private Ramps() {}

  /// Returns integers. Overflow wraps around.
  static LongView longs(long first, long step, long count) {
    LongView ramp = NdView.zeros(DType.INT64, count).as(LongView.class);
    long[] block = new long[(int) Math.min(BLOCK, count)];
    for (long begin = 0; begin < count; begin += BLOCK) {
      int n = (int) Math.min(BLOCK, count - begin);
      for (int i = 0; i < n; i++) {
        block[i] = first + (begin + i) * step;
      }
      ramp.slice(0, begin, begin + n).copyFrom(MemorySegment.ofArray(block));
    }
    return ramp;
  }

  static DoubleView doubles(double first, double second, long count) {
    DoubleView ramp = NdView.zeros(DType.FLOAT64, count).as(DoubleView.class);
    double step = second - first;
    double[] block = new double[(int) Math.min(BLOCK, count)];
    for (long begin = 0; begin < count; begin += BLOCK) {
      int n = (int) Math.min(BLOCK, count - begin);
      for (int i = 0; i < n; i++) {
        block[i] = first + (begin + i) * step;
      }
      ramp.slice(0, begin, begin + n).copyFrom(MemorySegment.ofArray(block));
    }
    set(ramp, first, second);
    return ramp;
  }

  static FloatView floats(float first, float second, long count) {
    FloatView ramp = NdView.zeros(DType.FLOAT32, count).as(FloatView.class);
    float step = second - first;
    float[] block = new float[(int) Math.min(BLOCK, count)];
    for (long begin = 0; begin < count; begin += BLOCK) {
      int n = (int) Math.min(BLOCK, count - begin);
      for (int i = 0; i < n; i++) {
        block[i] = first + (begin + i) * step;
      }
      ramp.slice(0, begin, begin + n).copyFrom(MemorySegment.ofArray(block));
    }
    set(ramp, first, second);
    return ramp;
  }

  /// Stores the first two numbers as given, so that a zero keeps its sign and an infinite step does
  /// not turn the first number into NaN.
  private static void set(NdView<?> ramp, double first, double second) {
    if (ramp.itemCount() > 0) {
      ramp.setDouble(new long[] {0}, first);
    }
    if (ramp.itemCount() > 1) {
      ramp.setDouble(new long[] {1}, second);
    }
  }
}
