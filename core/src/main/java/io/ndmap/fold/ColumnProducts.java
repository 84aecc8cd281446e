package io.ndmap.fold;

import java.util.Arrays;

/// Products of doubles down the columns of a table. Where one leaves what doubles hold in full, the
/// exponents of all are taken out and added apart, as in [DoubleProduct]: which changes no digit.
public final class ColumnProducts {

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final int WIDTH = 52;

  private double[] products;
  // With the next row, if that goes well.
  private double[] next;
  private final long[] exponents;
  // Of zeros, infinities and NaN.
  private final double[] specials;

  /// @param width how many columns
  public ColumnProducts(int width) {
    this.products = new double[width];
    this.next = new double[width];
    this.exponents = new long[width];
    this.specials = new double[width];
    Arrays.fill(products, 1);
    Arrays.fill(specials, 1);
  }

  /// Multiplies by a row.
  ///
  /// @param row what it held may be lost
  public void multiply(double[] row) {
    if (isUsual(products, row, next)) {
      swap();
      return;
    }
    takeOut(row);
    if (!isUsual(products, row, next)) {
      takeExponents(products);
      takeExponents(row);
      var _ = isUsual(products, row, next);
    }
    swap();
  }

  private void swap() {
    double[] last = products;
    products = next;
    next = last;
  }

  /// Multiplies, and tells whether all products have all their digits: the smallest normal numbers
  /// may have been rounded as if they were smaller ones.
  private static boolean isUsual(double[] a, double[] b, double[] to) {
    long unusual = 0;
    for (int j = 0; j < to.length; j++) {
      double product = a[j] * b[j];
      to[j] = product;
      long biased = (Double.doubleToRawLongBits(product) & EXPONENT) >>> WIDTH;
      unusual |= (biased - 2) | (Double.MAX_EXPONENT * 2 - biased);
    }
    return unusual >= 0;
  }

  /// Makes usual numbers of all: of what is special, one, and of what is too small, its digits.
  private void takeOut(double[] row) {
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

  private void takeExponents(double[] items) {
    for (int j = 0; j < items.length; j++) {
      int exponent = Math.getExponent(items[j]);
      items[j] = Math.scalb(items[j], -exponent);
      exponents[j] += exponent;
    }
  }

  /// The product of a column.
  ///
  /// @return as [DoubleProduct#total]
  public double total(int column) {
    return DoubleProduct.total(products[column], exponents[column], specials[column]);
  }
}
