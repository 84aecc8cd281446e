package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// A product of doubles. Its exponent is kept separately, so that partial products neither overflow
/// nor underflow, in whatever order the factors come.
///
/// Each multiplication is rounded once. The relative error of the product of n numbers is therefore
/// at most n × 2⁻⁵³, plus the error of the last rounding.
public final class DoubleProduct {

  /// The number of elements of a block. The fractions of a block are multiplied in eight
  /// accumulators.
  private static final int BLOCK = 128;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);

  /// The number of bits of a fraction.
  static final int WIDTH = 52;

  /// Exponents are clamped to this magnitude, which makes every number infinite or zero.
  private static final int FAR = 4096;

  // A number whose magnitude is from 1 to 2, or a special number.
  private double fraction = 1;
  private long exponent;

  /// Multiplies by little-endian doubles.
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
        multiply(Double.longBitsToDouble(items.get(LONG, (long) i << 3)));
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
    multiply(((a * b) * (c * d)) * ((e * f) * (g * h)));
    exponent += scale - (long) count * Double.MAX_EXPONENT;
  }

  /// Returns the significand of a normal number, between 1 and 2, with its sign.
  static double fraction(long bits) {
    return Double.longBitsToDouble((bits & ~EXPONENT) | ONE);
  }

  private void multiply(double item) {
    if (isSpecial(item) || isSpecial(fraction)) {
      fraction *= item;
      return;
    }
    int size = exponent(item);
    double product = fraction * Math.scalb(item, -size);
    int grown = exponent(product);
    fraction = Math.scalb(product, -grown);
    exponent += size + grown;
  }

  /// Returns whether a number has an exponent of its own: it is neither special nor subnormal.
  static boolean isNormal(long bits) {
    return (((bits >>> WIDTH) + 1) & 0x7fe) != 0;
  }

  /// Returns whether a number is zero, infinite or NaN. Such a number has no exponent, and a
  /// product that has it as a factor needs none.
  static boolean isSpecial(double item) {
    return item == 0 || !Double.isFinite(item);
  }

  /// Returns the exponent of a number that is not special.
  static int exponent(double item) {
    int exponent = Math.getExponent(item);
    return exponent < Double.MIN_EXPONENT
        ? Math.getExponent(Math.scalb(item, WIDTH)) - WIDTH
        : exponent;
  }

  /// Returns a number times a power of two, rounded once; returns a special number unchanged.
  static double scaled(double item, long exponent) {
    return Math.scalb(item, Math.clamp(exponent, -FAR, FAR));
  }

  /// Multiplies by another product.
  public void multiply(DoubleProduct other) {
    multiply(other.fraction);
    exponent += other.exponent;
  }

  /// Resets the product to one.
  public void clear() {
    fraction = 1;
    exponent = 0;
  }

  /// Returns the product.
  ///
  /// @return the product; infinite or zero only if the exact product is infinite or zero, or
  ///   outside the range of doubles
  public double total() {
    return scaled(fraction, exponent);
  }
}
