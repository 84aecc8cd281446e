package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.NarrowSums;
import java.lang.foreign.MemorySegment;

/// Sum and mean of floating-point numbers of two or four bytes, added up as doubles: in many lanes
/// side by side, which vectorises, and then as doubles are.
final class NarrowSumFold extends Fold implements Summed {

  private final NarrowSums lanes;

  NarrowSumFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    this.lanes = new NarrowSums(kind, big, ignoresNaN);
  }

  @Override
  void whole(MemorySegment segment, long at, long stride, int all) {
    if (!lanes.addFew(segment, at, stride, all)) {
      super.whole(segment, at, stride, all);
    }
  }

  @Override
  void run(MemorySegment segment, long at, long stride, int count) {
    lanes.add(segment, at, stride, count);
  }

  @Override
  void end() {
    lanes.end();
  }

  @Override
  void merge(Fold other) {
    NarrowSumFold later = (NarrowSumFold) other;
    lanes.add(later.lanes);
  }

  @Override
  void clear() {
    lanes.clear();
  }

  @Override
  public double sum() {
    return lanes.total();
  }

  @Override
  public double mean() {
    return lanes.total() / lanes.count();
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    DoubleFold.storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
