package io.ndmap.loop.plain;

import io.ndmap.loop.function.ScalarMath;

/// Functions of complex numbers in double precision, with the same bits on all platforms and the
/// special values of C's Annex G. Powers with an integer exponent of small magnitude are products,
/// as in NumPy.
final class ComplexFunctions {

  /// The squares of numbers whose exponents have at most this magnitude are normal numbers.
  private static final int USUAL = 500;

  /// Above this number, the exponential may overflow even if the parts of the result do not.
  private static final double LARGE = 709;

  private static final double LOG_10 = StrictMath.log(10);

  /// If both parts have a smaller magnitude, the number counts as near 0.
  private static final double SMALL = 0.5;

  /// Powers with integer exponents of smaller magnitude are computed as products.
  private static final int PRODUCTS = 100;

  private ComplexFunctions() {}

  static void set(double real, double imaginary, double[] z, int k) {
    z[k] = real;
    z[k + 1] = imaginary;
  }

  /// Computes the root of half of the sum of the modulus and |real|: no digits cancel in this sum.
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
      double root = Math.scalb(Math.sqrt((Math.abs(a) + StrictMath.hypot(a, b)) / 2), scale);
      // Not the scaled imaginary part, which might underflow.
      double other = imaginary / (2 * root);
      set(
          real < 0 ? Math.abs(other) : root,
          real < 0 ? Math.copySign(root, imaginary) : other,
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

  static void exp2(double real, double imaginary, double[] z, int k) {
    if (imaginary == 0) {
      set(ScalarMath.exp2(real), imaginary, z, k);
    } else {
      exp(real * ScalarMath.LOG_2, imaginary * ScalarMath.LOG_2, z, k);
    }
  }

  static void expm1(double real, double imaginary, double[] z, int k) {
    exp(real, imaginary, z, k);
    if (Double.isFinite(imaginary) && real < LARGE) {
      double sine = StrictMath.sin(imaginary / 2);
      z[k] = StrictMath.expm1(real) * StrictMath.cos(imaginary) - 2 * sine * sine;
    } else {
      z[k] -= 1;
    }
  }

  static void log(double real, double imaginary, double[] z, int k) {
    set(logOfModulus(real, imaginary), StrictMath.atan2(imaginary, real), z, k);
  }

  static void log2(double real, double imaginary, double[] z, int k) {
    double angle = StrictMath.atan2(imaginary, real) / ScalarMath.LOG_2;
    double size = logOfModulus(real, imaginary) / ScalarMath.LOG_2;
    set(imaginary == 0 ? ScalarMath.log2(Math.abs(real)) : size, angle, z, k);
  }

  static void log10(double real, double imaginary, double[] z, int k) {
    double angle = StrictMath.atan2(imaginary, real) / LOG_10;
    double size = logOfModulus(real, imaginary) / LOG_10;
    set(imaginary == 0 ? ScalarMath.log10(Math.abs(real)) : size, angle, z, k);
  }

  static void log1p(double real, double imaginary, double[] z, int k) {
    boolean isSmall = Math.abs(real) < SMALL && Math.abs(imaginary) < SMALL;
    double size =
        isSmall
            ? StrictMath.log1p(real * (2 + real) + imaginary * imaginary) / 2
            : logOfModulus(1 + real, imaginary);
    set(size, StrictMath.atan2(imaginary, 1 + real), z, k);
  }

  static double logOfModulus(double a, double b) {
    double modulus = StrictMath.hypot(a, b);
    if (modulus > 0.71 && modulus < 1.41) {
      // The square of the modulus minus 1, without the rounding error of the square.
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
      return StrictMath.log(scaled) + scale * ScalarMath.LOG_2;
    }
    return StrictMath.log(modulus);
  }

  static void power(double a, double b, double c, double d, double[] z, int k) {
    if (c == 0 && d == 0) {
      set(1, 0, z, k);
    } else if (c == 1 && d == 0) {
      set(a, b, z, k);
    } else if (a == 0 && b == 0) {
      boolean zero = c > 0;
      set(zero ? 0 : Double.NaN, zero ? 0 : Double.NaN, z, k);
    } else if (d == 0 && c == Math.rint(c) && Math.abs(c) < PRODUCTS) {
      product(a, b, (int) c, z, k);
    } else {
      double size = logOfModulus(a, b);
      double angle = StrictMath.atan2(b, a);
      exp(c * size - d * angle, c * angle + d * size, z, k);
    }
  }

  /// Computes a power by repeated squaring.
  private static void product(double a, double b, int exponent, double[] z, int k) {
    double real = 1;
    double imaginary = 0;
    double x = a;
    double y = b;
    if (exponent == 2 || exponent == 3) {
      // As NumPy: a product with 1+0j would turn infinities into NaN.
      real = a * a - b * b;
      imaginary = a * b + b * a;
      if (exponent == 3) {
        double next = a * real - b * imaginary;
        imaginary = a * imaginary + b * real;
        real = next;
      }
      set(real, imaginary, z, k);
      return;
    }
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

  /// Computes the number on the unit circle in the same direction. For numbers with an infinite
  /// part, the result has the direction of that part, as in NumPy.
  static void sign(double real, double imaginary, double[] z, int k) {
    double size = StrictMath.hypot(real, imaginary);
    boolean isReal = Double.isInfinite(real);
    if (Double.isNaN(size) || (isReal && Double.isInfinite(imaginary))) {
      set(Double.NaN, Double.NaN, z, k);
    } else if (Double.isInfinite(size)) {
      set(isReal ? Math.signum(real) : 0, isReal ? 0 : Math.signum(imaginary), z, k);
    } else {
      set(size == 0 ? 0 : real / size, size == 0 ? 0 : imaginary / size, z, k);
    }
  }

  static void reciprocal(double real, double imaginary, double[] z, int k) {
    if (Math.abs(imaginary) <= Math.abs(real)) {
      double ratio = imaginary / real;
      double divisor = real + imaginary * ratio;
      set(1 / divisor, -ratio / divisor, z, k);
    } else {
      double ratio = real / imaginary;
      double divisor = real * ratio + imaginary;
      set(ratio / divisor, -1 / divisor, z, k);
    }
  }

  /// Stores a quotient at k and k + 1.
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
