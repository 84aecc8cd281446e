package io.ndmap.loop.plain;

/// Quotients rounded down and their remainders, as in NumPy.
final class Quotients {

  private Quotients() {}

  static double floorDivide(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double rest = a % b;
    double quotient = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) {
      quotient--;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  static double remainder(double a, double b) {
    double rest = a % b;
    if (rest == 0 && b != 0) {
      return Math.copySign(0, b);
    }
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  static float floorDivide(float a, float b) {
    if (b == 0) {
      return a / b;
    }
    float rest = rest(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) {
      quotient--;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    float floor = (float) Math.floor(quotient);
    return quotient - floor > 0.5f ? floor + 1 : floor;
  }

  static float remainder(float a, float b) {
    float rest = rest(a, b);
    if (rest == 0 && b != 0) {
      return Math.copySign(0, b);
    }
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  /// Returns the remainder, computed in doubles: it is exact and fits a float. HotSpot has an
  /// intrinsic for remainders of doubles; remainders of floats take fifty times as long.
  private static float rest(float a, float b) {
    return (float) ((double) a % b);
  }
}
