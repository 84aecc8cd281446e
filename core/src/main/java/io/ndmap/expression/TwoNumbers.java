package io.ndmap.expression;

import io.ndmap.op.Binary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// Operations of two numbers, a `Long` or a `Double` each, as Python computes them: but integers
/// have 64 bits, and doubles are divided by zero as in NumPy.
final class TwoNumbers {

  /// Integers up to which all are doubles, too.
  private static final long EXACT = 1L << 53;

  private TwoNumbers() {}

  /// @throws ArithmeticException if there is no such number, saying why
  static Number of(Number left, Binary how, Number right) {
    return left instanceof Long a && right instanceof Long b
        ? ofIntegers(a, how, b)
        : ofDoubles(left.doubleValue(), how, right.doubleValue());
  }

  private static Number ofIntegers(long a, Binary how, long b) {
    BigInteger x = BigInteger.valueOf(a);
    BigInteger y = BigInteger.valueOf(b);
    return switch (how) {
      case PLUS -> exact(x.add(y));
      case MINUS -> exact(x.subtract(y));
      case TIMES -> exact(x.multiply(y));
      case DIVIDED_BY -> quotient(a, divisor(b));
      case FLOOR_DIVIDED_BY ->
          exact(x.subtract(BigInteger.valueOf(Math.floorMod(a, divisor(b)))).divide(y));
      case REMAINDER -> Math.floorMod(a, divisor(b));
      case POWER -> b < 0 ? (Number) Math.pow((double) a, (double) b) : (Number) power(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHIFTED_LEFT -> a == 0 ? (Long) 0L : exact(x.shiftLeft(atMost(Long.SIZE, shift(b))));
      case SHIFTED_RIGHT -> a >> atMost(Long.SIZE - 1, shift(b));
      default -> throw new AssertionError(how);
    };
  }

  private static Long exact(BigInteger result) {
    if (result.bitLength() >= Long.SIZE) {
      throw new ArithmeticException("the result is no integer of 64 bits");
    }
    return result.longValue();
  }

  private static long divisor(long b) {
    if (b == 0) {
      throw new ArithmeticException("an integer is divided by zero");
    }
    return b;
  }

  private static double quotient(long a, long b) {
    return Math.abs(a) <= EXACT && Math.abs(b) <= EXACT
        ? (double) a / (double) b
        : BigDecimal.valueOf(a).divide(BigDecimal.valueOf(b), MathContext.DECIMAL128).doubleValue();
  }

  private static long shift(long b) {
    if (b < 0) {
      throw new ArithmeticException("an integer is shifted by less than 0");
    }
    return b;
  }

  private static int atMost(int most, long b) {
    return (int) Math.min(most, b);
  }

  /// Powers of all but -1, 0 and 1 soon have too many bits.
  private static Long power(long a, long b) {
    boolean isSmall = a >= -1 && a <= 1;
    long exponent = isSmall ? Math.min(b, 2 + b % 2) : Math.min(b, Long.SIZE);
    return exact(BigInteger.valueOf(a).pow((int) exponent));
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
