package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.ExactSum;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.ExtendedFloat;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;

/// Sum or mean of real or complex long doubles, computed exactly and rounded once, because their
/// significand of 64 bits is longer than that of any floating-point type of Java.
final class ExtendedSumFold extends Fold implements Fold.Summed {

  private static final int PART = 16;

  /// The sum of all real or of all imaginary parts.
  private static final class Part {
    private final ExactSum sum = new ExactSum();
    private boolean nan;
    private boolean up;
    private boolean down;

    void add(BinaryFloat number) {
      switch (number.category()) {
        case NAN -> nan = true;
        case INFINITE -> {
          up |= !number.negative();
          down |= number.negative();
        }
        case FINITE -> sum.add(number.negative(), number.mantissa(), number.exponent());
      }
    }

    void merge(Part later) {
      sum.add(later.sum);
      nan |= later.nan;
      up |= later.up;
      down |= later.down;
    }

    void clear() {
      sum.clear();
      nan = false;
      up = false;
      down = false;
    }

    /// Returns the sum if it is NaN or infinite, else 0.
    private double special() {
      if (nan || (up && down)) {
        return Double.NaN;
      }
      double infinity = up ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      return up || down ? infinity : 0;
    }

    void store(Items target, long offset, long divisor) {
      double special = divisor == 0 ? Double.NaN : special();
      if (special != 0) {
        ItemValue.writeLongDouble(target.segment(), offset, false, special);
      } else {
        BigInteger value = sum.value();
        ItemValue.writeLongDouble(
            target.segment(),
            offset,
            false,
            value.signum() < 0,
            value.abs(),
            BigInteger.valueOf(divisor),
            ExactSum.LOWEST);
      }
    }

    double quotient(long divisor) {
      double special = special();
      return special != 0
          ? special
          : ExtendedFloat.quotient(sum.value(), BigInteger.valueOf(divisor), ExactSum.LOWEST);
    }
  }

  private final boolean ignoresNaN;
  private final Part[] parts;
  private long count;

  ExtendedSumFold(ScalarKind kind, boolean ignoresNaN) {
    this.ignoresNaN = ignoresNaN;
    this.parts = new Part[kind.itemsize() / PART];
    Arrays.setAll(parts, k -> new Part());
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    long stride = (long) PART * parts.length;
    BinaryFloat[] item = new BinaryFloat[parts.length];
    for (int i = 0; i < length; i++) {
      boolean nan = false;
      for (int k = 0; k < parts.length; k++) {
        item[k] = ItemValue.longDouble(memory, at + i * stride + (long) k * PART, false);
        nan |= item[k].category() == BinaryFloat.Category.NAN;
      }
      if (!nan || !ignoresNaN) {
        count++;
        for (int k = 0; k < parts.length; k++) {
          parts[k].add(item[k]);
        }
      }
    }
  }

  @Override
  void merge(Fold other) {
    ExtendedSumFold later = (ExtendedSumFold) other;
    count += later.count;
    for (int k = 0; k < parts.length; k++) {
      parts[k].merge(later.parts[k]);
    }
  }

  @Override
  void clear() {
    count = 0;
    for (Part part : parts) {
      part.clear();
    }
  }

  /// Returns the sum of the real parts, rounded to the nearest double.
  @Override
  public double sum() {
    return parts[0].quotient(1);
  }

  @Override
  public double mean() {
    return count == 0 ? Double.NaN : parts[0].quotient(count);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    long divisor = op.kind() == Reduction.Kind.MEAN ? count : 1;
    for (int k = 0; k < parts.length; k++) {
      parts[k].store(target, offset + (long) k * PART, divisor);
    }
  }
}
