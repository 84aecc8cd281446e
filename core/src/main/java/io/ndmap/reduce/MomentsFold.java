package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.op.Moments;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Variance or standard deviation of real numbers, in one pass through memory. The sum of a block
/// is computed first, then, while the block is in the cache, its squared deviations.
public final class MomentsFold extends DoubleFold {

  private final boolean ignoresNaN;
  private final DoubleSum sum = new DoubleSum();
  private final Deviations deviations = new Deviations();

  MomentsFold(ScalarKind kind, boolean ignoresNaN) {
    super(kind, ignoresNaN);
    this.ignoresNaN = ignoresNaN && kind.isFloat();
  }

  @Override
  void block(MemorySegment memory, long at, int count, int dropped, MemorySegment scratch) {
    deviations.add(memory, at, count, sum, scratch, isPlain());
  }

  @Override
  void merge(Fold other) {
    MomentsFold later = (MomentsFold) other;
    sum.add(later.sum);
    deviations.add(later.deviations);
  }

  @Override
  void clear() {
    sum.clear();
    deviations.clear();
  }

  /// Returns the variance or standard deviation. If NaN is ignored, the result is NaN unless the
  /// number of elements that are not NaN exceeds `ddof`.
  static double variance(double squares, long count, Reduction op, boolean ignoresNaN) {
    if (ignoresNaN && count <= op.ddof()) {
      return Double.NaN;
    }
    double variance = Moments.variance(squares, count, op.ddof());
    return op.kind() == Reduction.Kind.STD ? Math.sqrt(variance) : variance;
  }

  public double result(Reduction op) {
    return variance(deviations.squares(0), deviations.count(), op, ignoresNaN);
  }

  public Moments moments() {
    long count = deviations.count();
    double mean = count == 0 ? Double.NaN : sum.total() / count;
    return new Moments(count, mean, deviations.squares(0));
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    storeDouble(target, offset, result(op));
  }
}
