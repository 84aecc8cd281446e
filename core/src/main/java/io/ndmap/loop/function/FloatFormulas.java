package io.ndmap.loop.function;

import static io.ndmap.loop.function.Term.X;
import static io.ndmap.loop.function.Term.Y;

import org.jspecify.annotations.Nullable;

/// Formulas of functions of floats in single precision. Vectors of floats have twice as many lanes
/// as vectors of doubles. The polynomials have the least relative error that was found for
/// coefficients that are floats. If a sum would lose too much precision, its rounding error is
/// computed and added at the end.
final class FloatFormulas {

  /// Adding this number to another leaves the nearest integer in the low bits of the sum.
  private static final double ROUNDER = 0x1.8p23;

  private static final int BIAS = 127;
  private static final int DIGITS = 23;
  private static final long ONE = Float.floatToRawIntBits(1);
  private static final long SIGN = 0x8000_0000L;

  /// The bits of 2²³, whose unit in the last place is 1.
  private static final long WHOLE = Float.floatToRawIntBits(0x1p23f);

  /// Bits of a number slightly below `√½`.
  private static final long ROOT = 0x3f35_04f3L;

  private static final double LOG2_E = 1.4426950408889634;

  /// The natural logarithm of 2 in two parts; the products of the first and any exponent are exact.
  private static final double LN2 = 0x1.62e4p-1;

  private static final double LN2_LACKS = 1.4286068203094173e-06;

  /// `π/2` in three parts.
  private static final double QUARTER = (float) (Math.PI / 2);

  private static final double QUARTER_LACKS = (float) -4.371139000186241e-8;
  private static final double QUARTER_LACKS_STILL = -1.7151245100058819e-15;

  /// The largest angle of a tangent; larger angles need more digits of `π/2`.
  private static final double ANGLES = 1e5;

  /// The largest integer for which the power of e and its inverse are normal numbers.
  private static final double EXPONENTS = 87;

  /// Coefficients for (exp(r) - 1 - r) / r².
  private static final double[] EXPONENTIAL = {
    0.0013941537, 0.008368836, 0.041666392, 0.1666652, 0.5
  };

  /// Like [#EXPONENTIAL], with one more coefficient, for a smaller error.
  private static final double[] LONG_EXPONENTIAL = {
    0.00019944322, 0.0013935108, 0.008333208, 0.041666463, 0.16666667, 0.5
  };

  /// Coefficients for (2^r - 1) / r.
  private static final double[] EXPONENTIAL_2 = {
    0.00015462877, 0.0013390989, 0.0096180625, 0.055503596, 0.2402265, 0.6931472
  };

  /// Coefficients for (log(1 + f) - f + f² / 2) / f³.
  private static final double[] LOGARITHM = {
    -0.076369435,
    0.12762535,
    -0.13159572,
    0.14201537,
    -0.16623409,
    0.20001243,
    -0.2500082,
    0.3333333
  };

  /// Coefficients for (log2(1 + f) - f / log(2)) / f².
  private static final double[] LOGARITHM_2 = {
    0.09642708,
    -0.16762914,
    0.1715608,
    -0.17916662,
    0.20515944,
    -0.24045148,
    0.2885681,
    -0.36067456,
    0.48089808,
    -0.7213475
  };

  /// Coefficients for (log10(1 + f) - f / log(10)) / f².
  private static final double[] LOGARITHM_10 = {
    0.029845089,
    -0.050671868,
    0.051298134,
    -0.05383805,
    0.06180293,
    -0.07239526,
    0.08686554,
    -0.1085733,
    0.14476478,
    -0.21714725
  };

  /// Coefficients for (sinh(r) - r) / r³ in r², up to 1.
  private static final double[] HYPERBOLIC_SINE = {
    2.7822132e-06, 0.00019842896, 0.0083333105, 0.16666667
  };

  /// Coefficients for (tanh(r) - r) / r³ in r², up to 1.
  private static final double[] HYPERBOLIC_TANGENT = {
    -0.00036225413, 0.0023145054, -0.007963862, 0.021498457, -0.053883765, 0.13332406, -0.333333
  };

  /// Coefficients for (tan(r) - r) / r³ in r², up to `π/4`.
  private static final double[] TANGENT = {
    0.004375961, 9.2004564e-05, 0.010832002, 0.021284634, 0.054059166, 0.13332674, 0.3333335
  };

  /// Coefficients for (arcsin(s) - s) / s³ in s².
  private static final double[] ARC_SINE = {
    0.042158306, 0.024184778, 0.04546915, 0.074953094, 0.16666752
  };

  /// Coefficients for (arctan(t) - t) / t³ in t².
  private static final double[] ARC_TANGENT = {
    0.0011345221,
    -0.007425363,
    0.022777617,
    -0.044983257,
    0.06763649,
    -0.08821462,
    0.11061233,
    -0.14280343,
    0.19999716,
    -0.33333328
  };

  /// Coefficients for the inverse cube root between `√½` and `√2`, to 14 bits.
  private static final double[] INVERSE_CUBE_ROOT = {
    0.12835048, -0.70231026, 1.5611926, -1.861758, 1.8745017
  };

  private static final double CUBE_ROOT_OF_2 = 1.2599210498948732;

  /// Quotients of numbers between this number and its inverse are normal numbers.
  private static final double TINY = 0x1p-50;

  private FloatFormulas() {}

  private static Formula formula(Term result, @Nullable Term isRare) {
    return new Formula(result, isRare, true);
  }

  private static Formula formula(Term result) {
    return formula(result, null);
  }

  private static Term negated(Term x) {
    return x.times(-1);
  }

  /// Returns a nonnegative number with the sign of another.
  private static Term signed(Term size, Term sign) {
    return size.toBits().xor(sign.toBits().and(SIGN)).number();
  }

  /// Returns the rounding error of a sum.
  ///
  /// @param sum the rounded sum
  private static Term lost(Term larger, Term smaller, Term sum) {
    return larger.minus(sum).plus(smaller);
  }

  // ---- exponentials

  /// A number, split into n · log 2 and a remainder: [#ROUNDER] + n, the remainder, and the error
  /// of the remainder.
  private record Exponent(Term shifted, Term rest, Term lacks) {

    static Exponent of(Term x) {
      Term shifted = x.fma(LOG2_E, ROUNDER);
      Term n = shifted.minus(ROUNDER);
      Term exact = n.fma(-LN2, x);
      Term rest = n.fma(-LN2_LACKS, exact);
      return new Exponent(shifted, rest, n.fma(-LN2_LACKS, exact.minus(rest)));
    }

    Term power() {
      return shifted.toBits().add(BIAS).left(DIGITS).number();
    }

    /// Returns the exponential of the remainder, minus 1, minus the remainder.
    Term more() {
      return rest.times(rest).times(rest.polynomial(EXPONENTIAL));
    }
  }

  /// Multiplies by a power of two, even if the power is not a normal number.
  ///
  /// @param shifted the exponent in the low bits
  private static Term scaled(Term x, Term shifted) {
    Term half = shifted.toBits().right(1);
    Term otherHalf = shifted.toBits().subtract(half);
    return x.times(half.add(BIAS).left(DIGITS).number())
        .times(otherHalf.add(BIAS).left(DIGITS).number());
  }

  private static Term limited(Term x, double least, double most) {
    Term atMost = x.above(most).choose(most, x);
    return atMost.less(least).choose(least, atMost);
  }

  static Formula exp() {
    Exponent exponent = Exponent.of(limited(X, -104, 89));
    Term sum = exponent.rest.plus(1);
    Term lacks = lost(Term.of(1.0), exponent.rest, sum);
    Term series = exponent.rest.polynomial(EXPONENTIAL);
    Term power = sum.plus(exponent.rest.times(exponent.rest).fma(series, lacks));
    return formula(scaled(power, exponent.shifted));
  }

  static Formula exp2() {
    Term x = limited(X, -151, 129);
    Term shifted = x.plus(ROUNDER);
    Term rest = x.minus(shifted.minus(ROUNDER));
    return formula(scaled(rest.polynomial(EXPONENTIAL_2).fma(rest, 1), shifted));
  }

  /// Adds `power · (exp(rest) - 1)` and `power - 1`.
  static Formula expm1() {
    Term x = X.less(-40).choose(-40, X);
    Exponent exponent = Exponent.of(x);
    Term power = exponent.power();
    Term less = power.minus(1);
    Term high = exponent.rest.fma(power, less);
    Term low = exponent.rest.fma(power, less.minus(high)).plus(power.minus(less).minus(1));
    Term series = exponent.rest.times(exponent.rest.polynomial(LONG_EXPONENTIAL));
    low = exponent.lacks.fma(power, low);
    Term result = high.plus(exponent.rest.times(power).fma(series, low));
    return formula(signed(result.abs(), X), X.above(EXPONENTS));
  }

  /// Half of an exponential as a sum of two terms, and half of the exponential's inverse.
  private record Halves(Term power, Term lacks, Term inverse) {

    static Halves of(Term x) {
      Exponent exponent = Exponent.of(x);
      Term half = exponent.power().times(0.5);
      Term sum = exponent.rest.plus(1);
      Term lacks = lost(Term.of(1.0), exponent.rest, sum).plus(exponent.more());
      Term power = sum.times(half);
      Term more = lacks.times(half);
      return new Halves(power, more, Term.of(0.25).over(power.plus(more)));
    }
  }

  static Formula sinh() {
    Term size = X.abs();
    Halves halves = Halves.of(size);
    Term large = halves.power.plus(halves.lacks.minus(halves.inverse));
    Term square = X.times(X);
    Term small = size.times(square).fma(square.polynomial(HYPERBOLIC_SINE), size);
    return formula(signed(size.less(1.0).choose(small, large), X), size.above(EXPONENTS));
  }

  static Formula cosh() {
    Halves halves = Halves.of(X.abs());
    Term result = halves.power.plus(halves.lacks.plus(halves.inverse));
    return formula(result, X.abs().above(EXPONENTS));
  }

  /// Computes `1 - 2 / (exp(2x) + 1)` for large numbers.
  static Formula tanh() {
    Term size = X.abs();
    Term limited = size.above(10).choose(10, size);
    Term shifted = limited.fma(2 * LOG2_E, ROUNDER);
    Term rest = shifted.minus(ROUNDER).fma(-0.5 * Math.log(2), limited);
    rest = rest.plus(rest);
    Term power = rest.times(rest).fma(rest.polynomial(EXPONENTIAL), rest).plus(1);
    power = power.times(shifted.toBits().add(BIAS).left(DIGITS).number());
    Term large = Term.of(1.0).minus(Term.of(2.0).over(power.plus(1)));
    Term square = X.times(X);
    Term small = size.times(square).fma(square.polynomial(HYPERBOLIC_TANGENT), size);
    return formula(signed(size.less(1.0).choose(small, large), X));
  }

  // ---- logarithms

  /// The power of two that scales a number to near 1, the negated exponent of that power, and
  /// whether the number is too small or too large to be scaled, or not positive.
  private record Scale(Term power, Term exponent, Term isRare) {

    static Scale of(Term x) {
      Term high = x.toBits().add(ONE - ROOT);
      Term exponent = high.right(DIGITS).xor(Term.of(WHOLE)).number().minus(0x1p23 + BIAS);
      Term power = Term.of(2 * ONE).subtract(high.and(-1L << DIGITS)).number();
      return new Scale(power, exponent, x.less(Float.MIN_NORMAL).or(x.above(0x1p126)));
    }
  }

  /// Returns the logarithm of 1 + f, minus f.
  private static Term more(Term f) {
    return f.times(f).times(f.polynomial(LOGARITHM).fma(f, -0.5));
  }

  static Formula log() {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    return formula(natural(scale, f, more(f)), scale.isRare);
  }

  private static Term natural(Scale scale, Term f, Term more) {
    Term whole = scale.exponent.times(LN2);
    Term sum = whole.plus(f);
    return sum.plus(lost(whole, f, sum).plus(scale.exponent.fma(LN2_LACKS, more)));
  }

  static Formula log1p() {
    Term sum = X.plus(1);
    Term large = sum.minus(1);
    Term lost = Term.of(1.0).minus(sum.minus(large)).plus(X.minus(large));
    Scale scale = Scale.of(sum);
    Term near = sum.fma(scale.power, -1);
    Term scaled = lost.times(scale.power);
    Term f = near.plus(scaled);
    Term lacks = scaled.minus(f.minus(near));
    Term result = natural(scale, f, more(f).plus(lacks.times(Term.of(1.0).minus(f))));
    return formula(signed(result.abs(), X), scale.isRare);
  }

  static Formula log2() {
    return log(LOG2_E, 1, 0, LOGARITHM_2);
  }

  static Formula log10() {
    return log(0.4342944819032518, 0.301025390625, 4.605038981195211e-06, LOGARITHM_10);
  }

  /// Returns a logarithm to another base.
  ///
  /// @param factor the factor by which the natural logarithm is multiplied
  /// @param two the logarithm of 2 to that base; its multiples up to the largest exponent are all
  ///   floats
  /// @param twoLacks the error of `two`
  /// @param series coefficients for (log(1 + f) - factor * f) / f², with the logarithm to that base
  private static Formula log(double factor, double two, double twoLacks, double... series) {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    Term opposite = f.times(-factor);
    Term lacks = f.fma(factor, opposite);
    lacks = f.times(f).fma(f.polynomial(series), f.fma(factor - (float) factor, lacks));
    if (twoLacks != 0) {
      lacks = scale.exponent.fma(twoLacks, lacks);
    }
    Term whole = scale.exponent.times(two);
    Term sum = whole.minus(opposite);
    return formula(sum.plus(whole.minus(sum).minus(opposite).plus(lacks)), scale.isRare);
  }

  // ---- angles

  /// Uses the tangent of the angle modulo `π/2`, or its negative inverse after an odd number of
  /// quarter turns.
  static Formula tan() {
    Term size = X.abs();
    Term shifted = size.fma(2 / Math.PI, ROUNDER);
    Term n = shifted.minus(ROUNDER);
    Term exact = n.fma(-QUARTER, size);
    Term less = n.times(-QUARTER_LACKS);
    Term rest = exact.plus(less);
    Term lost = lost(exact, less, rest).minus(n.fma(QUARTER_LACKS, less));
    Term lacks = n.fma(-QUARTER_LACKS_STILL, lost);
    Term square = rest.times(rest);
    Term cube = rest.times(square);
    Term series = square.polynomial(TANGENT);
    Term tangent = cube.fma(series, rest);
    Term turned = lacks.times(tangent.fma(tangent, 1));
    Term more = cube.fma(series, rest.minus(tangent)).plus(turned);
    Term inverse = Term.of(-1.0).over(tangent);
    Term missing = inverse.fma(more, inverse.fma(tangent, 1));
    Term odd = inverse.fma(missing, inverse);
    Term isOdd = shifted.toBits().left(31).xor(Term.of(ONE)).number().less(0);
    Term result = isOdd.choose(odd, rest.plus(cube.fma(series, turned)));
    Term sign = X.toBits().and(SIGN);
    return formula(result.toBits().xor(sign).number(), size.above(ANGLES));
  }

  // ---- inverses

  /// The arc sine. Above 0.5, it is computed from the root of `(1 - |x|) / 2`.
  private record ArcSine(Term isSmall, Term head, Term more) {

    static ArcSine of(Term x) {
      Term size = x.abs();
      Term isSmall = size.less(0.5);
      Term missing = size.fma(-0.5, 0.5);
      Term square = isSmall.choose(x.times(x), missing);
      Term root = missing.sqrt();
      // Twice the error of the root; 0 if the root is 0.
      Term lacks = negated(root).fma(root, missing).over(root.plus(Float.MIN_NORMAL));
      Term head = isSmall.choose(size, root.plus(root));
      Term more = square.times(square.polynomial(ARC_SINE));
      return new ArcSine(isSmall, head, head.fma(more, isSmall.choose(Term.of(0.0), lacks)));
    }
  }

  static Formula arcsin() {
    ArcSine arc = ArcSine.of(X);
    Term large = less(Term.of(QUARTER), Term.of(QUARTER_LACKS), arc.head, arc.more);
    Term result = signed(arc.isSmall.choose(arc.head.plus(arc.more), large), X);
    return formula(result, X.abs().above(1));
  }

  static Formula arccos() {
    ArcSine arc = ArcSine.of(X);
    Term isNegative = X.less(0);
    Term base = arc.isSmall.choose(QUARTER, isNegative.choose(2 * QUARTER, 0));
    Term lacks = arc.isSmall.choose(QUARTER_LACKS, isNegative.choose(2 * QUARTER_LACKS, 0));
    // The sign of x if |x| is small, else the opposite sign.
    Term sign = arc.isSmall.choose(X, negated(X));
    Term result = less(base, lacks, signed(arc.head, sign), signed(arc.more, sign));
    return formula(result, X.abs().above(1));
  }

  /// Returns `base - (head + more)`, computed in more than single precision.
  private static Term less(Term base, Term lacks, Term head, Term more) {
    Term high = base.minus(head);
    return high.plus(base.minus(high).minus(head).minus(more).plus(lacks));
  }

  static Formula arctan() {
    Term size = X.abs();
    Term isLarge = size.above(1);
    Term inverse = Term.of(1.0).over(size);
    Term opposite = negated(inverse);
    Term tangent = isLarge.choose(inverse, size);
    Term square = tangent.times(tangent);
    Term series = square.times(square.polynomial(ARC_TANGENT));
    Term missing = opposite.fma(size, 1);
    Term high = Term.of(QUARTER).minus(inverse);
    Term low = Term.of(QUARTER).minus(high).minus(inverse).plus(QUARTER_LACKS);
    low = opposite.fma(missing.times(slope(square)), low);
    Term large = high.plus(opposite.fma(series, low));
    Term result = isLarge.choose(large, tangent.fma(series, tangent));
    return formula(signed(result, X), size.above(0x1p100));
  }

  /// Approximates the derivative of the arc tangent, `1 / (1 + square)`.
  private static Term slope(Term square) {
    return square.fma(-0.5, 1);
  }

  static Formula arctan2() {
    Term above = X.abs();
    Term right = Y.abs();
    Term isSteep = right.less(above);
    Term over = isSteep.choose(right, above);
    Term under = isSteep.choose(above, right);
    Term inverse = Term.of(1.0).over(under);
    Term tangent = over.times(inverse);
    Term square = tangent.times(tangent);
    Term missing = negated(tangent).fma(under, over).times(inverse);
    Term series = square.times(square.polynomial(ARC_TANGENT));
    Term more = tangent.fma(series, missing.times(slope(square)));
    Term isLeft = Y.less(0);
    // Steep angles are near `π/2`, other angles near 0 or `π`.
    Term base = isSteep.choose(QUARTER, isLeft.choose(2 * QUARTER, 0));
    Term lacks = isSteep.choose(QUARTER_LACKS, isLeft.choose(2 * QUARTER_LACKS, 0));
    Term turn = isSteep.choose(Y, negated(Y)).toBits().and(SIGN);
    Term head = tangent.toBits().xor(turn).number();
    Term rest = more.toBits().xor(turn).number();
    Term isRare = above.less(TINY).or(above.above(1 / TINY));
    return formula(
        signed(less(base, lacks, head, rest), X),
        isRare.or(right.less(TINY)).or(right.above(1 / TINY)));
  }

  // ---- roots

  /// Uses the inverse cube root, because a Newton step refines it without a division.
  static Formula cbrt() {
    Term size = X.abs();
    Scale scale = Scale.of(size);
    Term shifted = scale.exponent.fma(1.0 / 3, ROUNDER);
    Term rest = shifted.minus(ROUNDER).fma(-3, scale.exponent);
    Term power = rest.plus(ROUNDER).toBits().add(BIAS).left(DIGITS).number();
    Term mantissa = size.times(scale.power);
    Term number = mantissa.times(power);
    Term factor =
        rest.less(0).choose(Term.of(CUBE_ROOT_OF_2), rest.above(0).choose(1 / CUBE_ROOT_OF_2, 1));
    Term inverse = mantissa.polynomial(INVERSE_CUBE_ROOT).times(factor);
    Term squared = inverse.times(inverse);
    Term root = number.times(squared);
    Term missing = negated(root.times(root)).fma(root, number);
    root = missing.fma(squared.times(1.0 / 3), root);
    Term result = root.times(shifted.toBits().add(BIAS).left(DIGITS).number());
    return formula(signed(result, X), scale.isRare);
  }
}
