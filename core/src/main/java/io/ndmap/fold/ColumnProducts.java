package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// Keeps the products of columns, which loops multiply by rows, from overflowing or underflowing:
/// exponents that become large are kept separately.
///
/// The products are little-endian doubles. Each is either special (zero, infinite or NaN), or its
/// exponent is from -256 to 255.
public final class ColumnProducts {

  /// The exponents of products need at most 9 bits between multiplications.
  private static final int BITS = 9;

  /// The exponents of the doubles by which a loop may multiply need at most 8 bits: they are from
  /// -128 to 127, so that the product of four such doubles and of a product of a column is a normal
  /// number. That is also true of four floats of 32 bits, whose exponents are from -149 to 127.
  private static final int ROW_BITS = 8;

  private static final int WIDTH = 52;

  // The exponent of each column that its product lacks.
  private final long[] exponents;

  /// @param width the number of columns
  public ColumnProducts(int width) {
    this.exponents = new long[width];
  }

  /// Returns whether a loop may multiply the products by up to four rows of such doubles.
  ///
  /// @param at byte offset of the first double
  public static boolean areNear(MemorySegment row, long at, int count) {
    return areNear(row, at, count, ROW_BITS);
  }

  /// Returns whether all exponents fit so many bits, with a sign. False if a double is special.
  private static boolean areNear(MemorySegment memory, long at, int count, int bits) {
    MemorySegment items = Unscoped.slice(memory, at, (long) count << 3);
    long least = (long) (Double.MAX_EXPONENT - (1 << (bits - 1))) << WIDTH;
    long distances = 0;
    for (int i = 0; i < count; i++) {
      distances |= (items.get(LONG, (long) i << 3) & Long.MAX_VALUE) - least;
    }
    return distances >>> (WIDTH + bits) == 0;
  }

  /// Multiplies the products of some columns by any doubles.
  ///
  /// @param products the products
  /// @param at byte offset of the product of the first of these columns
  /// @param row the doubles
  /// @param from byte offset of the first double
  /// @param first index of the first column
  /// @param count the number of columns
  public void multiply(
      MemorySegment products, long at, MemorySegment row, long from, int first, int count) {
    for (int i = 0; i < count; i++) {
      long o = (long) i << 3;
      double product = products.get(DOUBLE, at + o);
      double item = row.get(DOUBLE, from + o);
      if (!DoubleProduct.isSpecial(item) && !DoubleProduct.isSpecial(product)) {
        int size = DoubleProduct.exponent(item);
        item = Math.scalb(item, -size);
        exponents[first + i] += size;
      }
      products.set(DOUBLE, at + o, product * item);
    }
  }

  /// Separates the exponents of some columns if a product has become large or small. This must be
  /// called after each multiplication by up to four rows.
  ///
  /// @param products the products
  /// @param at byte offset of the product of the first of these columns
  /// @param first index of the first column
  /// @param count the number of columns
  public void separate(MemorySegment products, long at, int first, int count) {
    if (areNear(products, at, count, BITS)) {
      return;
    }
    for (int i = 0; i < count; i++) {
      long o = at + ((long) i << 3);
      double product = products.get(DOUBLE, o);
      if (!DoubleProduct.isSpecial(product)) {
        int size = DoubleProduct.exponent(product);
        products.set(DOUBLE, o, Math.scalb(product, -size));
        exponents[first + i] += size;
      }
    }
  }

  /// Multiplies the exponents of some columns by those of later columns, with which a loop has
  /// multiplied the products.
  ///
  /// @param first index of the first later column
  /// @param count the number of columns
  public void merge(int first, int count) {
    for (int i = 0; i < count; i++) {
      exponents[i] += exponents[first + i];
    }
  }

  /// Returns the product of a column with its exponent.
  public double total(int column, double product) {
    return DoubleProduct.scaled(product, exponents[column]);
  }
}
