package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Cumulative sums of `f8`.
final class RunningDoubles extends RunningSums {

  // Added to any number, zeros of both signs among them, it leaves it as it is.
  private static final double NOTHING = -0.0;

  private final RealReader reader;
  private final double[] items;
  private final double[] sums;
  private double sum = NOTHING;

  /// @param capacity the most items at once
  RunningDoubles(Items from, Items to, int capacity) {
    this(from, to, new double[capacity]);
  }

  private RunningDoubles(Items from, Items to, double[] items) {
    super(from, to, ScalarKind.FLOAT64, MemorySegment.ofArray(items));
    this.reader = new RealReader(from.kind(), from.isBigEndian());
    this.items = items;
    this.sums = new double[items.length];
  }

  @Override
  void take(long at, long stride, int start, int count) {
    reader.doubles(source, at, stride, count, items, start);
  }

  @Override
  void clear() {
    sum = NOTHING;
  }

  @Override
  void run(int count) {
    double last = sum;
    for (int i = 0; i < count; i++) {
      last += items[i];
      items[i] = last;
    }
    sum = last;
    settle(count);
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        items[i] += sums[i];
      }
    }
    settle(count);
    System.arraycopy(items, 0, sums, 0, count);
  }

  /// Of NaN, which an addition may take from either side, only one is left.
  private void settle(int count) {
    for (int i = 0; i < count; i++) {
      double item = items[i];
      items[i] = Double.isNaN(item) ? Double.NaN : item;
    }
  }
}
