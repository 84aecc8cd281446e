package io.ndmap.op;

/// What is computed from one item; each constant names NumPy's function.
public enum Unary {
  /// `np.negative`; of integers without a sign it wraps; not of booleans.
  NEGATIVE("negate", "negatives"),
  /// `np.absolute`: of complex numbers the modulus.
  ABSOLUTE("take the absolute value of", "absolute values"),
  /// `np.sqrt`; of integers and booleans in the smallest floating-point dtype that NumPy takes. Of
  /// complex numbers in double precision, to some units in the last place; the same bits
  /// everywhere.
  SQRT("take the root of", "roots"),
  /// `np.exp`, to one unit in the last place; the same bits everywhere. For dtypes, and of complex
  /// numbers, see [#SQRT].
  EXP("exponentiate", "exponentials"),
  /// `np.log`, to one unit in the last place; the same bits everywhere. For dtypes, and of complex
  /// numbers, see [#SQRT].
  LOG("take the logarithm of", "logarithms"),
  /// `np.rint`: to the nearest integer, ties to even. For dtypes see [#SQRT].
  RINT("round", "rounded numbers"),
  /// `np.floor`; integers and booleans stay.
  FLOOR("round", "rounded numbers"),
  /// `np.ceil`; integers and booleans stay.
  CEIL("round", "rounded numbers"),
  /// `np.trunc`; integers and booleans stay.
  TRUNC("round", "rounded numbers"),
  /// `np.invert`, of integers and booleans.
  INVERTED("invert", "bits"),
  /// `np.isnan`, with booleans as results.
  IS_NAN("test", "answers"),
  /// `np.isfinite`, with booleans as results.
  IS_FINITE("test", "answers"),
  /// `np.isinf`, with booleans as results.
  IS_INFINITE("test", "answers");

  private final String verb;
  private final String results;

  Unary(String verb, String results) {
    this.verb = verb;
    this.results = results;
  }

  /// {@return what it is called in messages, a verb}
  public String verb() {
    return verb;
  }

  /// {@return what comes of it, for messages, a noun in the plural}
  public String results() {
    return results;
  }
}
