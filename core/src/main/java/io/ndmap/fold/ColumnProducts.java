package io.ndmap.fold;

import java.util.Arrays;

/// Products of doubles down the columns of a table, whose exponents are added apart as in
/// [DoubleProduct].
public final class ColumnProducts {

  /// Rows whose fractions are multiplied before their exponent is taken out: their product is less
  /// than what doubles hold.
  private static final int CHUNK = 512;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final int WIDTH = 52;

  private final double[] fractions;
  private final long[] exponents;
  // Of zeros, infinities and NaN.
  private final double[] specials;
  private int rows;
  private long all;

  /// @param width how many columns
  public ColumnProducts(int width) {
    this.fractions = new double[width];
    this.exponents = new long[width];
    this.specials = new double[width];
    Arrays.fill(fractions, 1);
    Arrays.fill(specials, 1);
  }

  /// Multiplies by a row.
  public void multiply(double[] row) {
    long unusual = 0;
    for (int j = 0; j < row.length; j++) {
      long biased = (Double.doubleToRawLongBits(row[j]) & EXPONENT) >>> WIDTH;
      unusual |= ((biased + 1) & 0x7fe) - 1;
    }
    if (unusual < 0) {
      takeOut(row);
    }
    for (int j = 0; j < row.length; j++) {
      long bits = Double.doubleToRawLongBits(row[j]);
      exponents[j] += (bits & EXPONENT) >>> WIDTH;
      fractions[j] *= Double.longBitsToDouble((bits & ~EXPONENT) | ONE);
    }
    all++;
    if (++rows == CHUNK) {
      scale();
    }
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

  private void scale() {
    rows = 0;
    for (int j = 0; j < fractions.length; j++) {
      int carried = Math.getExponent(fractions[j]);
      fractions[j] = Math.scalb(fractions[j], -carried);
      exponents[j] += carried;
    }
  }

  /// The product of a column.
  ///
  /// @return as [DoubleProduct#total]
  public double total(int column) {
    double fraction = fractions[column];
    return DoubleProduct.total(
        fraction, exponents[column] - all * Double.MAX_EXPONENT, specials[column]);
  }
}
