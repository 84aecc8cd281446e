package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;

/// Sum and mean of doubles.
final class FloatSumFold extends DoubleFold implements Summed {

  private final boolean ignoresNaN;
  private final DoubleSums sums = new DoubleSums();
  private double[] few = NOTHING;
  private long count;

  FloatSumFold(boolean big, boolean ignoresNaN) {
    super(ScalarKind.FLOAT64, big);
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void whole(MemorySegment segment, long at, long stride, int all) {
    if (!ignoresNaN && isFew(segment, stride, all)) {
      sums.addFew(segment, at, all);
      count = all;
    } else {
      super.whole(segment, at, stride, all);
    }
  }

  @Override
  void block(double[] items, int from, int length) {
    count += length;
    if (ignoresNaN) {
      count -= nanToZero(items, from, length);
    }
    sums.add(items, from, length);
  }

  /// Puts zeros in the place of NaN; returns how many there were.
  private static int nanToZero(double[] items, int from, int length) {
    int nan = 0;
    for (int i = from; i < from + length; i++) {
      double item = items[i];
      nan += Double.isNaN(item) ? 1 : 0;
      items[i] = Double.isNaN(item) ? 0 : item;
    }
    return nan;
  }

  @Override
  boolean direct(MemorySegment segment, long at, int length, boolean bigEndian) {
    if (ignoresNaN) {
      return false;
    }
    sums.add(segment, at, length, bigEndian);
    count += length;
    return true;
  }

  @Override
  boolean scattered(
      MemorySegment segment,
      long at,
      long stride,
      int length,
      RunReader numbers,
      boolean bigEndian) {
    if (ignoresNaN) {
      return false;
    }
    int done = bigEndian ? 0 : sums.addScattered(segment, at, stride, length);
    while (done < length) {
      int some = Math.min(BLOCK, length - done);
      if (few.length < some) {
        few = new double[some];
      }
      numbers.doubles(segment, at + done * stride, stride, some, few, 0);
      sums.addChunks(few, 0, some);
      done += some;
    }
    count += length;
    return true;
  }

  @Override
  void finish() {
    sums.end();
  }

  @Override
  void merge(Fold other) {
    FloatSumFold later = (FloatSumFold) other;
    sums.add(later.sums);
    count += later.count;
  }

  @Override
  void clear() {
    sums.clear();
    count = 0;
  }

  @Override
  public double sum() {
    return sums.total();
  }

  @Override
  public double mean() {
    return sums.total() / count;
  }

  @Override
  void store(Reduction op, NdView<?> target, long offset) {
    storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
