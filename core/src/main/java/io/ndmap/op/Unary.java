package io.ndmap.op;

/// Operations on one element; each constant names NumPy's function.
///
/// Functions that are not exact have the same bits on every machine, with and without vectors,
/// except for the payloads of NaNs. Their errors in units in the last place of a double, measured
/// against long doubles for millions of numbers of all magnitudes, are at most:
///
/// | function | units |
/// |---|---|
/// | `sqrt` | 0.5 |
/// | `exp`, `exp2`, `log`, `log2`, `log10`, `log1p`, `sin`, `cos`, `tan`, `tanh`, `cbrt` | 1 |
/// | `expm1`, `arcsin`, `arccos` | 1.25 |
/// | `arctan` | 1.5 |
/// | `sinh`, `cosh`, `arcsinh`, `arccosh`, `arctanh` | 2.5 |
///
/// Functions of floats have errors of at most one unit, `tan` of 1.1, measured against doubles;
/// `sin`, `cos`, `power`, `hypot`, and functions without a formula are computed in double
/// precision, with errors of at most 0.6. Halves are rounded from floats, with errors of at most
/// 0.6 units.
public enum Unary {
  /// `np.negative`; wraps for unsigned integers; not for booleans.
  NEGATIVE("negate", "negatives"),
  /// `np.absolute`; the modulus of complex numbers.
  ABSOLUTE("take the absolute value of", "absolute values"),
  /// `np.sqrt`; integers and booleans are computed in the smallest floating-point dtype that NumPy
  /// uses. Complex numbers are computed in double precision, to some units in the last place; the
  /// same bits everywhere.
  SQRT("take the root of", "roots"),
  /// `np.exp`. For dtypes and complex numbers see [#SQRT].
  EXP("exponentiate", "exponentials"),
  /// `np.exp2`, exact for integers; see [#EXP]. Complex numbers to some units in the last place
  /// times the magnitude of the exponent.
  EXP2("exponentiate", "exponentials"),
  /// `np.expm1`, see [#EXP]. Complex numbers to some units of the larger of the two terms that are
  /// subtracted for a part.
  EXPM1("exponentiate", "exponentials"),
  /// `np.log`. For dtypes and complex numbers see [#SQRT].
  LOG("take the logarithm of", "logarithms"),
  /// `np.log2`, exact for powers of two; see [#LOG].
  LOG2("take the logarithm of", "logarithms"),
  /// `np.log10`, exact for powers of ten; see [#LOG].
  LOG10("take the logarithm of", "logarithms"),
  /// `np.log1p`, see [#LOG]. Complex numbers near 0 to some units of the larger of the two terms
  /// that are added for a part.
  LOG1P("take the logarithm of", "logarithms"),
  /// `np.cbrt`; not of complex numbers. For dtypes see [#SQRT].
  CBRT("take the cube root of", "cube roots", false),
  /// `np.square`, in the elements' dtype, where integers wrap; `i1` for booleans.
  SQUARE("square", "squares"),
  /// `np.reciprocal`, in the elements' dtype: 0 for integers other than 1 and -1; `i1` for
  /// booleans. As in NumPy on x86-64, the reciprocal of the integer 0 is the lowest number for `i4`
  /// and `i8`, and 0 for other dtypes.
  RECIPROCAL("take the reciprocal of", "reciprocals"),
  /// `np.sign`: 1, 0, -1 or NaN; `a / abs(a)` for complex numbers; not for booleans.
  SIGN("take the sign of", "signs"),
  /// `np.sin`. For dtypes and complex numbers see [#SQRT].
  SIN("take the sine of", "sines"),
  /// `np.cos`, see [#SIN].
  COS("take the cosine of", "cosines"),
  /// `np.tan`, see [#SIN].
  TAN("take the tangent of", "tangents"),
  /// `np.arcsin`, see [#SIN].
  ARCSIN("take the arc sine of", "arc sines"),
  /// `np.arccos`, see [#SIN].
  ARCCOS("take the arc cosine of", "arc cosines"),
  /// `np.arctan`, see [#SIN].
  ARCTAN("take the arc tangent of", "arc tangents"),
  /// `np.sinh`, see [#SIN].
  SINH("take the hyperbolic sine of", "hyperbolic sines"),
  /// `np.cosh`, see [#SIN].
  COSH("take the hyperbolic cosine of", "hyperbolic cosines"),
  /// `np.tanh`, see [#SIN].
  TANH("take the hyperbolic tangent of", "hyperbolic tangents"),
  /// `np.arcsinh`, see [#SIN].
  ARCSINH("take the inverse hyperbolic sine of", "inverse hyperbolic sines"),
  /// `np.arccosh`, see [#SIN].
  ARCCOSH("take the inverse hyperbolic cosine of", "inverse hyperbolic cosines"),
  /// `np.arctanh`, see [#SIN].
  ARCTANH("take the inverse hyperbolic tangent of", "inverse hyperbolic tangents"),
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
  private final boolean ofComplex;

  Unary(String verb, String results) {
    this(verb, results, true);
  }

  Unary(String verb, String results, boolean ofComplex) {
    this.verb = verb;
    this.results = results;
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

  /// {@return whether it is defined for complex numbers too, where it is defined for real ones}
  public boolean isOfComplex() {
    return ofComplex;
  }
}
