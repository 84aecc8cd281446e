package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Deviations;
import io.ndmap.kernel.DoubleSums;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;

/// Sum, mean, variance and standard deviation of complex numbers, of both parts at once.
final class ComplexFold extends Fold {

  private static final int BLOCK = DoubleFold.BLOCK;

  private final ScalarKind part;
  private final boolean ignoresNaN;
  private final boolean needsMoments;
  private final RealReader reader;
  private final double[] reals = new double[BLOCK];
  private final double[] imaginaries = new double[BLOCK];
  private final DoubleSums realSum = new DoubleSums();
  private final DoubleSums imaginarySum = new DoubleSums();
  private final Deviations realDeviations = new Deviations();
  private final Deviations imaginaryDeviations = new Deviations();
  private long count;
  private int filled;

  ComplexFold(ScalarKind kind, boolean big, Reduction op) {
    this.part = kind.part();
    this.ignoresNaN = op.ignoresNaN();
    this.needsMoments = op.kind() == Reduction.Kind.VAR || op.kind() == Reduction.Kind.STD;
    this.reader = new RealReader(part, big);
  }

  @Override
  void run(MemorySegment segment, long at, long stride, int length) {
    int done = 0;
    while (done < length) {
      int taken = Math.min(length - done, BLOCK - filled);
      reader.doubles(segment, at + done * stride, stride, taken, reals, filled);
      long imaginary = at + done * stride + part.itemsize();
      reader.doubles(segment, imaginary, stride, taken, imaginaries, filled);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        takeBlock();
      }
    }
  }

  @Override
  void end() {
    takeBlock();
    realSum.end();
    imaginarySum.end();
  }

  private void takeBlock() {
    int kept = filled;
    filled = 0;
    if (ignoresNaN) {
      int numbers = 0;
      for (int i = 0; i < kept; i++) {
        double real = reals[i];
        double imaginary = imaginaries[i];
        reals[numbers] = real;
        imaginaries[numbers] = imaginary;
        numbers += Double.isNaN(real) || Double.isNaN(imaginary) ? 0 : 1;
      }
      kept = numbers;
    }
    double real = realSum.addBlock(reals, 0, kept);
    double imaginary = imaginarySum.addBlock(imaginaries, 0, kept);
    if (needsMoments) {
      realDeviations.add(reals, 0, kept, real);
      imaginaryDeviations.add(imaginaries, 0, kept, imaginary);
    }
    count += kept;
  }

  @Override
  void merge(Fold other) {
    ComplexFold later = (ComplexFold) other;
    realSum.add(later.realSum);
    imaginarySum.add(later.imaginarySum);
    realDeviations.add(later.realDeviations);
    imaginaryDeviations.add(later.imaginaryDeviations);
    count += later.count;
  }

  @Override
  void clear() {
    realSum.clear();
    imaginarySum.clear();
    realDeviations.clear();
    imaginaryDeviations.clear();
    count = 0;
  }

  double variance(Reduction op) {
    return MomentsFold.variance(
        realDeviations.squares() + imaginaryDeviations.squares(), count, op, ignoresNaN);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    if (needsMoments) {
      DoubleFold.storeDouble(target, offset, variance(op));
      return;
    }
    double divisor = op.kind() == Reduction.Kind.SUM ? 1 : count;
    ScalarKind kind = target.kind().part();
    storePart(target, offset, kind, realSum.total() / divisor);
    storePart(target, offset + kind.itemsize(), kind, imaginarySum.total() / divisor);
  }

  private static void storePart(Items target, long offset, ScalarKind kind, double value) {
    ItemValue.setBits(
        target.segment(), offset, kind.itemsize(), false, ScalarBits.ofDouble(kind, value));
  }
}
