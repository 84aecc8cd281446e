package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.DoubleSum;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Sum and mean of floating-point numbers of up to eight bytes, in double precision.
final class FloatSumFold extends DoubleFold implements Fold.Summed {

  private final ScalarKind kind;
  private final boolean big;
  private final boolean ignoresNaN;
  private final DoubleSum sum = new DoubleSum();
  private long count;

  FloatSumFold(ScalarKind kind, boolean big, boolean ignoresNaN) {
    super(kind, ignoresNaN);
    this.kind = kind;
    this.big = big && kind == ScalarKind.FLOAT64 && !ignoresNaN;
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  boolean takesBigEndian() {
    return big;
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    if (ignoresNaN || kind.isNarrow()) {
      super.take(memory, at, length, scratch);
      return;
    }
    count += length;
    if (kind == ScalarKind.FLOAT32) {
      sum.floats(memory, at, length, scratch, isPlain());
    } else if (big) {
      sum.bigDoubles(memory, at, length, scratch, isPlain());
    } else {
      sum.doubles(memory, at, length, scratch, isPlain());
    }
  }

  @Override
  void block(MemorySegment memory, long at, int length, int dropped, MemorySegment scratch) {
    sum.doubles(memory, at, length, scratch, isPlain());
    count += length;
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
  void store(Reduction op, Items target, long offset) {
    storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
