package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.CompensatedSum;
import io.ndmap.kernel.DoubleSums;
import java.lang.foreign.MemorySegment;

/// Sum and mean of doubles.
final class FloatSumFold extends DoubleFold implements Summed {

  private final boolean ignoresNaN;
  private final CompensatedSum sum = new CompensatedSum();
  private long count;

  FloatSumFold(boolean big, boolean ignoresNaN) {
    super(ScalarKind.FLOAT64, big);
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void block(double[] items, int from, int length) {
    int kept = ignoresNaN ? withoutNaN(items, from, length) : length;
    DoubleSums.add(items, from, kept, sum);
    count += kept;
  }

  @Override
  int unit() {
    return DoubleSums.CHUNK;
  }

  @Override
  boolean direct(MemorySegment segment, long at, long stride, int length, boolean bigEndian) {
    if (ignoresNaN || (bigEndian && stride != Double.BYTES)) {
      return false;
    }
    if (bigEndian) {
      DoubleSums.addBig(segment, at, length, sum);
    } else if (stride == Double.BYTES) {
      DoubleSums.add(segment, at, length, sum);
    } else {
      DoubleSums.add(segment, at, stride, length, sum);
    }
    count += length;
    return true;
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

  @Override
  public double sum() {
    return sum.total();
  }

  @Override
  public double mean() {
    return sum.total() / count;
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
