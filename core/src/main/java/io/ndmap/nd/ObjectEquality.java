package io.ndmap.nd;

import io.ndmap.python.PyComplex;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Compares the elements of arrays of Python objects by their values.
final class ObjectEquality {

  /// Whether two NaNs are equal.
  private final boolean nanEqual;

  /// Compares two values for which [#equal] has no rule, such as strings and arrays.
  private final BiPredicate<@Nullable Object, @Nullable Object> others;

  ObjectEquality(boolean nanEqual, BiPredicate<@Nullable Object, @Nullable Object> others) {
    this.nanEqual = nanEqual;
    this.others = others;
  }

  /// Whether both iterators return equally many values, and the values are equal in pairs.
  boolean all(Iterator<?> first, Iterator<?> second) {
    while (first.hasNext() && second.hasNext()) {
      if (!equal(first.next(), second.next())) {
        return false;
      }
    }
    return first.hasNext() == second.hasNext();
  }

  /// Whether two values are equal.
  boolean equal(@Nullable Object a, @Nullable Object b) {
    if (isNumber(a) && isNumber(b)) {
      return numbers(a, b);
    }
    return switch (a) {
      case List<?> list -> b instanceof List<?> other && all(list.iterator(), other.iterator());
      case PyTuple(List<?> items) ->
          b instanceof PyTuple(List<?> others) && all(items.iterator(), others.iterator());
      case PyFrozenSet(var items) -> b instanceof PyFrozenSet(var others) && items.equals(others);
      case Map<?, ?> map -> b instanceof Map<?, ?> other && entries(map, other);
      case byte[] bytes -> b instanceof byte[] other && Arrays.equals(bytes, other);
      case null, default -> others.test(a, b);
    };
  }

  /// Whether two maps have the same keys (by `equals`), and equal values for each key.
  private boolean entries(Map<?, ?> first, Map<?, ?> second) {
    return first.keySet().equals(second.keySet())
        && first.entrySet().stream().allMatch(e -> equal(e.getValue(), second.get(e.getKey())));
  }

  private static boolean isNumber(@Nullable Object value) {
    return value instanceof Number
        || value instanceof Boolean
        || value instanceof PyComplex
        || value instanceof PyFraction;
  }

  /// Whether two numbers are equal. They are compared exactly, without rounding, as in Python.
  private boolean numbers(@Nullable Object a, @Nullable Object b) {
    if (isNaN(a) || isNaN(b)) {
      return nanEqual && isNaN(a) && isNaN(b);
    }
    if (a instanceof PyComplex x) {
      return b instanceof PyComplex y
          ? x.real() == y.real() && x.imaginary() == y.imaginary()
          : x.imaginary() == 0 && numbers(x.real(), b);
    }
    if (b instanceof PyComplex) {
      return numbers(b, a);
    }
    if (!isFinite(a) || !isFinite(b)) {
      return floating(a) == floating(b);
    }
    if (a instanceof PyFraction x) {
      return b instanceof PyFraction y
          ? x.equals(y)
          : decimal(b)
                  .multiply(new BigDecimal(x.denominator()))
                  .compareTo(new BigDecimal(x.numerator()))
              == 0;
    }
    if (b instanceof PyFraction) {
      return numbers(b, a);
    }
    return decimal(a).compareTo(decimal(b)) == 0;
  }

  private static boolean isFinite(@Nullable Object value) {
    return Double.isFinite(floating(value));
  }

  /// The value of a Java floating-point number; 0 for all other numbers, which are finite.
  private static double floating(@Nullable Object value) {
    return value instanceof Double || value instanceof Float ? ((Number) value).doubleValue() : 0;
  }

  /// Whether a number is NaN; a complex number is NaN if one of its parts is.
  private static boolean isNaN(@Nullable Object value) {
    return value instanceof PyComplex number
        ? Double.isNaN(number.real()) || Double.isNaN(number.imaginary())
        : Double.isNaN(floating(value));
  }

  /// The exact value of a finite number that is neither complex nor a fraction.
  private static BigDecimal decimal(@Nullable Object value) {
    return switch (value) {
      case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
      case Double number -> new BigDecimal(number);
      case Float number -> new BigDecimal(number);
      case BigInteger number -> new BigDecimal(number);
      case BigDecimal number -> number;
      case Number number -> BigDecimal.valueOf(number.longValue());
      case null, default -> throw new AssertionError(value);
    };
  }
}
