package io.ndmap.fold;

/// A sequential product of complex numbers in double precision, with a separate exponent, so that
/// finite factors neither overflow nor underflow before the end.
public final class ComplexProduct {

  /// Factors whose exponents have at most this magnitude are not scaled: their product can neither
  /// overflow nor underflow.
  private static final int MOST = 400;

  /// Exponents are clamped to this magnitude, which makes every number infinite or zero.
  private static final int FAR = 4096;

  private double real = 1;
  private double imaginary;
  private long exponent;

  /// Multiplies by complex numbers.
  public void multiply(double[] reals, double[] imaginaries, int count) {
    for (int i = 0; i < count; i++) {
      multiply(reals[i], imaginaries[i]);
    }
  }

  private void multiply(double a, double b) {
    int size = size(a, b);
    double c = size == 0 ? a : Math.scalb(a, -size);
    double d = size == 0 ? b : Math.scalb(b, -size);
    double next = real * c - imaginary * d;
    imaginary = real * d + imaginary * c;
    real = next;
    int grown = size(real, imaginary);
    if (grown != 0) {
      real = Math.scalb(real, -grown);
      imaginary = Math.scalb(imaginary, -grown);
    }
    exponent += size + grown;
  }

  /// Returns the exponent to be separated: 0 for numbers of moderate size.
  private static int size(double a, double b) {
    int size = Math.max(Math.getExponent(a), Math.getExponent(b));
    return Math.abs(size) <= MOST ? 0 : size;
  }

  /// Multiplies by another product.
  public void multiply(ComplexProduct other) {
    multiply(other.real, other.imaginary);
    exponent += other.exponent;
  }

  /// Resets the product to one.
  public void clear() {
    real = 1;
    imaginary = 0;
    exponent = 0;
  }

  /// Returns the real part.
  ///
  /// @return the number, which is rounded again only if it is subnormal
  public double real() {
    return scaled(real);
  }

  /// Returns the imaginary part, see [#real].
  ///
  /// @return the number
  public double imaginary() {
    return scaled(imaginary);
  }

  private double scaled(double part) {
    return Math.scalb(part, Math.clamp(exponent, -FAR, FAR));
  }
}
