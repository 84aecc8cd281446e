package io.ndmap.op;

/// What is computed from two items; each constant names NumPy's function.
public enum Binary {
  /// `np.add`: of booleans, whether one is true.
  PLUS("add", "sums"),
  /// `np.subtract`; not of booleans.
  MINUS("subtract", "differences"),
  /// `np.multiply`: of booleans, whether both are true.
  TIMES("multiply", "products"),
  /// `np.divide`: of integers and booleans as `f8`.
  DIVIDED_BY("divide", "quotients"),
  /// `np.floor_divide`: the quotient rounded down; of integers 0 where the divisor is.
  FLOOR_DIVIDED_BY("floor-divide", "quotients"),
  /// `np.remainder`: the rest with the divisor's sign, as Python's `%`; of integers 0 where the
  /// divisor is.
  REMAINDER("take the remainder of", "remainders"),
  /// `np.power`; not by negative integers in integers. Of floating-point numbers to two units in
  /// the last place, with the same bits everywhere; to some hundreds where the exponent is above
  /// 2³¹ and the result is nearly 0 or infinity. Of complex numbers in double precision, to some
  /// units in the last place, times the size of the exponent.
  POWER("raise", "powers"),
  /// `np.fmod`: the rest with the dividend's sign, as Java's `%`; of integers 0 where the divisor
  /// is.
  FMOD("take the remainder of", "remainders"),
  /// `np.minimum`: NaN if one is. Complex numbers are ordered by their real parts first.
  MINIMUM("take the minimum of", "minima"),
  /// `np.maximum`: NaN if one is; see [#MINIMUM].
  MAXIMUM("take the maximum of", "maxima"),
  /// `np.fmin`: of a number and NaN the number; see [#MINIMUM].
  FMIN("take the minimum of", "minima"),
  /// `np.fmax`: of a number and NaN the number; see [#MINIMUM].
  FMAX("take the maximum of", "maxima"),
  /// `np.arctan2`, to two units in the last place; the same bits everywhere. Of integers and
  /// booleans in the smallest floating-point dtype that NumPy takes; not of complex numbers.
  ARCTAN2("take the angle of", "angles"),
  /// `np.hypot`, to one unit in the last place, and near the smallest numbers to one and a half;
  /// else as [#ARCTAN2].
  HYPOT("take the hypotenuse of", "hypotenuses"),
  /// `np.logaddexp`, to some units in the last place of the larger operand; else as [#ARCTAN2].
  LOGADDEXP("add", "logarithms of sums"),
  /// `np.copysign`: also the sign of a zero and of NaN. For dtypes see [#ARCTAN2].
  COPYSIGN("take the sign of", "numbers with signs"),
  /// `np.nextafter`: the number of the dtype that is next to the first operand in the direction of
  /// the second. For dtypes see [#ARCTAN2].
  NEXTAFTER("take the neighbour of", "neighbours"),
  /// `np.logical_and`, with booleans as results: of numbers and times of any two dtypes, which are
  /// true if they are not 0.
  LOGICAL_AND("test", "answers"),
  /// `np.logical_or`, see [#LOGICAL_AND].
  LOGICAL_OR("test", "answers"),
  /// `np.logical_xor`, see [#LOGICAL_AND].
  LOGICAL_XOR("test", "answers"),
  /// `np.bitwise_and`, of integers and booleans.
  AND("and", "bits"),
  /// `np.bitwise_or`, of integers and booleans.
  OR("or", "bits"),
  /// `np.bitwise_xor`, of integers and booleans.
  XOR("xor", "bits"),
  /// `np.left_shift`, of integers and booleans; 0 by as many bits as an item has, or more.
  SHIFTED_LEFT("shift", "shifted items"),
  /// `np.right_shift`, of integers and booleans; 0 or -1 by as many bits as an item has, or more.
  SHIFTED_RIGHT("shift", "shifted items"),
  /// `np.gcd`, the greatest common divisor, not negative; of integers.
  GCD("take the greatest common divisor of", "divisors"),
  /// `np.lcm`, the lowest common multiple, not negative, which wraps; of integers.
  LCM("take the lowest common multiple of", "multiples"),
  /// `np.heaviside`: 0 of negative numbers, 1 of positive ones, of 0 the second operand. For dtypes
  /// see [#ARCTAN2].
  HEAVISIDE("take the step of", "steps"),
  /// `np.logaddexp2`, see [#LOGADDEXP].
  LOGADDEXP2("add", "logarithms of sums"),
  /// `np.ldexp`: the first operand times two to the power of the second, of integers; in the
  /// smallest floating-point dtype that NumPy takes for the first one.
  LDEXP("scale", "scaled numbers");

  private final String verb;
  private final String results;

  Binary(String verb, String results) {
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
