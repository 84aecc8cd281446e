package io.ndmap.op;

/// Operations on one element; each constant names NumPy's function.
///
/// Inexact functions return the same bits on every machine, with and without SIMD vectors, except
/// for the payloads of NaNs. Their errors in `f8` are at most [#ulps] units in the last place, for
/// most functions 1, as measured against long doubles for millions of numbers of all magnitudes.
///
/// In `f4`, errors are at most one unit, for `tan` and `arctan2` 1.1 units, as measured against
/// doubles. `sin`, `cos`, `power`, `hypot`, and functions without a formula of their own for `f4`
/// are computed in double precision, with errors of at most 0.6 units. Results in `f2` are rounded
/// from `f4`, with errors of at most 0.6 units.
public enum Unary {
  /// `np.negative`; wraps for unsigned integers; not for booleans.
  NEGATIVE("negate", "negatives"),
  /// `np.absolute`; the modulus of complex numbers.
  ABSOLUTE("take the absolute value of", "absolute values"),
  /// `np.sqrt`; integers and booleans are computed in the floating-point dtype that NumPy chooses:
  /// `f2`, `f4` or `f8`. Real results are correctly rounded. Complex numbers are computed in double
  /// precision, with errors of some units in the last place and the same bits on every machine.
  SQRT("take the root of", "roots"),
  /// `np.exp`. For dtypes and complex numbers see [#SQRT].
  EXP("exponentiate", "exponentials", 1),
  /// `np.exp2`, exact for integers; see [#EXP]. The error of complex results is some units in the
  /// last place times the magnitude of the exponent.
  EXP2("exponentiate", "exponentials", 1),
  /// `np.expm1`, see [#EXP]. Each part of a complex result is the difference of two terms; its
  /// error is some units in the last place of the larger term.
  EXPM1("exponentiate", "exponentials", 1.25),
  /// `np.log`. For dtypes and complex numbers see [#SQRT].
  LOG("take the logarithm of", "logarithms", 1),
  /// `np.log2`, exact for powers of two; see [#LOG].
  LOG2("take the logarithm of", "logarithms", 1),
  /// `np.log10`, exact for powers of ten; see [#LOG].
  LOG10("take the logarithm of", "logarithms", 1),
  /// `np.log1p`, see [#LOG]. Near 0, each part of a complex result is the sum of two terms; its
  /// error is some units in the last place of the larger term.
  LOG1P("take the logarithm of", "logarithms", 1),
  /// `np.cbrt`; not of complex numbers. For dtypes see [#SQRT].
  CBRT("take the cube root of", "cube roots", 1, false),
  /// `np.square`, in the elements' dtype, where integers wrap; `i1` for booleans.
  SQUARE("square", "squares"),
  /// `np.reciprocal`, in the elements' dtype: 0 for integers other than 1 and -1; `i1` for
  /// booleans. As in NumPy on x86-64, the reciprocal of the integer 0 is the lowest number for `i4`
  /// and `i8`, and 0 for other dtypes.
  RECIPROCAL("take the reciprocal of", "reciprocals"),
  /// `np.sign`: 1, 0, -1 or NaN; `a / abs(a)` for complex numbers; not for booleans.
  SIGN("take the sign of", "signs"),
  /// `np.sin`. For dtypes and complex numbers see [#SQRT].
  SIN("take the sine of", "sines", 1),
  /// `np.cos`, see [#SIN].
  COS("take the cosine of", "cosines", 1),
  /// `np.tan`, see [#SIN].
  TAN("take the tangent of", "tangents", 1),
  /// `np.arcsin`, see [#SIN].
  ARCSIN("take the arc sine of", "arc sines", 1.25),
  /// `np.arccos`, see [#SIN].
  ARCCOS("take the arc cosine of", "arc cosines", 1.25),
  /// `np.arctan`, see [#SIN].
  ARCTAN("take the arc tangent of", "arc tangents", 1.5),
  /// `np.sinh`, see [#SIN].
  SINH("take the hyperbolic sine of", "hyperbolic sines", 2.5),
  /// `np.cosh`, see [#SIN].
  COSH("take the hyperbolic cosine of", "hyperbolic cosines", 2.5),
  /// `np.tanh`, see [#SIN].
  TANH("take the hyperbolic tangent of", "hyperbolic tangents", 1),
  /// `np.arcsinh`, see [#SIN].
  ARCSINH("take the inverse hyperbolic sine of", "inverse hyperbolic sines", 2.5),
  /// `np.arccosh`, see [#SIN].
  ARCCOSH("take the inverse hyperbolic cosine of", "inverse hyperbolic cosines", 2.5),
  /// `np.arctanh`, see [#SIN].
  ARCTANH("take the inverse hyperbolic tangent of", "inverse hyperbolic tangents", 2.5),
  /// `np.degrees`, or `np.rad2deg`; not of complex numbers. For dtypes see [#SQRT].
  DEGREES("convert", "angles", false),
  /// `np.radians`, or `np.deg2rad`; not of complex numbers. For dtypes see [#SQRT].
  RADIANS("convert", "angles", false),
  /// `np.rint`: to the nearest integer, ties to even. For dtypes see [#SQRT].
  RINT("round", "rounded numbers"),
  /// `np.floor`; integers and booleans are unchanged.
  FLOOR("round", "rounded numbers", false),
  /// `np.ceil`; integers and booleans are unchanged.
  CEIL("round", "rounded numbers", false),
  /// `np.trunc`; integers and booleans are unchanged.
  TRUNC("round", "rounded numbers", false),
  /// `np.invert`, of integers and booleans.
  INVERTED("invert", "bits"),
  /// `np.isnan`, with boolean results; for complex numbers, whether either part is NaN.
  IS_NAN("test", "answers"),
  /// `np.isfinite`, with boolean results; for complex numbers, whether both parts are finite.
  IS_FINITE("test", "answers"),
  /// `np.isinf`, with boolean results; for complex numbers, whether either part is infinite.
  IS_INFINITE("test", "answers"),
  /// `np.signbit`, with boolean results, also for zeros and NaN; not of complex numbers.
  SIGNBIT("test", "answers", false),
  /// `np.logical_not`, with boolean results: whether an element is 0.
  LOGICAL_NOT("test", "answers"),
  /// `np.conjugate`; real numbers are unchanged; `i1` for booleans.
  CONJUGATE("conjugate", "conjugates"),
  /// `np.spacing`: the distance to the next number of the dtype that is farther from 0, negative
  /// for negative numbers; for `f2` the distance to the next greater number, as in NumPy. Not of
  /// complex numbers. For dtypes see [#SQRT].
  SPACING("take the spacing at", "spacings", false),
  /// The first result of `np.modf`: the fractional part, with the sign of the number, 0 for
  /// infinity; not of complex numbers. For dtypes see [#SQRT]. The second result of `np.modf` is
  /// [#TRUNC].
  FRACTION("take the fraction of", "fractions", false),
  /// The first result of `np.frexp`: the number divided by two to the power of [#EXPONENT], with a
  /// magnitude from 0.5 to below 1; 0, infinity and NaN are unchanged. Not of complex numbers. For
  /// dtypes see [#SQRT].
  MANTISSA("take the mantissa of", "mantissas", false),
  /// The second result of `np.frexp`, as `i4`; 0 for 0, infinity and NaN.
  EXPONENT("take the exponent of", "exponents", false),
  /// `np.bitwise_count`: the number of bits of the absolute value that are 1, as `u1`; of integers
  /// and booleans.
  BIT_COUNT("count the bits of", "numbers of bits");

  private final String verb;
  private final String results;
  private final double ulps;
  private final boolean ofComplex;

  Unary(String verb, String results) {
    this(verb, results, 0);
  }

  Unary(String verb, String results, double ulps) {
    this(verb, results, ulps, true);
  }

  Unary(String verb, String results, boolean ofComplex) {
    this(verb, results, 0, ofComplex);
  }

  Unary(String verb, String results, double ulps, boolean ofComplex) {
    this.verb = verb;
    this.results = results;
    this.ulps = ulps;
    this.ofComplex = ofComplex;
  }

  /// {@return the verb for messages}
  public String verb() {
    return verb;
  }

  /// {@return a plural noun for the results, for messages}
  public String results() {
    return results;
  }

  /// {@return the maximum error of a double, in units in the last place, apart from the exceptions
  /// that the constant's description states; 0 if the results have NumPy's bits}
  public double ulps() {
    return ulps;
  }

  /// {@return false if the function is defined for real floating-point numbers but not for complex
  /// numbers}
  public boolean isOfComplex() {
    return ofComplex;
  }
}
