package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.ComplexProduct;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.ItemValue;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;

/// Sum, product, mean, variance or standard deviation of complex numbers.
final class ComplexFold extends Fold {

  private final ScalarKind part;
  private final boolean ignoresNaN;
  private final boolean needsMoments;
  private final boolean multiplies;
  private final RealReader reader;
  private final double[] reals = new double[FoldInput.UNIT];
  private final double[] imaginaries = new double[FoldInput.UNIT];
  private final DoubleSum realSum = new DoubleSum();
  private final DoubleSum imaginarySum = new DoubleSum();
  private final Deviations realDeviations = new Deviations();
  private final Deviations imaginaryDeviations = new Deviations();
  private final ComplexProduct product = new ComplexProduct();
  private long count;

  ComplexFold(ScalarKind kind, Reduction op) {
    this.part = kind.part();
    this.ignoresNaN = op.ignoresNaN();
    this.needsMoments = op.kind() == Reduction.Kind.VAR || op.kind() == Reduction.Kind.STD;
    this.multiplies = op.kind() == Reduction.Kind.PROD;
    this.reader = new RealReader(part, false);
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    long stride = 2L * part.itemsize();
    for (int done = 0; done < length; done += FoldInput.UNIT) {
      int taken = Math.min(length - done, FoldInput.UNIT);
      long from = at + done * stride;
      reader.doubles(memory, from, stride, taken, reals, 0);
      reader.doubles(memory, from + part.itemsize(), stride, taken, imaginaries, 0);
      int kept = ignoresNaN ? withoutNaN(taken) : taken;
      if (multiplies) {
        product.multiply(reals, imaginaries, kept);
      } else {
        add(reals, kept, scratch, realSum, realDeviations);
        add(imaginaries, kept, scratch, imaginarySum, imaginaryDeviations);
      }
      count += kept;
    }
  }

  private int withoutNaN(int length) {
    int numbers = 0;
    for (int i = 0; i < length; i++) {
      double real = reals[i];
      double imaginary = imaginaries[i];
      reals[numbers] = real;
      imaginaries[numbers] = imaginary;
      numbers += Double.isNaN(real) || Double.isNaN(imaginary) ? 0 : 1;
    }
    return numbers;
  }

  private void add(
      double[] numbers, int kept, MemorySegment scratch, DoubleSum sum, Deviations deviations) {
    DoubleFold.store(numbers, kept, scratch);
    if (needsMoments) {
      deviations.add(scratch, 0, kept, sum, scratch, isPlain());
    } else {
      sum.doubles(scratch, 0, kept, scratch, isPlain());
    }
  }

  @Override
  void merge(Fold other) {
    ComplexFold later = (ComplexFold) other;
    realSum.add(later.realSum);
    imaginarySum.add(later.imaginarySum);
    realDeviations.add(later.realDeviations);
    imaginaryDeviations.add(later.imaginaryDeviations);
    product.multiply(later.product);
    count += later.count;
  }

  @Override
  void clear() {
    realSum.clear();
    imaginarySum.clear();
    realDeviations.clear();
    imaginaryDeviations.clear();
    product.clear();
    count = 0;
  }

  double variance(Reduction op) {
    return MomentsFold.variance(
        realDeviations.squares(0) + imaginaryDeviations.squares(0), count, op, ignoresNaN);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    if (needsMoments) {
      DoubleFold.storeDouble(target, offset, variance(op));
      return;
    }
    double divisor = op.kind() == Reduction.Kind.SUM ? 1 : count;
    double real = multiplies ? product.real() : realSum.total() / divisor;
    double imaginary = multiplies ? product.imaginary() : imaginarySum.total() / divisor;
    ScalarKind kind = target.kind().part();
    storePart(target, offset, kind, real);
    storePart(target, offset + kind.itemsize(), kind, imaginary);
  }

  private static void storePart(Items target, long offset, ScalarKind kind, double value) {
    ItemValue.setBits(
        target.segment(), offset, kind.itemsize(), false, ScalarBits.ofDouble(kind, value));
  }
}
