package io.ndmap.loop.plain;

import io.ndmap.loop.function.ScalarMath;

/// Hyperbolic and trigonometric functions of complex numbers, and the inverses of these functions;
/// otherwise like [ComplexFunctions].
///
/// The inverses follow W. Kahan, "Branch Cuts for Complex Elementary Functions", and avoid
/// cancellation in both parts. The signs of zeros decide on which side of a branch cut a number is.
final class ComplexHyperbolics {

  /// Above this number, the hyperbolic sine and cosine are half of the exponential, and the tangent
  /// is nearly 1.
  private static final double TAIL = 22;

  /// Above this number, 1 is negligible compared with the square of a number.
  private static final double LARGE = 0x1p28;

  /// Above this number, 1 is negligible compared with a number.
  private static final double HUGE = 0x1p54;

  /// Squares of smaller numbers are negligible.
  private static final double TINY = 0x1p-500;

  private static final double QUARTER = Math.PI / 2;

  private ComplexHyperbolics() {}

  static void sinh(double a, double b, double[] z, int k) {
    if (b == 0) {
      ComplexFunctions.set(StrictMath.sinh(a), b, z, k);
    } else if (!Double.isFinite(b)) {
      boolean stays = a == 0 || Double.isInfinite(a);
      ComplexFunctions.set(stays ? a : Double.NaN, Double.NaN, z, k);
    } else {
      double half = half(a);
      double real = Math.abs(a) > TAIL ? Math.copySign(half, a) : StrictMath.sinh(a);
      double imaginary = Math.abs(a) > TAIL ? half : StrictMath.cosh(a);
      double rest = rest(a);
      ComplexFunctions.set(
          real * StrictMath.cos(b) * rest, imaginary * StrictMath.sin(b) * rest, z, k);
    }
  }

  static void cosh(double a, double b, double[] z, int k) {
    double sign = Math.copySign(1, a);
    if (b == 0) {
      ComplexFunctions.set(StrictMath.cosh(a), sign * b, z, k);
    } else if (!Double.isFinite(b)) {
      ComplexFunctions.set(
          Double.isInfinite(a) ? sign * a : Double.NaN, a == 0 ? a : Double.NaN, z, k);
    } else {
      double half = half(a);
      double real = Math.abs(a) > TAIL ? half : StrictMath.cosh(a);
      double imaginary = Math.abs(a) > TAIL ? sign * half : StrictMath.sinh(a);
      double rest = rest(a);
      ComplexFunctions.set(
          real * StrictMath.cos(b) * rest, imaginary * StrictMath.sin(b) * rest, z, k);
    }
  }

  /// Returns, for |a| above [#TAIL], the first factor of half of the exponential of |a|; the second
  /// factor is [#rest]. The factors overflow later than their product.
  private static double half(double a) {
    return StrictMath.exp(Math.abs(a) / 2) / 2;
  }

  private static double rest(double a) {
    return Math.abs(a) > TAIL ? StrictMath.exp(Math.abs(a) / 2) : 1;
  }

  static void tanh(double a, double b, double[] z, int k) {
    boolean isInfinite = Double.isInfinite(a);
    if (b == 0) {
      ComplexFunctions.set(StrictMath.tanh(a), b, z, k);
    } else if (!Double.isFinite(b)) {
      double real = isInfinite ? Math.copySign(1, a) : a == 0 ? a : Double.NaN;
      ComplexFunctions.set(real, isInfinite ? Math.copySign(0, b) : Double.NaN, z, k);
    } else {
      double sine = StrictMath.sin(b);
      double cosine = StrictMath.cos(b);
      if (Math.abs(a) > TAIL) {
        double small = StrictMath.exp(-2 * Math.abs(a));
        ComplexFunctions.set(Math.copySign(1, a), 4 * sine * cosine * small, z, k);
      } else {
        double size = StrictMath.sinh(a);
        double divisor = size * size + cosine * cosine;
        ComplexFunctions.set(size * StrictMath.cosh(a) / divisor, sine * cosine / divisor, z, k);
      }
    }
  }

  static void asinh(double a, double b, double[] z, int k) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      double real = Double.isInfinite(a) ? a : Double.isInfinite(b) ? b : Double.NaN;
      ComplexFunctions.set(real, b == 0 ? b : Double.NaN, z, k);
    } else if (isBeyond(LARGE, a, b)) {
      double size = ComplexFunctions.logOfModulus(a, b) + ScalarMath.LOG_2;
      double angle = StrictMath.atan2(Math.abs(b), Math.abs(a));
      ComplexFunctions.set(Math.copySign(size, a), Math.copySign(angle, b), z, k);
    } else {
      ComplexFunctions.sqrt(1 + b, -a, z, k);
      double p = z[k];
      double q = z[k + 1];
      ComplexFunctions.sqrt(1 - b, a, z, k);
      double r = z[k];
      double s = z[k + 1];
      double real = ScalarMath.asinh(p * s - r * q);
      ComplexFunctions.set(real, StrictMath.atan2(b, p * r - q * s), z, k);
    }
  }

  static void acos(double a, double b, double[] z, int k) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      double imaginary =
          Double.isInfinite(a) ? Double.NEGATIVE_INFINITY : Double.isInfinite(b) ? -b : Double.NaN;
      ComplexFunctions.set(a == 0 ? QUARTER : Double.NaN, imaginary, z, k);
    } else if (isBeyond(LARGE, a, b)) {
      double size = ComplexFunctions.logOfModulus(a, b) + ScalarMath.LOG_2;
      double angle = StrictMath.atan2(Math.abs(b), a);
      ComplexFunctions.set(angle, -Math.copySign(size, b), z, k);
    } else {
      ComplexFunctions.sqrt(1 - a, -b, z, k);
      double p = z[k];
      double q = z[k + 1];
      ComplexFunctions.sqrt(1 + a, b, z, k);
      double r = z[k];
      double s = z[k + 1];
      double real = 2 * StrictMath.atan2(p, r);
      ComplexFunctions.set(real, ScalarMath.asinh(r * q - s * p), z, k);
    }
  }

  static void acosh(double a, double b, double[] z, int k) {
    acos(a, b, z, k);
    ComplexFunctions.set(Math.abs(z[k + 1]), Math.copySign(z[k], b), z, k);
  }

  /// Computes from the absolute values of both parts and copies the signs.
  static void atanh(double a, double b, double[] z, int k) {
    double x = Math.abs(a);
    double y = Math.abs(b);
    double real;
    double imaginary;
    if (Double.isNaN(a) || Double.isNaN(b)) {
      real = Double.isInfinite(x) || Double.isInfinite(y) || x == 0 ? 0 : Double.NaN;
      imaginary = Double.isInfinite(y) ? QUARTER : Double.NaN;
    } else if (isBeyond(HUGE, x, y)) {
      double half = StrictMath.hypot(x / 2, y / 2);
      real = Double.isInfinite(half) ? 0 : x / 4 / half / half;
      imaginary = QUARTER;
    } else if (y == 0 && x <= 1) {
      real = ScalarMath.atanh(x);
      imaginary = 0;
    } else if (x == 1 && y < TINY) {
      real = (ScalarMath.LOG_2 - StrictMath.log(y)) / 2;
      imaginary = QUARTER / 2;
    } else {
      double less = 1 - x;
      real = StrictMath.log1p(4 * x / (less * less + y * y)) / 4;
      imaginary = StrictMath.atan2(2 * y, less * (1 + x) - y * y) / 2;
    }
    ComplexFunctions.set(Math.copySign(real, a), Math.copySign(imaginary, b), z, k);
  }

  private static boolean isBeyond(double limit, double a, double b) {
    return Math.abs(a) > limit || Math.abs(b) > limit;
  }

  // ---- circular functions, of numbers rotated by a right angle

  static void sin(double a, double b, double[] z, int k) {
    sinh(-b, a, z, k);
    turnBack(z, k);
  }

  static void cos(double a, double b, double[] z, int k) {
    cosh(-b, a, z, k);
  }

  static void tan(double a, double b, double[] z, int k) {
    tanh(-b, a, z, k);
    turnBack(z, k);
  }

  static void asin(double a, double b, double[] z, int k) {
    asinh(-b, a, z, k);
    turnBack(z, k);
  }

  static void atan(double a, double b, double[] z, int k) {
    atanh(-b, a, z, k);
    turnBack(z, k);
  }

  private static void turnBack(double[] z, int k) {
    ComplexFunctions.set(z[k + 1], -z[k], z, k);
  }
}
