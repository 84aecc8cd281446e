package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Sum and mean of doubles.
final class FloatSumFold extends DoubleFold implements Summed {

  private final boolean ignoresNaN;
  private final DoubleSums sums = new DoubleSums();
  private double[] scattered = NOTHING;
  private long count;

  FloatSumFold(boolean big, boolean ignoresNaN) {
    super(ScalarKind.FLOAT64, big);
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void block(double[] items, int from, int length) {
    count += length;
    if (ignoresNaN) {
      count -= nanToZero(items, from, length);
    }
    sums.add(items, from, length);
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
      RealReader numbers,
      boolean bigEndian) {
    if (ignoresNaN) {
      return false;
    }
    int done = bigEndian ? 0 : sums.addScattered(segment, at, stride, length);
    while (done < length) {
      int some = Math.min(BLOCK, length - done);
      if (scattered.length < some) {
        scattered = new double[some];
      }
      numbers.doubles(segment, at + done * stride, stride, some, scattered, 0);
      sums.addChunks(scattered, 0, some);
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
  void store(Reduction op, Items target, long offset) {
    storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum() : mean());
  }
}
