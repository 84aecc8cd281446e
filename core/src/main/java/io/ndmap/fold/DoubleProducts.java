package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Products of doubles, of one column or of the columns of a table. Exponents are kept separately,
/// so that no order of factors overflows or underflows before the end.
///
/// Each multiplication is rounded once. The relative error of the product of n numbers is therefore
/// at most n × 2⁻⁵³, plus the error of the last rounding.
public final class DoubleProducts {

  /// The number of elements of a block. The fractions of a block are multiplied in eight
  /// accumulators.
  private static final int BLOCK = 128;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final int WIDTH = 52;

  /// Exponents are clamped to this magnitude, which makes every number infinite or zero.
  private static final int FAR = 4096;

  // The products, as normal numbers. Exponents are separated only if a product would not stay
  // normal.
  private double[] products;
  // A buffer for the products with the next row.
  private double[] next;
  private final long[] exponents;
  // For each column, the product of the zeros, infinities and NaNs.
  private final double[] specials;

  /// Creates the product of one column.
  public DoubleProducts() {
    this(1);
  }

  /// @param width the number of columns
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
  /// @param at byte offset of the first double
  /// @param count the number of doubles
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
      // Negative if the biased exponent is 0 or 2047.
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

  /// Returns the significand of a normal number, between 1 and 2, with its sign.
  private static double fraction(long bits) {
    return Double.longBitsToDouble((bits & ~EXPONENT) | ONE);
  }

  // ---- rows

  /// Multiplies each column by its number in a row.
  ///
  /// @param row the row, which may be overwritten
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

  /// Multiplies elementwise. Returns whether all products are normal numbers of more than the
  /// smallest exponent: a product of the smallest exponent may have been rounded as a subnormal
  /// number.
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

  /// Replaces zeros, infinities and NaN by 1, and scales subnormal numbers.
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

  /// Scales numbers to magnitudes between 1 and 2, and adds their exponents to the separate
  /// exponents.
  private void separateExponents(double[] items) {
    for (int j = 0; j < items.length; j++) {
      int exponent = Math.getExponent(items[j]);
      items[j] = Math.scalb(items[j], -exponent);
      exponents[j] += exponent;
    }
  }

  // ---- results

  /// Multiplies by the products of further numbers, which have the same number of columns.
  public void multiply(DoubleProducts other) {
    multiply(other.products.clone());
    for (int j = 0; j < exponents.length; j++) {
      exponents[j] += other.exponents[j];
      specials[j] *= other.specials[j];
    }
  }

  /// Resets all products to one.
  public void clear() {
    Arrays.fill(products, 1);
    Arrays.fill(exponents, 0);
    Arrays.fill(specials, 1);
  }

  /// Returns the product of a column.
  ///
  /// @return the product; infinite or zero only if the exact product is infinite or zero, or
  ///   outside the range of doubles
  public double total(int column) {
    return specials[column] == 1
        ? Math.scalb(products[column], Math.clamp(exponents[column], -FAR, FAR))
        : specials[column] * Math.signum(products[column]);
  }
}
