package io.ndmap.loop.plain;

/// Functions of complex numbers in double precision: the same bits everywhere, and the special
/// values of C's Annex G. Integer powers are NumPy's products.
final class ComplexFunctions {

  /// Exponents whose squares are usual numbers.
  private static final int USUAL = 500;

  /// Where the exponential nearly overflows, though a part may not.
  private static final double LARGE = 709;

  private static final double LOG_2 = StrictMath.log(2);

  /// Integer powers below are products.
  private static final int PRODUCTS = 100;

  private ComplexFunctions() {}

  private static void set(double real, double imaginary, double[] z, int k) {
    z[k] = real;
    z[k + 1] = imaginary;
  }

  /// By the root of half of the modulus and a part, of which nothing cancels.
  static void sqrt(double real, double imaginary, double[] z, int k) {
    if (Double.isInfinite(imaginary)) {
      set(Double.POSITIVE_INFINITY, imaginary, z, k);
    } else if (Double.isInfinite(real)) {
      double small = Math.abs(imaginary) * 0;
      double large = Math.copySign(real, imaginary);
      set(real > 0 ? real : small, real > 0 ? Math.copySign(small, imaginary) : large, z, k);
    } else if (real == 0 && imaginary == 0) {
      set(0, imaginary, z, k);
    } else {
      int size = Math.max(Math.getExponent(real), Math.getExponent(imaginary));
      int scale = Math.abs(size) > USUAL ? size >> 1 : 0;
      double a = Math.scalb(real, -2 * scale);
      double b = Math.scalb(imaginary, -2 * scale);
      double root = Math.sqrt((Math.abs(a) + StrictMath.hypot(a, b)) / 2);
      double other = b / (2 * root);
      set(
          Math.scalb(a < 0 ? Math.abs(other) : root, scale),
          Math.scalb(a < 0 ? Math.copySign(root, b) : other, scale),
          z,
          k);
    }
  }

  static void exp(double real, double imaginary, double[] z, int k) {
    if (imaginary == 0) {
      set(StrictMath.exp(real), imaginary, z, k);
    } else if (!Double.isFinite(imaginary) && Double.isInfinite(real)) {
      set(real < 0 ? 0 : real, real < 0 ? Math.copySign(0, imaginary) : Double.NaN, z, k);
    } else if (real > LARGE) {
      double half = StrictMath.exp(real / 2);
      set(half * StrictMath.cos(imaginary) * half, half * StrictMath.sin(imaginary) * half, z, k);
    } else {
      double size = StrictMath.exp(real);
      set(size * StrictMath.cos(imaginary), size * StrictMath.sin(imaginary), z, k);
    }
  }

  static void log(double real, double imaginary, double[] z, int k) {
    set(logOfModulus(real, imaginary), StrictMath.atan2(imaginary, real), z, k);
  }

  private static double logOfModulus(double a, double b) {
    double modulus = StrictMath.hypot(a, b);
    if (modulus > 0.71 && modulus < 1.41) {
      // The square less one, without what is lost when it is rounded.
      double x = a * a;
      double y = b * b;
      double sum = x + y;
      double lost = x > y ? y - (sum - x) : x - (sum - y);
      lost += Math.fma(a, a, -x) + Math.fma(b, b, -y);
      return StrictMath.log1p(sum - 1 + lost) / 2;
    }
    if (modulus < Double.MIN_NORMAL || Double.isInfinite(modulus)) {
      int scale = modulus < 1 ? -USUAL : 1;
      double scaled = StrictMath.hypot(Math.scalb(a, -scale), Math.scalb(b, -scale));
      return StrictMath.log(scaled) + scale * LOG_2;
    }
    return StrictMath.log(modulus);
  }

  static void power(double a, double b, double c, double d, double[] z, int k) {
    if (c == 0 && d == 0) {
      set(1, 0, z, k);
    } else if (c == 1 && d == 0) {
      set(a, b, z, k);
    } else if (a == 0 && b == 0) {
      boolean zero = c > 0 && d == 0;
      set(zero ? 0 : Double.NaN, zero ? 0 : Double.NaN, z, k);
    } else if (d == 0 && c == Math.rint(c) && Math.abs(c) < PRODUCTS) {
      product(a, b, (int) c, z, k);
    } else {
      double size = logOfModulus(a, b);
      double angle = StrictMath.atan2(b, a);
      exp(c * size - d * angle, c * angle + d * size, z, k);
    }
  }

  /// By squares.
  private static void product(double a, double b, int exponent, double[] z, int k) {
    double real = 1;
    double imaginary = 0;
    double x = a;
    double y = b;
    for (int left = Math.abs(exponent); ; ) {
      if ((left & 1) != 0) {
        double next = real * x - imaginary * y;
        imaginary = real * y + imaginary * x;
        real = next;
      }
      left >>= 1;
      if (left == 0) {
        break;
      }
      double square = x * x - y * y;
      y = x * y + y * x;
      x = square;
    }
    if (exponent > 0) {
      set(real, imaginary, z, k);
    } else {
      divide(1, 0, real, imaginary, z, k);
    }
  }

  /// Stores a quotient as the doubles k and k + 1.
  static void divide(double a, double b, double c, double d, double[] z, int k) {
    if (Math.abs(c) >= Math.abs(d)) {
      boolean zero = c == 0 && d == 0;
      double ratio = zero ? 0 : d / c;
      double scale = zero ? 0 : 1.0 / (c + d * ratio);
      z[k] = zero ? a / Math.abs(c) : (a + b * ratio) * scale;
      z[k + 1] = zero ? b / Math.abs(c) : (b - a * ratio) * scale;
    } else {
      double ratio = c / d;
      double scale = 1.0 / (d + c * ratio);
      z[k] = (a * ratio + b) * scale;
      z[k + 1] = (b * ratio - a) * scale;
    }
  }
}
