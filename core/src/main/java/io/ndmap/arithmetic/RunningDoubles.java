package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Cumulative sums and products of `f8`.
final class RunningDoubles extends RunningSums {

  private final RealReader reader;
  private final double[] items;
  private final double[] sums;
  private final boolean multiplies;
  private double sum;

  /// @param multiplies whether to multiply instead of adding
  /// @param capacity the maximum number of elements of a block
  RunningDoubles(Items from, Items to, boolean multiplies, int capacity) {
    this(from, to, multiplies, new double[capacity]);
  }

  private RunningDoubles(Items from, Items to, boolean multiplies, double[] items) {
    super(from, to, ScalarKind.FLOAT64, MemorySegment.ofArray(items));
    this.reader = new RealReader(from.kind(), from.isBigEndian());
    this.items = items;
    this.sums = new double[items.length];
    this.multiplies = multiplies;
    clear();
  }

  @Override
  void take(long at, long stride, int start, int count) {
    reader.doubles(source, at, stride, count, items, start);
  }

  @Override
  final void clear() {
    // The neutral element for all numbers, including zeros of both signs.
    sum = multiplies ? 1 : -0.0;
  }

  @Override
  void run(int count) {
    double last = sum;
    for (int i = 0; i < count; i++) {
      last = multiplies ? last * items[i] : last + items[i];
      items[i] = last;
    }
    sum = last;
    canonicalize(count);
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        items[i] = multiplies ? sums[i] * items[i] : sums[i] + items[i];
      }
    }
    canonicalize(count);
    System.arraycopy(items, 0, sums, 0, count);
  }

  /// Makes NaN canonical: it is not specified which of two NaN operands an operation returns.
  private void canonicalize(int count) {
    for (int i = 0; i < count; i++) {
      items[i] = CanonicalNaN.of(items[i]);
    }
  }
}
