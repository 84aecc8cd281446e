package io.ndmap.op;

/// Operations on one element; each constant names NumPy's function.
///
/// Functions that are not exact have the same bits on every machine, with and without vectors,
/// except for the payloads of NaNs. Their errors are at most [#ulps] units in the last place of a
/// double, mostly 1, measured against long doubles for millions of numbers of all magnitudes.
///
/// Functions of floats have errors of at most one unit, `tan` and `arctan2` of 1.1, measured
/// against doubles; `sin`, `cos`, `power`, `hypot`, and functions without a formula are computed in
/// double precision, with errors of at most 0.6. Halves are rounded from floats, with errors of at
/// most 0.6 units.
public enum Unary {
  /// `np.negative`; wraps for unsigned integers; not for booleans.
  NEGATIVE("negate", "negatives"),
  /// `np.absolute`; the modulus of complex numbers.
  ABSOLUTE("take the absolute value of", "absolute values"),
  /// `np.sqrt`; integers and booleans are computed in the smallest floating-point dtype that NumPy
  /// uses. Real numbers are rounded correctly; complex numbers are computed in double precision, to
  /// some units in the last place; the same bits everywhere.
  SQRT("take the root of", "roots"),
  /// `np.exp`. For dtypes and complex numbers see [#SQRT].
  EXP("exponentiate", "exponentials", 1),
  /// `np.exp2`, exact for integers; see [#EXP]. Complex numbers to some units in the last place
  /// times the magnitude of the exponent.
  EXP2("exponentiate", "exponentials", 1),
  /// `np.expm1`, see [#EXP]. Complex numbers to some units of the larger of the two terms that are
  /// subtracted for a part.
  EXPM1("exponentiate", "exponentials", 1.25),
  /// `np.log`. For dtypes and complex numbers see [#SQRT].
  LOG("take the logarithm of", "logarithms", 1),
  /// `np.log2`, exact for powers of two; see [#LOG].
  LOG2("take the logarithm of", "logarithms", 1),
  /// `np.log10`, exact for powers of ten; see [#LOG].
  LOG10("take the logarithm of", "logarithms", 1),
  /// `np.log1p`, see [#LOG]. Complex numbers near 0 to some units of the larger of the two terms
  /// that are added for a part.
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
  /// `np.floor`; integers and booleans stay.
  FLOOR("round", "rounded numbers", false),
  /// `np.ceil`; integers and booleans stay.
  CEIL("round", "rounded numbers", false),
  /// `np.trunc`; integers and booleans stay.
  TRUNC("round", "rounded numbers", false),
  /// `np.invert`, of integers and booleans.
  INVERTED("invert", "bits"),
  /// `np.isnan`, with boolean results; for complex numbers, whether either part is.
  IS_NAN("test", "answers"),
  /// `np.isfinite`, with boolean results; for complex numbers, whether both parts are.
  IS_FINITE("test", "answers"),
  /// `np.isinf`, with boolean results; for complex numbers, whether either part is.
  IS_INFINITE("test", "answers"),
  /// `np.signbit`, with boolean results, also for zeros and NaN; not of complex numbers.
  SIGNBIT("test", "answers", false),
  /// `np.logical_not`, with boolean results: whether an element is 0.
  LOGICAL_NOT("test", "answers"),
  /// `np.conjugate`; real numbers are unchanged; `i1` for booleans.
  CONJUGATE("conjugate", "conjugates"),
  /// `np.spacing`: the distance to the next number of the dtype that is farther from 0, negative
  /// below 0; in `f2` that to the next greater one, as in NumPy; not of complex numbers. For dtypes
  /// see [#SQRT].
  SPACING("take the spacing at", "spacings", false),
  /// The first result of `np.modf`: the fractional part, with the sign of the number, 0 for
  /// infinity; not of complex numbers. For dtypes see [#SQRT]. The second one is [#TRUNC].
  FRACTION("take the fraction of", "fractions", false),
  /// The first result of `np.frexp`: the number divided by two to the power of [#EXPONENT], from
  /// 0.5 to 1; 0, infinity and NaN stay. Not of complex numbers. For dtypes see [#SQRT].
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

  /// {@return the results for messages, a plural noun}
  public String results() {
    return results;
  }

  /// {@return the maximum error of a double, in units in the last place, with the exceptions that
  /// the constant states; 0 if the results have NumPy's bits}
  public double ulps() {
    return ulps;
  }

  /// {@return whether it is defined for complex numbers too, where it is defined for real ones}
  public boolean isOfComplex() {
    return ofComplex;
  }
}
