package io.ndmap.expression;

import io.ndmap.op.Binary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// Operations on two numbers, each a `Double` or an integer, as in Python, except that integers
/// have 64 bits, signed or unsigned, that doubles are divided by zero as in NumPy, and that powers
/// of doubles and negative powers of integers are those of `Math.pow`, which may be NaN or
/// infinite. Integers that no `Long` can hold are `BigInteger`.
final class TwoNumbers {

  /// All integers up to this one are exact doubles.
  private static final BigInteger EXACT = BigInteger.TWO.pow(53);

  /// One more than the number of bits of an integer.
  private static final BigInteger BITS = BigInteger.valueOf(Long.SIZE + 1L);

  private TwoNumbers() {}

  /// @throws ArithmeticException if there is no result; the message states the reason
  static Number of(Number left, Binary how, Number right) {
    return left instanceof Double || right instanceof Double
        ? ofDoubles(left.doubleValue(), how, right.doubleValue())
        : ofIntegers(integer(left), how, integer(right));
  }

  private static BigInteger integer(Number number) {
    return number instanceof BigInteger integer ? integer : BigInteger.valueOf(number.longValue());
  }

  /// Returns a 64-bit integer, signed or unsigned: a `Long` if it can hold the integer, otherwise
  /// the `BigInteger`.
  ///
  /// @throws ArithmeticException if the integer has more bits
  static Number exact(BigInteger integer) {
    if (integer.bitLength() < Long.SIZE) {
      return integer.longValue();
    }
    if (integer.signum() < 0 || integer.bitLength() > Long.SIZE) {
      throw new ArithmeticException("the result is not an integer of 64 bits");
    }
    return integer;
  }

  private static Number ofIntegers(BigInteger a, Binary how, BigInteger b) {
    return switch (how) {
      case PLUS -> exact(a.add(b));
      case MINUS -> exact(a.subtract(b));
      case TIMES -> exact(a.multiply(b));
      case DIVIDED_BY -> quotient(a, divisor(b));
      case FLOOR_DIVIDED_BY -> exact(a.subtract(remainder(a, divisor(b))).divide(b));
      case REMAINDER -> exact(remainder(a, divisor(b)));
      case POWER ->
          b.signum() < 0 ? (Number) Math.pow(a.doubleValue(), b.doubleValue()) : power(a, b);
      case AND -> exact(a.and(b));
      case OR -> exact(a.or(b));
      case XOR -> exact(a.xor(b));
      case SHIFTED_LEFT -> exact(a.signum() == 0 ? a : a.shiftLeft(shift(b)));
      case SHIFTED_RIGHT -> exact(a.shiftRight(shift(b)));
      default -> throw new AssertionError(how);
    };
  }

  private static BigInteger divisor(BigInteger b) {
    if (b.signum() == 0) {
      throw new ArithmeticException("an integer is divided by zero");
    }
    return b;
  }

  /// The remainder with the sign of the divisor.
  private static BigInteger remainder(BigInteger a, BigInteger b) {
    BigInteger rest = a.remainder(b);
    return rest.signum() == -b.signum() ? rest.add(b) : rest;
  }

  private static double quotient(BigInteger a, BigInteger b) {
    return a.abs().compareTo(EXACT) <= 0 && b.abs().compareTo(EXACT) <= 0
        ? a.doubleValue() / b.doubleValue()
        : new BigDecimal(a).divide(new BigDecimal(b), MathContext.DECIMAL128).doubleValue();
  }

  /// The number of bits to shift, clamped to 65: larger shifts have the same result.
  private static int shift(BigInteger b) {
    if (b.signum() < 0) {
      throw new ArithmeticException("an integer is shifted by less than 0");
    }
    return b.min(BITS).intValue();
  }

  /// Returns the power `a ** b`. The exponent is clamped: powers of other numbers than -1, 0 and 1
  /// exceed 64 bits before the limit.
  private static Number power(BigInteger a, BigInteger b) {
    BigInteger most = a.bitLength() <= 1 && a.abs().bitLength() <= 1 ? parity(b) : BITS;
    return exact(a.pow(b.min(most).intValue()));
  }

  /// The least positive exponent of the same parity, for powers of -1, 0 and 1.
  private static BigInteger parity(BigInteger b) {
    return b.testBit(0) ? BigInteger.ONE : BigInteger.TWO;
  }

  private static double ofDoubles(double a, Binary how, double b) {
    return switch (how) {
      case PLUS -> a + b;
      case MINUS -> a - b;
      case TIMES -> a * b;
      case DIVIDED_BY -> a / b;
      case FLOOR_DIVIDED_BY -> floor(a, b);
      case REMAINDER -> remainder(a, b);
      case POWER -> Math.pow(a, b);
      default -> throw new ArithmeticException("only integers have bits");
    };
  }

  /// As `float_rem` of CPython.
  private static double remainder(double a, double b) {
    double rest = a % b;
    if (rest == 0) {
      return Math.copySign(0, b);
    }
    return rest < 0 == b < 0 || Double.isNaN(rest) ? rest : rest + b;
  }

  /// As `float_floor_div` of CPython.
  private static double floor(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double rest = a % b;
    double quotient = (a - rest) / b;
    if (rest != 0 && rest < 0 != b < 0) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double whole = Math.floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
  }
}
