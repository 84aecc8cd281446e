package io.ndmap.op;

/// Operations on two elements; each constant names NumPy's function.
public enum Binary {
  /// `np.add`; logical or for booleans.
  PLUS("add", "sums"),
  /// `np.subtract`; not for booleans.
  MINUS("subtract", "differences"),
  /// `np.multiply`; logical and for booleans.
  TIMES("multiply", "products"),
  /// `np.divide`; `f8` for integers and booleans.
  DIVIDED_BY("divide", "quotients"),
  /// `np.floor_divide`: the quotient rounded down; integers divided by 0 result in 0. Not for
  /// complex numbers.
  FLOOR_DIVIDED_BY("floor-divide", "quotients"),
  /// `np.remainder`: the remainder with the divisor's sign, as Python's `%`; integers divided by 0
  /// result in 0. Not for complex numbers.
  REMAINDER("take the remainder of", "remainders"),
  /// `np.power`; an integer cannot be raised to a negative integer. Results of floating-point
  /// numbers have the same bits on every machine. Their error is at most [#ulps] units in the last
  /// place; it is some hundreds of units if the exponent exceeds 2³¹ and the result is close to 0
  /// or infinity. Complex numbers are computed in double precision, with an error of some units in
  /// the last place times the magnitude of the exponent.
  POWER("raise", "powers", 2),
  /// `np.fmod`: the remainder with the dividend's sign, as Java's `%`; integers divided by 0 result
  /// in 0. Not for complex numbers.
  FMOD("take the remainder of", "remainders"),
  /// `np.minimum`: NaN if an operand is. Complex numbers are ordered by their real parts first.
  MINIMUM("take the minimum of", "minima"),
  /// `np.maximum`: NaN if an operand is; see [#MINIMUM].
  MAXIMUM("take the maximum of", "maxima"),
  /// `np.fmin`: ignores a NaN if the other operand is a number; see [#MINIMUM].
  FMIN("take the minimum of", "minima"),
  /// `np.fmax`: ignores a NaN if the other operand is a number; see [#MINIMUM].
  FMAX("take the maximum of", "maxima"),
  /// `np.arctan2`, with an error of at most [#ulps] units in the last place and the same bits on
  /// every machine. Integers and booleans are computed in the floating-point dtype that NumPy
  /// chooses: `f2`, `f4` or `f8`. Not for complex numbers.
  ARCTAN2("take the angle of", "angles", 2),
  /// `np.hypot`, with an error of at most one unit in the last place, or of [#ulps] units near the
  /// smallest numbers. Otherwise as [#ARCTAN2].
  HYPOT("take the hypotenuse of", "hypotenuses", 1.5),
  /// `np.logaddexp`, with an error of at most [#ulps] units in the last place of the largest of the
  /// three numbers: the two operands and the result. Otherwise as [#ARCTAN2].
  LOGADDEXP("add", "logarithms of sums", 3),
  /// `np.copysign`; also copies the sign of a zero and of a NaN. For dtypes see [#ARCTAN2].
  COPYSIGN("take the sign of", "numbers with signs"),
  /// `np.nextafter`: the number of the dtype adjacent to the first operand in the direction of the
  /// second. For dtypes see [#ARCTAN2].
  NEXTAFTER("take the neighbour of", "neighbours"),
  /// `np.logical_and`, with boolean results. The operands are numbers or times of any two dtypes;
  /// an element is true if it is not 0.
  LOGICAL_AND("test", "answers"),
  /// `np.logical_or`, see [#LOGICAL_AND].
  LOGICAL_OR("test", "answers"),
  /// `np.logical_xor`, see [#LOGICAL_AND].
  LOGICAL_XOR("test", "answers"),
  /// `np.bitwise_and`, for integers and booleans.
  AND("and", "bits"),
  /// `np.bitwise_or`, for integers and booleans.
  OR("or", "bits"),
  /// `np.bitwise_xor`, for integers and booleans.
  XOR("xor", "bits"),
  /// `np.left_shift`, for integers and booleans; 0 if the shift is negative, or at least the width
  /// of an element in bits.
  SHIFTED_LEFT("shift", "shifted elements"),
  /// `np.right_shift`, for integers and booleans; 0, or -1 for a negative element, if the shift is
  /// negative, or at least the width of an element in bits.
  SHIFTED_RIGHT("shift", "shifted elements"),
  /// `np.gcd`, the greatest common divisor, not negative unless it overflows and wraps; for
  /// integers.
  GCD("take the greatest common divisor of", "divisors"),
  /// `np.lcm`, the lowest common multiple, not negative unless it overflows and wraps; for
  /// integers.
  LCM("take the lowest common multiple of", "multiples"),
  /// `np.heaviside`: 0 for negative numbers, 1 for positive numbers, the second operand for 0, NaN
  /// for NaN. For dtypes see [#ARCTAN2].
  HEAVISIDE("take the step of", "steps"),
  /// `np.logaddexp2`, see [#LOGADDEXP].
  LOGADDEXP2("add", "logarithms of sums", 3),
  /// `np.ldexp`: the first operand times two to the power of the second, an integer; computed in
  /// the floating-point dtype that NumPy chooses for the first operand.
  LDEXP("scale", "scaled numbers");

  private final String verb;
  private final String results;
  private final double ulps;

  Binary(String verb, String results) {
    this(verb, results, 0);
  }

  Binary(String verb, String results, double ulps) {
    this.verb = verb;
    this.results = results;
    this.ulps = ulps;
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
}
