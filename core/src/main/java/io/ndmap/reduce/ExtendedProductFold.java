package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.ExtendedFloat;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/// Product of real or complex long doubles. Their significand has 64 bits, more than that of any
/// floating-point type of Java, so the product is computed with at least [#KEPT] bits (of the
/// larger part, if complex) and rounded once. A complex factor that is not finite makes both parts
/// NaN.
final class ExtendedProductFold extends Fold implements Fold.Product {

  private static final int PART = 16;

  /// The bits to which a product is truncated once it has more than twice as many.
  private static final int KEPT = 192;

  /// An exponent larger than that of any long double; exponents are clamped to this magnitude.
  private static final int FAR = 1 << 16;

  private final boolean isComplex;
  private final boolean ignoresNaN;
  private BigInteger real = BigInteger.ONE;
  private BigInteger imaginary = BigInteger.ZERO;
  private long exponent;
  // The product of all factors that are infinite, NaN or, unless the numbers are complex, zero; 1
  // if there are none.
  private double special = 1;

  ExtendedProductFold(ScalarKind kind, boolean ignoresNaN) {
    this.isComplex = kind.isComplex();
    this.ignoresNaN = ignoresNaN;
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    int stride = isComplex ? 2 * PART : PART;
    for (int i = 0; i < length; i++) {
      BinaryFloat a = part(memory, at + (long) i * stride);
      BinaryFloat b = isComplex ? part(memory, at + (long) i * stride + PART) : a;
      if (!ignoresNaN || !(isNaN(a) || isNaN(b))) {
        take(a, b);
      }
    }
  }

  private static BinaryFloat part(MemorySegment memory, long at) {
    return ItemValue.longDouble(memory, at, false);
  }

  private static boolean isNaN(BinaryFloat number) {
    return number.category() == BinaryFloat.Category.NAN;
  }

  private void take(BinaryFloat a, BinaryFloat b) {
    if (!a.isFinite() || !b.isFinite()) {
      special *= isComplex || isNaN(a) ? Double.NaN : signed(a, Double.POSITIVE_INFINITY);
    } else if (!isComplex) {
      if (a.isZero()) {
        special *= signed(a, 0);
      } else {
        multiply(signed(a), BigInteger.ZERO, a.exponent());
      }
    } else {
      int scale = Math.min(a.exponent(), b.exponent());
      multiply(
          signed(a).shiftLeft(a.exponent() - scale),
          signed(b).shiftLeft(b.exponent() - scale),
          scale);
    }
  }

  private static double signed(BinaryFloat number, double size) {
    return number.negative() ? -size : size;
  }

  private static BigInteger signed(BinaryFloat number) {
    BigInteger size = number.significand();
    return number.negative() ? size.negate() : size;
  }

  private void multiply(BigInteger a, BigInteger b, long scale) {
    BigInteger next = real.multiply(a).subtract(imaginary.multiply(b));
    imaginary = real.multiply(b).add(imaginary.multiply(a));
    real = next;
    int more = Math.max(real.bitLength(), imaginary.bitLength()) - KEPT;
    if (more > KEPT) {
      real = real.shiftRight(more);
      imaginary = imaginary.shiftRight(more);
      exponent += more;
    }
    exponent += scale;
  }

  @Override
  void merge(Fold other) {
    ExtendedProductFold later = (ExtendedProductFold) other;
    multiply(later.real, later.imaginary, later.exponent);
    special *= later.special;
  }

  @Override
  void clear() {
    real = BigInteger.ONE;
    imaginary = BigInteger.ZERO;
    exponent = 0;
    special = 1;
  }

  private double sign() {
    return special * real.signum();
  }

  private int scale() {
    return Math.clamp(exponent, -FAR, FAR);
  }

  /// Returns the product of real numbers, rounded to the nearest double.
  @Override
  public double product() {
    return special == 1 ? ExtendedFloat.quotient(real, BigInteger.ONE, scale()) : sign();
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    store(target, offset, real);
    if (isComplex) {
      store(target, offset + PART, imaginary);
    }
  }

  private void store(Items target, long offset, BigInteger part) {
    MemorySegment memory = target.segment();
    if (special != 1) {
      ItemValue.writeLongDouble(memory, offset, false, sign());
    } else {
      ItemValue.writeLongDouble(
          memory, offset, false, part.signum() < 0, part.abs(), BigInteger.ONE, scale());
    }
  }
}
