package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.op.Moments;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Variance and standard deviation of real numbers, in one pass through memory: a block's sum
/// first, then, while it is in the cache, its squared deviations.
public final class MomentsFold extends DoubleFold {

  private final boolean ignoresNaN;
  private final DoubleSum sum = new DoubleSum();
  private final Deviations deviations = new Deviations();

  MomentsFold(ScalarKind kind, boolean ignoresNaN) {
    super(kind, ignoresNaN);
    this.ignoresNaN = ignoresNaN && kind.isFloat();
  }

  @Override
  void block(MemorySegment memory, long at, int count, int dropped, MemorySegment room) {
    deviations.add(memory, at, count, sum, room, isPlain());
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

  long count() {
    return deviations.count();
  }

  double squares() {
    return deviations.squares();
  }

  /// The variance or standard deviation of numbers; where NaN are ignored, NaN unless more numbers
  /// are left than degrees of freedom are taken away.
  static double variance(double squares, long count, Reduction op, boolean ignoresNaN) {
    if (ignoresNaN && count <= op.ddof()) {
      return Double.NaN;
    }
    double variance = Moments.variance(squares, count, op.ddof());
    return op.kind() == Reduction.Kind.STD ? Math.sqrt(variance) : variance;
  }

  public double result(Reduction op) {
    return variance(squares(), count(), op, ignoresNaN);
  }

  public Moments moments() {
    return new Moments(count(), count() == 0 ? Double.NaN : sum.total() / count(), squares());
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    storeDouble(target, offset, result(op));
  }
}
