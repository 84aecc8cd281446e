package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Products of doubles, of one column or of the columns of a table, with separate exponents: no
/// order of factors overflows or underflows before the end.
///
/// Each factor is rounded once, so that the relative error of n numbers is at most n times 2⁻⁵³,
/// besides that of the last rounding.
public final class DoubleProducts {

  /// Numbers of the only column whose fractions are multiplied in eight accumulators.
  private static final int BLOCK = 128;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final int WIDTH = 52;

  /// An exponent beyond those of doubles, by more than the bits of a fraction.
  private static final int FAR = 4096;

  // Normal numbers, whose exponents are separated only where that is needed to keep them so.
  private double[] products;
  // The products with the next row, if all of them are normal.
  private double[] next;
  private final long[] exponents;
  // The products of zeros, infinities and NaN.
  private final double[] specials;

  /// For one column.
  public DoubleProducts() {
    this(1);
  }

  /// @param width how many columns
  public DoubleProducts(int width) {
    this.products = new double[width];
    this.next = new double[width];
    this.exponents = new long[width];
    this.specials = new double[width];
    Arrays.fill(products, 1);
    Arrays.fill(specials, 1);
  }

  // ---- one column

  /// Multiplies the only column by little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  public void doubles(MemorySegment memory, long at, int count) {
    for (int done = 0; done < count; done += BLOCK) {
      block(memory, at + ((long) done << 3), Math.min(BLOCK, count - done));
    }
  }

  private void block(MemorySegment memory, long at, int count) {
    MemorySegment items = Unscoped.slice(memory, at, (long) count << 3);
    long scale = 0;
    long abnormal = 0;
    for (int i = 0; i < count; i++) {
      long biased = (items.get(LONG, (long) i << 3) & EXPONENT) >>> WIDTH;
      scale += biased;
      // Negative for the least and the greatest exponent.
      abnormal |= ((biased + 1) & 0x7fe) - 1;
    }
    if (abnormal < 0) {
      for (int i = 0; i < count; i++) {
        multiply(new double[] {Double.longBitsToDouble(items.get(LONG, (long) i << 3))});
      }
      return;
    }
    double a = 1;
    double b = 1;
    double c = 1;
    double d = 1;
    double e = 1;
    double f = 1;
    double g = 1;
    double h = 1;
    int eights = count & -8;
    for (int i = 0; i < eights; i += 8) {
      long o = (long) i << 3;
      a *= fraction(items.get(LONG, o));
      b *= fraction(items.get(LONG, o + 8));
      c *= fraction(items.get(LONG, o + 16));
      d *= fraction(items.get(LONG, o + 24));
      e *= fraction(items.get(LONG, o + 32));
      f *= fraction(items.get(LONG, o + 40));
      g *= fraction(items.get(LONG, o + 48));
      h *= fraction(items.get(LONG, o + 56));
    }
    for (int i = eights; i < count; i++) {
      a *= fraction(items.get(LONG, (long) i << 3));
    }
    multiply(new double[] {((a * b) * (c * d)) * ((e * f) * (g * h))});
    exponents[0] += scale - (long) count * Double.MAX_EXPONENT;
  }

  private static double fraction(long bits) {
    return Double.longBitsToDouble((bits & ~EXPONENT) | ONE);
  }

  // ---- rows

  /// Multiplies by a row.
  ///
  /// @param row may be overwritten
  public void multiply(double[] row) {
    if (isNormal(products, row, next)) {
      swap();
      return;
    }
    replaceSpecials(row);
    if (!isNormal(products, row, next)) {
      separateExponents(products);
      separateExponents(row);
      var _ = isNormal(products, row, next);
    }
    swap();
  }

  private void swap() {
    double[] last = products;
    products = next;
    next = last;
  }

  /// Multiplies, and returns whether all products are normal numbers larger than the smallest,
  /// which may have been rounded as subnormal ones.
  private static boolean isNormal(double[] a, double[] b, double[] to) {
    long abnormal = 0;
    for (int j = 0; j < to.length; j++) {
      double product = a[j] * b[j];
      to[j] = product;
      long biased = (Double.doubleToRawLongBits(product) & EXPONENT) >>> WIDTH;
      abnormal |= (biased - 2) | (Double.MAX_EXPONENT * 2 - biased);
    }
    return abnormal >= 0;
  }

  /// Replaces special numbers by 1, and scales subnormal ones.
  private void replaceSpecials(double[] row) {
    for (int j = 0; j < row.length; j++) {
      double item = row[j];
      if (item == 0 || !Double.isFinite(item)) {
        specials[j] *= item;
        row[j] = 1;
      } else if (Math.abs(item) < Double.MIN_NORMAL) {
        row[j] = Math.scalb(item, WIDTH);
        exponents[j] -= WIDTH;
      }
    }
  }

  private void separateExponents(double[] items) {
    for (int j = 0; j < items.length; j++) {
      int exponent = Math.getExponent(items[j]);
      items[j] = Math.scalb(items[j], -exponent);
      exponents[j] += exponent;
    }
  }

  // ---- results

  /// Multiplies by the products of others, of as many columns.
  public void multiply(DoubleProducts other) {
    multiply(other.products.clone());
    for (int j = 0; j < exponents.length; j++) {
      exponents[j] += other.exponents[j];
      specials[j] *= other.specials[j];
    }
  }

  /// Resets all to one.
  public void clear() {
    Arrays.fill(products, 1);
    Arrays.fill(exponents, 0);
    Arrays.fill(specials, 1);
  }

  /// The product of a column.
  ///
  /// @return infinite or zero only if the whole product is, or exceeds what doubles hold
  public double total(int column) {
    return specials[column] == 1
        ? Math.scalb(products[column], Math.clamp(exponents[column], -FAR, FAR))
        : specials[column] * Math.signum(products[column]);
  }
}
