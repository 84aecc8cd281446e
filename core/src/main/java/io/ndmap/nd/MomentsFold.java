package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.CompensatedSum;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.Moments;
import java.lang.foreign.MemorySegment;

/// Variance and standard deviation of real numbers, in one pass through memory: a block's sum
/// first, then, while it is in the cache, its squared deviations.
final class MomentsFold extends DoubleFold {

  private final boolean ignoresNaN;
  private final CompensatedSum sum = new CompensatedSum();
  private final Moments moments = new Moments();

  MomentsFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    super(kind, big);
    this.ignoresNaN = ignoresNaN && kind.isFloat();
  }

  @Override
  void block(double[] items, int from, int length) {
    int kept = ignoresNaN ? withoutNaN(items, from, length) : length;
    moments.add(items, from, kept, DoubleSums.add(items, from, kept, sum));
  }

  @Override
  int unit() {
    return BLOCK;
  }

  @Override
  boolean direct(MemorySegment segment, long at, long stride, int length, boolean bigEndian) {
    if (ignoresNaN || bigEndian || stride != Double.BYTES) {
      return false;
    }
    for (int done = 0; done < length; done += BLOCK) {
      long block = at + done * stride;
      moments.add(segment, block, BLOCK, DoubleSums.add(segment, block, BLOCK, sum));
    }
    return true;
  }

  @Override
  void merge(Fold other) {
    MomentsFold later = (MomentsFold) other;
    sum.add(later.sum);
    moments.add(later.moments);
  }

  @Override
  void clear() {
    sum.clear();
    moments.clear();
  }

  long count() {
    return moments.count();
  }

  double squares() {
    return moments.squares();
  }

  /// The sum of squared deviations divided as NumPy does it: never by less than zero.
  static double variance(double squares, long count, Reduction op, boolean ignoresNaN) {
    long divisor = Math.max(count - op.ddof(), 0);
    if (count == 0 || (divisor == 0 && ignoresNaN)) {
      return Double.NaN;
    }
    double variance = squares / divisor;
    return op.kind() == Reduction.Kind.STD ? Math.sqrt(variance) : variance;
  }

  double result(Reduction op) {
    return variance(squares(), count(), op, ignoresNaN);
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    storeDouble(target, offset, result(op));
  }
}
