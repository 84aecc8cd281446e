package io.ndmap.loop.function;

import static io.ndmap.loop.function.Term.X;
import static io.ndmap.loop.function.Term.Y;

/// Formulas of elementary functions in double precision; see [FloatFormulas] for single precision.
/// The polynomials interpolate at Chebyshev nodes, so that their errors are small compared with a
/// unit in the last place of a double; or of a float, for functions of floats that are computed in
/// doubles.
final class DoubleFormulas {

  /// Adding this number to another leaves the nearest integer in the low bits of the sum.
  private static final double ROUNDER = 0x1.8p52;

  /// [#ROUNDER] plus the exponent bias, so that shifting the integer's bits gives a power of two.
  private static final double POWER = ROUNDER + 1023;

  private static final int DIGITS = 52;
  private static final long ONE = Double.doubleToRawLongBits(1);

  /// The bits of 2⁵², whose unit in the last place is 1.
  private static final long WHOLE = Double.doubleToRawLongBits(0x1p52);

  /// Bits of a number slightly below `√½`.
  private static final long ROOT = 0x3fe6_a09e_0000_0000L;

  private static final double LOG2_E = 1.4426950408889634;

  /// The natural logarithm of 2 in two parts; the products of the first and any exponent are exact.
  private static final double LN2 = 0x1.62e42feep-1;

  private static final double LN2_LACKS = 0x1.a39ef35793c76p-33;

  /// `π/2` in three parts.
  private static final double QUARTER = 0x1.921fb54442d18p0;

  private static final double QUARTER_LACKS = 0x1.1a62633145c07p-54;
  private static final double QUARTER_LACKS_STILL = -0x1.f1976b7ed8fbcp-110;

  /// The largest angle for which the formulas hold; larger angles need more digits of `π/2`.
  private static final double ANGLES = 1e6;

  /// The largest exponent for which the power of e and its inverse are normal numbers.
  private static final double EXPONENTS = 708;

  /// Coefficients for (exp(r) - 1 - r) / r².
  private static final double[] EXPONENTIAL = {
    2.0914959973504847e-09, 2.510521033399141e-08, 2.755727260827899e-07, 2.755725541675905e-06,
    2.480158732690545e-05, 0.00019841269874807464, 0.001388888888888299, 0.008333333333326138,
    0.04166666666666667, 0.1666666666666667, 0.5
  };

  /// Coefficients for (2^r - 1) / r.
  private static final double[] EXPONENTIAL_2 = {
    4.4549318142553895e-10, 7.072585623338511e-09, 1.017806264233385e-07, 1.3215442589806856e-06,
    1.5252733829370238e-05, 0.0001540353044173241, 0.001333355814641739, 0.009618129107606892,
    0.05550410866482159, 0.24022650695910097, 0.6931471805599453
  };

  private static final double[] SHORT_EXPONENTIAL_2 = {
    0.00015453162945121138,
    0.0013390863364671226,
    0.00961808255727785,
    0.05550357114219078,
    0.24022650760568126,
    0.6931471880262288
  };

  /// Coefficients for (log((1 + s) / (1 - s)) / s - 2) / s² in s².
  private static final double[] LOGARITHM = {
    0.1461780927811775,
    0.15331611537398052,
    0.1818289243841383,
    0.222222110892969,
    0.28571428626254314,
    0.3999999999989889,
    0.666666666666667
  };

  /// Coefficients for (log((1 + s) / (1 - s)) / s - 2 - 2 s² / 3) / s⁴ in s².
  private static final double[] LOGARITHM_OF_POWERS = {
    0.1172422907076187, 0.11706138136933672, 0.1333480825938115, 0.15384594899128287,
    0.18181818335964656, 0.22222222221653437, 0.2857142857142937, 0.4
  };

  /// Coefficients for log2((1 + s) / (1 - s)) / s in s².
  private static final double[] LOGARITHM_2 = {
    0.3407370889677292, 0.41167235896040427, 0.5770835906511835, 0.96179667331383, 2.885390081790107
  };

  private static final double TWO_THIRDS_LACK = 0x1.5555555555555p-55;

  /// Coefficients for (sin(r) - r) / r³ in r², up to `π/4`.
  private static final double[] SINE = {
    1.591810098359712e-10, -2.5051131452569776e-08, 2.7557316100669624e-06,
    -0.0001984126983675493, 0.008333333333330946, -0.16666666666666666
  };

  /// Like [#SINE], up to `π/2`, with the precision of floats.
  private static final double[] SHORT_SINE = {
    -2.407999973210114e-08,
    2.753645532390906e-06,
    -0.00019841086452506196,
    0.008333332768305049,
    -0.16666666663878466
  };

  /// Coefficients for (cos(r) - 1 + r² / 2) / r⁴ in r².
  private static final double[] COSINE = {
    -1.138261695533547e-11, 2.0876146061158246e-09, -2.755731727078036e-07,
    2.480158729876395e-05, -0.0013888888888887395, 0.041666666666666664
  };

  /// Coefficients for (arcsin(s) - s) / s³ in s².
  private static final double[] ARC_SINE = {
    0.02877867680176937, -0.014881738695192846, 0.017419557622504064, 0.005450809944746663,
    0.010324332719833008, 0.011478950739450834, 0.013971235469673113, 0.017352391256803126,
    0.0223721730023064, 0.030381944137078776, 0.04464285714637349, 0.07499999999998425,
    0.16666666666666669
  };

  /// Coefficients for (arctan(t) - t) / t³ in t².
  private static final double[] ARC_TANGENT = {
    -1.1805050844416488e-05, 0.00013658255120193552, -0.0007504252460409936, 0.002618679035824407,
    -0.0065667183654047855, 0.012742496679747183, -0.020222915525208413, 0.02755385573198063,
    -0.033740310371335, 0.03872102151564566, -0.04307888068951659, 0.0475200886008032,
    -0.052612454580835126, 0.058820709414440314, -0.06666635845919555, 0.07692305292711316,
    -0.09090908965156802, 0.1111111110704185, -0.1428571428564396, 0.19999999999999515,
    -0.3333333333333333
  };

  /// Coefficients for the inverse cube root between `√½` and `√2`, to 17 bits.
  private static final double[] INVERSE_CUBE_ROOT = {
    -0.10804465, 0.7006386, -1.8979292, 2.7920077, -2.4858198, 1.9991512
  };

  private static final double CUBE_ROOT_OF_2 = 1.2599210498948732;

  /// Quotients of numbers between this number and its inverse are normal numbers.
  private static final double TINY = 0x1p-500;

  private DoubleFormulas() {}

  // ---- exponentials

  /// A number, split into n · log 2 and a remainder: the power 2ⁿ, the remainder, and the error of
  /// the remainder.
  private record Exponent(Term power, Term rest, Term lacks) {

    static Exponent of(Term x) {
      Term shifted = x.fma(LOG2_E, POWER);
      Term n = shifted.minus(POWER);
      Term exact = n.fma(-LN2, x);
      Term rest = n.fma(-LN2_LACKS, exact);
      Term lacks = n.fma(-LN2_LACKS, exact.minus(rest));
      return new Exponent(shifted.toBits().left(DIGITS).number(), rest, lacks);
    }

    /// Returns the exponential of the remainder, minus 1, minus the remainder.
    Term more() {
      return rest.times(rest).times(rest.polynomial(EXPONENTIAL));
    }

    Term exponential() {
      Term series = rest.polynomial(EXPONENTIAL);
      return rest.times(rest).fma(series, rest).plus(1).times(power);
    }
  }

  static Formula exp() {
    return new Formula(Exponent.of(X).exponential(), X.abs().above(EXPONENTS));
  }

  static Formula exp2() {
    return new Formula(exponential2(X, EXPONENTIAL_2), X.abs().above(1021));
  }

  /// @param series coefficients for (2^r - 1) / r
  private static Term exponential2(Term x, double... series) {
    Term shifted = x.plus(POWER);
    Term rest = x.minus(shifted.minus(POWER));
    Term power = shifted.toBits().left(DIGITS).number();
    return rest.polynomial(series).fma(rest, 1).times(power);
  }

  /// The exponential minus 1, and the rounding error of the result.
  private record Less1(Term result, Term lacks) {

    /// Adds `power · (exp(rest) - 1)` and `power - 1`.
    static Less1 of(Term x) {
      Exponent exponent = Exponent.of(x);
      Term more = exponent.more();
      Term power = exponent.power;
      Term less = power.minus(1);
      Term high = exponent.rest.fma(power, less);
      Term low = exponent.rest.fma(power, less.minus(high)).plus(power.minus(less).minus(1));
      low = more.plus(exponent.lacks).fma(power, low);
      Term result = high.plus(low);
      return new Less1(result, high.minus(result).plus(low));
    }
  }

  static Formula expm1() {
    return new Formula(Less1.of(X).result.abs().signed(X), X.abs().above(EXPONENTS));
  }

  static Formula sinh() {
    Term size = X.abs();
    Less1 less1 = Less1.of(size);
    Term quotient = less1.result.over(less1.result.plus(1));
    Term rest = Term.of(1.0).minus(quotient);
    quotient = less1.lacks.fma(rest.fma(rest, 1), quotient);
    Term result = less1.result.plus(quotient).times(0.5);
    return new Formula(result.signed(X), size.above(EXPONENTS));
  }

  static Formula cosh() {
    Term size = X.abs();
    Term half = Exponent.of(size).exponential().times(0.5);
    return new Formula(half.plus(Term.of(0.25).over(half)), size.above(EXPONENTS));
  }

  static Formula tanh() {
    Term size = X.abs();
    Less1 less1 = Less1.of(size.plus(size));
    Term divisor = less1.result.plus(2);
    Term inverse = Term.of(1.0).over(divisor);
    Term result = less1.result.times(inverse);
    // The remainder of the division, with the errors of both operands.
    Term added = divisor.minus(less1.result);
    Term lacks = less1.result.minus(divisor.minus(added)).plus(Term.of(2.0).minus(added));
    Term opposite = result.times(-1);
    Term left = opposite.fma(lacks, opposite.fma(divisor, less1.result));
    left = less1.lacks.fma(inverse.plus(inverse), left);
    result = left.fma(inverse, result);
    return new Formula(result.signed(X), size.above(EXPONENTS / 2));
  }

  // ---- logarithms

  /// The logarithm of a number 1 + f near 1: `f - half + more`.
  private record Logarithm(Term s, Term half, Term rest) {

    static Logarithm of(Term f) {
      Term s = f.over(f.plus(2));
      Term z = s.times(s);
      Term rest = z.times(z.polynomial(LOGARITHM));
      return new Logarithm(s, f.times(0.5).times(f), rest);
    }

    Term more() {
      return s.times(half.plus(rest));
    }
  }

  /// The power of two that scales a number to near 1, the negated exponent of that power, and
  /// whether the number is too small or too large to be scaled, or not positive.
  private record Scale(Term power, Term exponent, Term isRare) {

    static Scale of(Term x) {
      Term high = x.toBits().add(ONE - ROOT);
      Term exponent = high.right(DIGITS).xor(Term.of(WHOLE)).number().minus(0x1p52 + 1023);
      Term power = Term.of(2 * ONE).subtract(high.and(-1L << DIGITS)).number();
      return new Scale(power, exponent, x.less(Double.MIN_NORMAL).or(x.above(0x1p1022)));
    }
  }

  static Formula log() {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    return new Formula(natural(scale, f, Term.of(0.0)), scale.isRare);
  }

  /// @param lacks the rounding error of 1 + f
  private static Term natural(Scale scale, Term f, Term lacks) {
    Logarithm near = Logarithm.of(f);
    Term more = near.more().plus(scale.exponent.fma(LN2_LACKS, lacks));
    return scale.exponent.fma(LN2, f.minus(near.half.minus(more)));
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
    Term result = natural(scale, f, lacks.times(Term.of(1.0).minus(f)));
    return new Formula(result.abs().signed(X), scale.isRare);
  }

  static Formula log2() {
    return log(LOG2_E, 2.0355273740931033e-17, 1, 0);
  }

  static Formula log10() {
    return log(
        0.4342944819032518, 1.098319650216765e-17, 0.30102999566224753, 1.7336659603752853e-12);
  }

  /// Returns a logarithm to another base, computed in more than double precision.
  ///
  /// @param factor the factor by which the natural logarithm is multiplied
  /// @param factorLacks the error of `factor`
  /// @param two the logarithm of 2 to that base; its multiples up to the largest exponent are all
  ///   doubles
  /// @param twoLacks the error of `two`
  private static Formula log(double factor, double factorLacks, double two, double twoLacks) {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    Logarithm near = Logarithm.of(f);
    Term high = f.minus(near.half);
    Term low = f.minus(high).minus(near.half).plus(near.more());
    Term opposite = high.times(-factor);
    Term lost = high.fma(factor, opposite);
    lost = high.fma(factorLacks, lost);
    lost = low.fma(factor, lost);
    if (twoLacks != 0) {
      lost = scale.exponent.fma(twoLacks, lost);
    }
    Term whole = scale.exponent.times(two);
    Term sum = whole.minus(opposite);
    return new Formula(sum.plus(whole.minus(sum).minus(opposite).plus(lost)), scale.isRare);
  }

  // ---- powers

  /// Uses a logarithm with about ten bits more than a double, because the relative error of a power
  /// is hundreds of times the relative error of its exponent.
  static Formula power() {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    Term divisor = f.plus(2);
    Term inverse = Term.of(1.0).over(divisor);
    Term s = f.times(inverse);
    Term opposite = s.times(-1);
    Term divisorLacks = f.minus(divisor.minus(2));
    Term sLacks = opposite.fma(divisorLacks, opposite.fma(divisor, f)).times(inverse);
    // The cube of s, and two thirds of the cube.
    Term z = s.times(s);
    Term zLacks = sLacks.times(s).times(2).minus(opposite.fma(s, z));
    Term cube = s.times(z);
    Term cubeLacks = sLacks.fma(z, s.times(zLacks)).minus(opposite.fma(z, cube));
    Term thirds = cube.times(2.0 / 3);
    Term excess = cube.fma(-2.0 / 3, thirds);
    Term lacks = cubeLacks.fma(2.0 / 3, cube.fma(TWO_THIRDS_LACK, excess.times(-1)));
    lacks = cube.times(z).fma(z.polynomial(LOGARITHM_OF_POWERS), lacks);
    lacks = sLacks.fma(2, scale.exponent.fma(LN2_LACKS, lacks));
    Term whole = scale.exponent.times(LN2);
    Term first = s.fma(2, whole);
    Term second = first.plus(thirds);
    Term lost = s.fma(2, whole.minus(first)).plus(first.minus(second).plus(thirds));
    lacks = lacks.plus(lost);
    Term logarithm = second.plus(lacks);
    lacks = second.minus(logarithm).plus(lacks);
    Term product = logarithm.times(Y);
    Term productLacks = lacks.fma(Y, logarithm.fma(Y, product.times(-1)));
    Exponent exponent = Exponent.of(product);
    Term rest = exponent.rest.plus(1);
    Term more = exponent.more();
    Term small = exponent.lacks.plus(productLacks).fma(rest.plus(more), more);
    Term result = rest.plus(Term.of(1.0).minus(rest).plus(exponent.rest).plus(small));
    return new Formula(result.times(exponent.power), scale.isRare.or(isLarge(product)));
  }

  /// Returns the power for results in single precision, from a base-2 logarithm of 37 bits.
  static Formula shortPower() {
    Scale scale = Scale.of(X);
    Term f = X.fma(scale.power, -1);
    Term s = f.over(f.plus(2));
    Term logarithm = s.fma(s.times(s).polynomial(LOGARITHM_2), scale.exponent);
    Term product = logarithm.times(Y);
    return new Formula(
        exponential2(product, SHORT_EXPONENTIAL_2), scale.isRare.or(isLarge(product)));
  }

  /// Returns whether a power is not a normal number because of its exponent, or the exponent is
  /// NaN.
  private static Term isLarge(Term exponent) {
    return exponent.abs().atMost(EXPONENTS).not();
  }

  // ---- angles

  /// An angle as a multiple of `π/2` and a remainder in more than double precision, with the sine
  /// and cosine of the remainder.
  record Angle(
      Term quarters,
      Term isOdd,
      Term sineOfRest,
      Term sineLacks,
      Term cosineOfRest,
      Term cosineLacks) {

    Angle() {
      Term size = X.abs();
      Term shifted = size.fma(2 / Math.PI, ROUNDER);
      Term n = shifted.minus(ROUNDER);
      Term exact = n.fma(-QUARTER, size);
      Term less = n.times(-QUARTER_LACKS);
      Term rest = exact.plus(less);
      Term lost = exact.minus(rest).plus(less).minus(n.fma(QUARTER_LACKS, less));
      Term lacks = n.fma(-QUARTER_LACKS_STILL, lost);
      Term square = rest.times(rest);
      Term half = square.times(0.5);
      Term below = Term.of(1.0).minus(half);
      Term moreOfSine = rest.times(square).fma(square.polynomial(SINE), lacks.times(below));
      Term sine = rest.plus(moreOfSine);
      Term more = square.times(square).times(square.polynomial(COSINE)).minus(rest.times(lacks));
      more = rest.fma(rest, square.times(-1)).fma(-0.5, more);
      more = Term.of(1.0).minus(below).minus(half).plus(more);
      Term cosine = below.plus(more);
      Term quarters = shifted.toBits();
      Term isOdd = quarters.left(63).xor(Term.of(ONE)).number().less(0);
      this(
          quarters,
          isOdd,
          sine,
          rest.minus(sine).plus(moreOfSine),
          cosine,
          below.minus(cosine).plus(more));
    }

    Formula sine() {
      Term turned = quarters.left(62).and(Long.MIN_VALUE);
      Term result = isOdd.choose(cosineOfRest, sineOfRest);
      return formula(result.toBits().xor(turned).number(), true);
    }

    Formula cosine() {
      Term turned = quarters.add(1).left(62).and(Long.MIN_VALUE);
      Term result = isOdd.choose(sineOfRest, cosineOfRest);
      return formula(result.toBits().xor(turned).number(), false);
    }

    /// Returns the tangent as a quotient: the product with the inverse of the divisor, corrected by
    /// the remainder of the division.
    Formula tangent() {
      Term above = isOdd.choose(cosineOfRest, sineOfRest);
      Term under = isOdd.choose(sineOfRest, cosineOfRest);
      Term aboveLacks = isOdd.choose(cosineLacks, sineLacks);
      Term underLacks = isOdd.choose(sineLacks, cosineLacks);
      Term inverse = Term.of(1.0).over(under);
      Term quotient = above.times(inverse);
      Term opposite = quotient.times(-1);
      Term left = opposite.fma(underLacks, opposite.fma(under, above).plus(aboveLacks));
      Term result = left.fma(inverse, quotient);
      return formula(result.toBits().xor(quarters.left(63)).number(), true);
    }

    /// @param isOddFunction whether the function is odd
    private static Formula formula(Term result, boolean isOddFunction) {
      // The sign of the operand, which a zero result lacks.
      Term sign = X.toBits().and(Long.MIN_VALUE);
      return new Formula(
          isOddFunction ? result.toBits().xor(sign).number() : result, X.abs().above(ANGLES));
    }
  }

  /// Returns the sine or cosine of floats. The angle is reduced modulo `π`, to a magnitude of at
  /// most `π/2`.
  ///
  /// @param shift the phase in half turns
  static Formula shortSine(double shift) {
    Term size = X.abs();
    Term shifted = size.fma(1 / Math.PI, shift).plus(ROUNDER);
    Term n = shifted.minus(ROUNDER).minus(shift);
    Term rest = n.fma(-2 * QUARTER_LACKS, n.fma(-2 * QUARTER, size));
    Term square = rest.times(rest);
    Term sine = rest.times(square).fma(square.polynomial(SHORT_SINE), rest);
    Term turned = sine.toBits().xor(shifted.toBits().left(63));
    Term signed = shift == 0 ? turned.xor(X.toBits().and(Long.MIN_VALUE)) : turned;
    return new Formula(signed.number(), size.above(ANGLES));
  }

  // ---- inverses

  /// The arc sine. Above 0.5, it is computed from the root of `(1 - |x|) / 2`.
  private record ArcSine(Term isSmall, Term head, Term more) {

    static ArcSine of(Term x) {
      Term size = x.abs();
      Term isSmall = size.less(0.5);
      Term missing = size.fma(-0.5, 0.5);
      Term square = isSmall.choose(x.times(x), missing);
      Term head = isSmall.choose(size, missing.sqrt().times(2));
      Term series = square.polynomial(ARC_SINE);
      return new ArcSine(isSmall, head, head.times(square).times(series));
    }
  }

  static Formula arcsin() {
    ArcSine arc = ArcSine.of(X);
    Term large = less(Term.of(QUARTER), Term.of(QUARTER_LACKS), arc.head, arc.more);
    Term result = arc.isSmall.choose(arc.head.plus(arc.more), large);
    return new Formula(result.signed(X), X.abs().above(1));
  }

  static Formula arccos() {
    ArcSine arc = ArcSine.of(X);
    Term isNegative = X.less(0);
    Term base = arc.isSmall.choose(QUARTER, isNegative.choose(2 * QUARTER, 0));
    Term lacks = arc.isSmall.choose(QUARTER_LACKS, isNegative.choose(2 * QUARTER_LACKS, 0));
    // The sign of x if |x| is small, else the opposite sign.
    Term sign = arc.isSmall.choose(X, X.times(-1));
    return new Formula(
        less(base, lacks, arc.head.signed(sign), arc.more.signed(sign)), X.abs().above(1));
  }

  /// Returns `base - (head + more)`, computed in more than double precision.
  private static Term less(Term base, Term lacks, Term head, Term more) {
    Term high = base.minus(head);
    return high.plus(base.minus(high).minus(head).minus(more).plus(lacks));
  }

  static Formula arctan() {
    Term size = X.abs();
    Term isLarge = size.above(1);
    Term tangent = isLarge.choose(Term.of(1.0).over(size), size);
    Term square = tangent.times(tangent);
    Term series = square.polynomial(ARC_TANGENT);
    Term more = tangent.times(square).times(series);
    Term lacks = tangent.times(-1).fma(size, 1).times(tangent);
    more = more.plus(isLarge.choose(lacks.times(square.fma(-0.5, 1)), Term.of(0.0)));
    Term large = less(Term.of(QUARTER), Term.of(QUARTER_LACKS), tangent, more);
    Term result = isLarge.choose(large, tangent.plus(more));
    return new Formula(result.signed(X), size.above(1e300));
  }

  static Formula arctan2() {
    Term above = X.abs();
    Term right = Y.abs();
    Term isSteep = right.less(above);
    Term tangent = isSteep.choose(right, above).over(isSteep.choose(above, right));
    Term square = tangent.times(tangent);
    Term series = square.polynomial(ARC_TANGENT);
    Term more = tangent.times(square).times(series);
    Term isLeft = Y.less(0);
    // Steep angles are near `π/2`, other angles near 0 or `π`.
    Term base = isSteep.choose(QUARTER, isLeft.choose(2 * QUARTER, 0));
    Term lacks = isSteep.choose(QUARTER_LACKS, isLeft.choose(2 * QUARTER_LACKS, 0));
    Term turned = isSteep.choose(Y, Y.times(-1));
    Term result = less(base, lacks, tangent.signed(turned), more.abs().signed(turned.times(-1)));
    Term isRare = above.less(TINY).or(above.above(1 / TINY));
    return new Formula(result.signed(X), isRare.or(right.less(TINY)).or(right.above(1 / TINY)));
  }

  // ---- roots

  /// Uses the inverse cube root, because a Newton step refines it without a division.
  static Formula cbrt() {
    Term size = X.abs();
    Scale scale = Scale.of(size);
    Term shifted = scale.exponent.fma(1.0 / 3, POWER);
    Term rest = shifted.minus(POWER).fma(-3, scale.exponent);
    Term power = rest.plus(POWER).toBits().left(DIGITS).number();
    Term mantissa = size.times(scale.power);
    Term number = mantissa.times(power);
    Term factor =
        rest.less(0).choose(Term.of(CUBE_ROOT_OF_2), rest.above(0).choose(1 / CUBE_ROOT_OF_2, 1));
    Term inverse = mantissa.polynomial(INVERSE_CUBE_ROOT).times(factor);
    Term cube = inverse.times(inverse).times(inverse);
    inverse = number.times(cube).fma(-1.0 / 3, 1.0 / 3).fma(inverse, inverse);
    Term squared = inverse.times(inverse);
    Term root = number.times(squared);
    Term opposite = root.times(-1);
    Term square = root.times(root);
    Term lost = opposite.fma(root, square);
    Term missing = root.fma(lost, opposite.fma(square, number));
    root = missing.fma(squared.times(1.0 / 3), root);
    Term result = root.times(shifted.toBits().left(DIGITS).number());
    return new Formula(result.signed(X), scale.isRare);
  }

  /// Computes in doubles, in which the squares of floats are exact.
  static Formula hypot() {
    Term isRare = X.abs().above(Float.MAX_VALUE).or(Y.abs().above(Float.MAX_VALUE));
    return new Formula(X.fma(X, Y.times(Y)).sqrt(), isRare);
  }
}
