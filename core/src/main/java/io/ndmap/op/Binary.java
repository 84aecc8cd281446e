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
  /// `np.floor_divide`: the quotient rounded down; integers divided by 0 result in 0.
  FLOOR_DIVIDED_BY("floor-divide", "quotients"),
  /// `np.remainder`: the remainder with the divisor's sign, as Python's `%`; integers divided by 0
  /// result in 0.
  REMAINDER("take the remainder of", "remainders"),
  /// `np.power`; integers only to nonnegative integer powers. Floating-point numbers to [#ulps]
  /// units, with the same bits everywhere; to some hundreds if the exponent is above 2³¹ and the
  /// result nearly 0 or infinity. Complex numbers in double precision, to some units in the last
  /// place times the magnitude of the exponent.
  POWER("raise", "powers", 2),
  /// `np.fmod`: the remainder with the dividend's sign, as Java's `%`; integers divided by 0 result
  /// in 0.
  FMOD("take the remainder of", "remainders"),
  /// `np.minimum`: NaN if an operand is. Complex numbers are ordered by their real parts first.
  MINIMUM("take the minimum of", "minima"),
  /// `np.maximum`: NaN if an operand is; see [#MINIMUM].
  MAXIMUM("take the maximum of", "maxima"),
  /// `np.fmin`: ignores a NaN if the other operand is a number; see [#MINIMUM].
  FMIN("take the minimum of", "minima"),
  /// `np.fmax`: ignores a NaN if the other operand is a number; see [#MINIMUM].
  FMAX("take the maximum of", "maxima"),
  /// `np.arctan2`, to [#ulps] units; the same bits everywhere. Integers and booleans are computed
  /// in the smallest floating-point dtype that NumPy uses; not for complex numbers.
  ARCTAN2("take the angle of", "angles", 2),
  /// `np.hypot`, to one unit in the last place, and to [#ulps] near the smallest numbers; otherwise
  /// as [#ARCTAN2].
  HYPOT("take the hypotenuse of", "hypotenuses", 1.5),
  /// `np.logaddexp`, to [#ulps] units in the last place of the largest of operands and result;
  /// otherwise as [#ARCTAN2].
  LOGADDEXP("add", "logarithms of sums", 3),
  /// `np.copysign`: also the sign of a zero and of NaN. For dtypes see [#ARCTAN2].
  COPYSIGN("take the sign of", "numbers with signs"),
  /// `np.nextafter`: the number of the dtype adjacent to the first operand in the direction of the
  /// second. For dtypes see [#ARCTAN2].
  NEXTAFTER("take the neighbour of", "neighbours"),
  /// `np.logical_and`, with boolean results: for numbers and times of any two dtypes, which are
  /// true if they are not 0.
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
  /// `np.left_shift`, for integers and booleans; 0 if shifted by the width of an element or more.
  SHIFTED_LEFT("shift", "shifted items"),
  /// `np.right_shift`, for integers and booleans; 0 or -1 if shifted by the width of an element or
  /// more.
  SHIFTED_RIGHT("shift", "shifted items"),
  /// `np.gcd`, the greatest common divisor, not negative; for integers.
  GCD("take the greatest common divisor of", "divisors"),
  /// `np.lcm`, the lowest common multiple, not negative, which wraps; for integers.
  LCM("take the lowest common multiple of", "multiples"),
  /// `np.heaviside`: 0 for negative numbers, 1 for positive ones, the second operand for 0. For
  /// dtypes see [#ARCTAN2].
  HEAVISIDE("take the step of", "steps"),
  /// `np.logaddexp2`, see [#LOGADDEXP].
  LOGADDEXP2("add", "logarithms of sums", 3),
  /// `np.ldexp`: the first operand times two to the power of the second, an integer; in the
  /// smallest floating-point dtype that NumPy uses for the first.
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

  /// {@return the results for messages, a plural noun}
  public String results() {
    return results;
  }

  /// {@return the maximum error of a double, in units in the last place, with the exceptions that
  /// the constant states; 0 if the results have NumPy's bits}
  public double ulps() {
    return ulps;
  }
}
