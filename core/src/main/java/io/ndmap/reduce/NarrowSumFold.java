package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.NarrowSums;
import io.ndmap.layout.Strided;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Sum and mean of floating-point numbers of two or four bytes, added as doubles: in many lanes,
/// which vectorizes, and then as doubles are.
final class NarrowSumFold extends Fold implements Summed {

  private final ScalarKind kind;
  private final boolean big;
  private final boolean ignoresNaN;
  private final NarrowSums lanes;
  private double[] few = DoubleFold.NOTHING;

  NarrowSumFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    this.kind = kind;
    this.big = big;
    this.ignoresNaN = ignoresNaN;
    this.lanes = new NarrowSums(kind, big, ignoresNaN);
  }

  @Override
  boolean gather(MemorySegment segment, Strided layout) {
    few = FewItems.doubles(kind, big, segment, layout);
    return true;
  }

  @Override
  void gathered(int from, int count) {
    int nan = ignoresNaN ? DoubleFold.nanToZero(few, from, count) : 0;
    lanes.addFew(few, from, count, nan);
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
  void store(Reduction op, Items target, long offset) {
    DoubleFold.storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
