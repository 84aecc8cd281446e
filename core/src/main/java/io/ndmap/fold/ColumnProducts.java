package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;

/// Keeps the products of columns, which loops multiply by rows, from overflowing or underflowing:
/// exponents that become large are kept separately.
///
/// The products are little-endian doubles. Each is either special (zero, infinite or NaN), or its
/// exponent is from -256 to 255. First up to four rows are multiplied with one another, in order,
/// then each product is multiplied by their product, as [io.ndmap.loop.FourRows] does. So the bits
/// of a product do not depend on whether a loop or this class has multiplied it.
public final class ColumnProducts {

  /// The exponents of products need at most 9 bits between multiplications.
  private static final int BITS = 9;

  /// The exponents of the doubles by which a loop may multiply need at most 8 bits: they are from
  /// -128 to 127, so that the product of four such doubles and of a product of a column is a normal
  /// number. That is also true of four floats of 32 bits, whose exponents are from -149 to 127.
  private static final int ROW_BITS = 8;

  // The exponent of each column that its product lacks.
  private final long[] exponents;

  /// @param width the number of columns
  public ColumnProducts(int width) {
    this.exponents = new long[width];
  }

  /// Returns whether a loop may multiply the products by a row: whether the exponents of all its
  /// doubles are from -128 to 127. This must be true for each of up to four rows.
  public static boolean areNear(Span row, int count) {
    return areNear(row, count, ROW_BITS);
  }

  /// Returns whether all exponents fit in a number of bits, of which one is for the sign. False if
  /// a double is special.
  private static boolean areNear(Span doubles, int count, int bits) {
    MemorySegment items = doubles.slice((long) count << 3).memory();
    long least = (long) (Double.MAX_EXPONENT - (1 << (bits - 1))) << DoubleProduct.WIDTH;
    long distances = 0;
    for (int i = 0; i < count; i++) {
      distances |= (items.get(LONG, (long) i << 3) & Long.MAX_VALUE) - least;
    }
    return distances >>> (DoubleProduct.WIDTH + bits) == 0;
  }

  /// Multiplies the products of some columns by any doubles, and separates their exponents.
  ///
  /// @param products the products of these columns
  /// @param rows the columns of the rows
  /// @param many the number of rows, at most four
  /// @param first index of the first column
  /// @param count the number of columns
  public void multiply(double[] products, double[][] rows, int many, int first, int count) {
    for (int i = 0; i < count; i++) {
      double factor = near(rows[0][i], first + i);
      for (int k = 1; k < many; k++) {
        factor *= near(rows[k][i], first + i);
      }
      products[i] = near(products[i] * factor, first + i);
    }
  }

  /// Separates the exponents of some columns if a product has become large or small. This must be
  /// called after each multiplication by a loop.
  ///
  /// @param products the products of these columns
  /// @param first index of the first column
  /// @param count the number of columns
  public void separate(Span products, int first, int count) {
    if (!areNear(products, count, BITS)) {
      MemorySegment results = products.targetSlice((long) count << 3).memory();
      for (int i = 0; i < count; i++) {
        long at = (long) i << 3;
        results.set(DOUBLE, at, near(results.get(DOUBLE, at), first + i));
      }
    }
  }

  /// Returns a number without its exponent, which is added to that of a column; returns a special
  /// number unchanged.
  private double near(double item, int column) {
    long bits = Double.doubleToRawLongBits(item);
    if (DoubleProduct.isNormal(bits)) {
      exponents[column] += Math.getExponent(item);
      return DoubleProduct.fraction(bits);
    }
    if (DoubleProduct.isSpecial(item)) {
      return item;
    }
    int size = DoubleProduct.exponent(item);
    exponents[column] += size;
    return Math.scalb(item, -size);
  }

  /// Returns the product of a column with its exponent.
  public double total(int column, double product) {
    return DoubleProduct.scaled(product, exponents[column]);
  }
}
