package io.ndmap.fold;

import io.ndmap.memory.Scratch;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Products of doubles down the columns of a table, whose exponents are added apart as in
/// [DoubleProduct].
///
/// Four rows are multiplied as they are, where none of their numbers is so large or small that four
/// of them exceed what doubles hold; then the product's exponent is taken out. HotSpot 25 has no
/// vectors for the bits of a double, but for longs in memory: what is computed goes there and back.
public final class ColumnProducts {

  /// Rows that are taken at once.
  public static final int ROWS = 4;

  /// Products of four rows whose fractions are multiplied before their exponent is taken out: less
  /// than what doubles hold.
  private static final int CHUNK = 512;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final int WIDTH = 52;

  /// Four numbers up to this power of two, or its inverse, have a product that doubles hold.
  private static final int MOST = Double.MAX_EXPONENT / ROWS;

  private static final long LEAST_BITS = (long) (Double.MAX_EXPONENT - MOST) << WIDTH;
  private static final long MOST_BITS = (long) (Double.MAX_EXPONENT + MOST) << WIDTH;

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final double[] fractions;
  private final long[] exponents;
  // Of zeros, infinities and NaN.
  private final double[] specials;
  private final double[] products;
  private final long[] bits;
  private int chunk;

  /// @param width how many columns
  public ColumnProducts(int width) {
    int piece = Math.min(width, Scratch.BLOCK / Double.BYTES);
    this.fractions = new double[width];
    this.exponents = new long[width];
    this.specials = new double[width];
    this.products = new double[piece];
    this.bits = new long[piece];
    Arrays.fill(fractions, 1);
    Arrays.fill(specials, 1);
  }

  /// Multiplies some columns by the numbers of some rows.
  ///
  /// @param room row k begins where block k does; its contents are lost
  /// @param rows how many, at most [#ROWS]
  /// @param first the first column; after the last one, it is 0 again
  /// @param count how many columns, at most what a block holds
  public void multiply(MemorySegment room, int rows, int first, int count) {
    long unusual = 0;
    for (int k = 0; k < rows; k++) {
      unusual |= unusual(room, Scratch.at(k), count);
    }
    if (unusual < 0) {
      takeOut(room, rows, first, count);
    }
    for (int k = rows; k < ROWS; k++) {
      for (int j = 0; j < count; j++) {
        room.set(F8, Scratch.at(k) + ((long) j << 3), 1);
      }
    }
    multiplyRows(room, count);
    MemorySegment.copy(products, 0, room, F8, 0, count);
    split(room, first, count);
    MemorySegment.copy(bits, 0, room, I8, 0, count);
    multiplyFractions(room, first, count);
    if (first + count == fractions.length && ++chunk == CHUNK) {
      chunk = 0;
      scale();
    }
  }

  /// Negative if an exponent is too low or too high, as are those of zero, infinity and NaN.
  private static long unusual(MemorySegment memory, long at, int count) {
    MemorySegment row = Unowned.part(memory, at, (long) count << 3);
    long unusual = 0;
    for (int j = 0; j < count; j++) {
      long exponent = row.get(I8, (long) j << 3) & EXPONENT;
      unusual |= (exponent - LEAST_BITS) | (MOST_BITS - exponent);
    }
    return unusual;
  }

  /// Makes usual numbers of all: of what is special, one, and of what is too large or small, its
  /// fraction.
  private void takeOut(MemorySegment room, int rows, int first, int count) {
    for (int k = 0; k < rows; k++) {
      for (int j = 0; j < count; j++) {
        long at = Scratch.at(k) + ((long) j << 3);
        double item = room.get(F8, at);
        int exponent = Math.getExponent(item);
        if (item == 0 || !Double.isFinite(item)) {
          specials[first + j] *= item;
          room.set(F8, at, 1);
        } else if (Math.abs(exponent) > MOST) {
          room.set(F8, at, Math.scalb(item, -exponent));
          exponents[first + j] += exponent;
        }
      }
    }
  }

  private void multiplyRows(MemorySegment room, int count) {
    double[] to = products;
    long bytes = (long) count << 3;
    MemorySegment a = Unowned.part(room, Scratch.at(0), bytes);
    MemorySegment b = Unowned.part(room, Scratch.at(1), bytes);
    MemorySegment c = Unowned.part(room, Scratch.at(2), bytes);
    MemorySegment d = Unowned.part(room, Scratch.at(3), bytes);
    for (int j = 0; j < count; j++) {
      long at = (long) j << 3;
      to[j] = (a.get(F8, at) * b.get(F8, at)) * (c.get(F8, at) * d.get(F8, at));
    }
  }

  private void split(MemorySegment room, int first, int count) {
    long[] powers = exponents;
    long[] to = bits;
    MemorySegment from = Unowned.part(room, 0, (long) count << 3);
    for (int j = 0; j < count; j++) {
      long item = from.get(I8, (long) j << 3);
      powers[first + j] += ((item & EXPONENT) >>> WIDTH) - Double.MAX_EXPONENT;
      to[j] = (item & ~EXPONENT) | ONE;
    }
  }

  private void multiplyFractions(MemorySegment room, int first, int count) {
    double[] to = fractions;
    MemorySegment from = Unowned.part(room, 0, (long) count << 3);
    for (int j = 0; j < count; j++) {
      to[first + j] *= from.get(F8, (long) j << 3);
    }
  }

  private void scale() {
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
    return DoubleProduct.total(fractions[column], exponents[column], specials[column]);
  }
}
