package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A product of floating-point numbers in double precision, whose exponents are added apart: no
/// order of factors overflows or underflows before the end.
///
/// The fractions of [#BLOCK] numbers are multiplied in eight variables. Each factor is one
/// rounding, so that the relative error of n numbers is at most n times 2⁻⁵³, and what the last
/// rounding adds.
public final class DoubleProduct {

  private static final int BLOCK = 128;

  private static final long EXPONENT = 0x7ff0_0000_0000_0000L;
  private static final long ONE = Double.doubleToRawLongBits(1);
  private static final int WIDTH = 52;

  /// Beyond what doubles hold, with room for the bits of a fraction.
  private static final int FAR = 4096;

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // From 1 to 2, or its negative.
  private double fraction = 1;
  private long exponent;
  // The product of all zeros, infinities and NaN.
  private double special = 1;

  /// Multiplies by little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  public void doubles(MemorySegment memory, long at, int count) {
    for (int done = 0; done < count; done += BLOCK) {
      block(memory, at + ((long) done << 3), Math.min(BLOCK, count - done));
    }
  }

  private void block(MemorySegment memory, long at, int count) {
    MemorySegment items = Unowned.part(memory, at, (long) count << 3);
    long exponents = 0;
    long unusual = 0;
    for (int i = 0; i < count; i++) {
      long biased = (items.get(I8, (long) i << 3) & EXPONENT) >>> WIDTH;
      exponents += biased;
      // Negative of the least and the greatest exponent.
      unusual |= ((biased + 1) & 0x7fe) - 1;
    }
    if (unusual < 0) {
      for (int i = 0; i < count; i++) {
        multiply(Double.longBitsToDouble(items.get(I8, (long) i << 3)));
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
      a *= fraction(items.get(I8, o));
      b *= fraction(items.get(I8, o + 8));
      c *= fraction(items.get(I8, o + 16));
      d *= fraction(items.get(I8, o + 24));
      e *= fraction(items.get(I8, o + 32));
      f *= fraction(items.get(I8, o + 40));
      g *= fraction(items.get(I8, o + 48));
      h *= fraction(items.get(I8, o + 56));
    }
    for (int i = eights; i < count; i++) {
      a *= fraction(items.get(I8, (long) i << 3));
    }
    multiply(
        ((a * b) * (c * d)) * ((e * f) * (g * h)), exponents - (long) count * Double.MAX_EXPONENT);
  }

  private static double fraction(long bits) {
    return Double.longBitsToDouble((bits & ~EXPONENT) | ONE);
  }

  private void multiply(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      special *= value;
    } else {
      int scale = Math.getExponent(value);
      multiply(Math.scalb(value, -scale), scale);
    }
  }

  private void multiply(double value, long scale) {
    double next = fraction * value;
    int carried = Math.getExponent(next);
    fraction = Math.scalb(next, -carried);
    exponent += scale + carried;
  }

  /// Multiplies by another product.
  public void multiply(DoubleProduct other) {
    multiply(other.fraction, other.exponent);
    special *= other.special;
  }

  /// Back to one.
  public void clear() {
    fraction = 1;
    exponent = 0;
    special = 1;
  }

  /// The product.
  ///
  /// @return infinite or zero only if the whole product is, or exceeds what doubles hold
  public double total() {
    return total(fraction, exponent, special);
  }

  static double total(double fraction, long exponent, double special) {
    return special == 1
        ? Math.scalb(fraction, Math.clamp(exponent, -FAR, FAR))
        : special * Math.signum(fraction);
  }
}
