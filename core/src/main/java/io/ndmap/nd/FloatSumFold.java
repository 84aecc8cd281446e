package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.CompensatedSum;
import io.ndmap.kernel.DoubleSums;
import java.lang.foreign.MemorySegment;

/// Sum and mean of floating-point numbers.
final class FloatSumFold extends DoubleFold {

  private final boolean ignoresNaN;
  private final CompensatedSum sum = new CompensatedSum();
  private long count;

  FloatSumFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    super(kind, big);
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void block(double[] items, int from, int length) {
    int kept = ignoresNaN ? withoutNaN(items, from, length) : length;
    DoubleSums.add(items, from, kept, sum);
    count += kept;
  }

  @Override
  void blocks(MemorySegment segment, long at, int length) {
    if (!ignoresNaN) {
      DoubleSums.add(segment, at, length, sum);
      count += length;
      return;
    }
    double[] items = new double[BLOCK];
    for (int done = 0; done < length; done += BLOCK) {
      io.ndmap.kernel.Carriers.doubles(segment, at + 8L * done, 8, BLOCK, items, 0);
      block(items, 0, BLOCK);
    }
  }

  @Override
  void merge(Fold other) {
    FloatSumFold later = (FloatSumFold) other;
    sum.add(later.sum);
    count += later.count;
  }

  @Override
  void clear() {
    sum.clear();
    count = 0;
  }

  double sum() {
    return sum.total();
  }

  double mean() {
    return sum.total() / count;
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
