package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.NarrowSums;
import java.lang.foreign.MemorySegment;

/// Sum and mean of floating-point numbers of two or four bytes, added up as doubles: in many lanes
/// side by side, which vectorises, and then as doubles are.
final class NarrowSumFold extends Fold implements Summed {

  private final NarrowSums lanes;
  private final DoubleSums sum = new DoubleSums();

  NarrowSumFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    this.lanes = new NarrowSums(kind, big, ignoresNaN);
  }

  @Override
  void run(MemorySegment segment, long at, long stride, int count) {
    lanes.add(segment, at, stride, count);
  }

  @Override
  void end() {
    lanes.drainTo(sum);
  }

  @Override
  void merge(Fold other) {
    NarrowSumFold later = (NarrowSumFold) other;
    sum.add(later.sum);
    lanes.addCount(later.lanes);
  }

  @Override
  void clear() {
    sum.clear();
    lanes.clear();
  }

  @Override
  public double sum() {
    return sum.total();
  }

  @Override
  public double mean() {
    return sum.total() / lanes.count();
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    DoubleFold.storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
