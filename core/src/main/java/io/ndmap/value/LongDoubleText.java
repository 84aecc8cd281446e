package io.ndmap.value;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses long doubles as C's `strtold` does: decimal or hexadecimal, blanks before them only.
public final class LongDoubleText {

  private static final Pattern NAN = Pattern.compile("[+-]?nan(?:\\([a-z0-9_]*\\)?)?");
  private static final Pattern INFINITE = Pattern.compile("([+-]?)inf(?:inity)?");
  private static final Pattern DECIMAL =
      Pattern.compile("([+-]?)(\\d*)\\.?(\\d*)(?:e([+-]?\\d+))?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile("([+-]?)0x([0-9a-f]*)\\.?([0-9a-f]*)(?:p([+-]?\\d+))?");

  private static final int PRECISION = 64;
  private static final int BIAS = 16383;
  private static final int MAX_EXPONENT = 0x7fff;
  private static final int SIGN = 0x8000;

  // Numbers with a decimal exponent beyond these are infinite or zero for certain.
  private static final int LARGEST = 5000;

  private LongDoubleText() {}

  /// Nothing but blanks is zero, as NumPy has it.
  ///
  /// @throws IllegalArgumentException if it is no number
  public static void read(String text, MemorySegment target, long into, boolean big) {
    int start = 0;
    while (start < text.length() && PythonText.isAsciiBlank(text.charAt(start))) {
      start++;
    }
    String number = text.substring(start).toLowerCase(Locale.ROOT);
    if (number.isEmpty() && start > 0) {
      put(target, into, big, 0, 0, 0);
      return;
    }
    if (NAN.matcher(number).matches()) {
      ItemValue.writeLongDouble(target, into, big, Double.NaN);
      return;
    }
    Matcher infinite = INFINITE.matcher(number);
    if (infinite.matches()) {
      put(target, into, big, sign(infinite.group(1)), Long.MIN_VALUE, MAX_EXPONENT);
      return;
    }
    Matcher hexadecimal = HEXADECIMAL.matcher(number);
    if (hexadecimal.matches()) {
      String digits = hexadecimal.group(2) + hexadecimal.group(3);
      requireDigits(digits);
      long exponent = exponent(hexadecimal.group(4)) - 4L * hexadecimal.group(3).length();
      BigInteger value = new BigInteger(digits, 16);
      round(target, into, big, sign(hexadecimal.group(1)), value, BigInteger.ONE, exponent);
      return;
    }
    Matcher decimal = DECIMAL.matcher(number);
    if (!decimal.matches()) {
      throw new IllegalArgumentException("it is not a number");
    }
    String digits = decimal.group(2) + decimal.group(3);
    requireDigits(digits);
    BigDecimal unscaled = new BigDecimal(new BigInteger(digits)).stripTrailingZeros();
    long power = exponent(decimal.group(4)) - decimal.group(3).length() - unscaled.scale();
    BigInteger whole = unscaled.unscaledValue();
    int limited = Math.clamp(power, -LARGEST - 2 * digits.length(), LARGEST);
    BigInteger scale = BigInteger.TEN.pow(Math.abs(limited));
    round(
        target,
        into,
        big,
        sign(decimal.group(1)),
        limited > 0 ? whole.multiply(scale) : whole,
        limited < 0 ? scale : BigInteger.ONE,
        0);
  }

  private static void requireDigits(String digits) {
    if (digits.isEmpty()) {
      throw new IllegalArgumentException("it is not a number");
    }
  }

  private static int sign(String sign) {
    return sign.equals("-") ? SIGN : 0;
  }

  private static long exponent(@org.jspecify.annotations.Nullable String text) {
    if (text == null) {
      return 0;
    }
    return new BigInteger(text)
        .min(BigInteger.valueOf(Integer.MAX_VALUE))
        .max(BigInteger.valueOf(Integer.MIN_VALUE))
        .longValue();
  }

  /// The long double nearest to numerator / denominator × 2^exponent, ties to even.
  private static void round(
      MemorySegment target,
      long into,
      boolean big,
      int sign,
      BigInteger numerator,
      BigInteger denominator,
      long exponent) {
    if (numerator.signum() == 0) {
      put(target, into, big, sign, 0, 0);
      return;
    }
    // The bits before the quotient's point, too few by one at most.
    long magnitude = numerator.bitLength() - denominator.bitLength() + exponent;
    if (magnitude > BIAS + 2) {
      put(target, into, big, sign, Long.MIN_VALUE, MAX_EXPONENT);
      return;
    }
    if (magnitude < -BIAS - PRECISION - 2) {
      put(target, into, big, sign, 0, 0);
      return;
    }
    // The power of two of the last bit that is kept.
    int last = (int) Math.max(magnitude - PRECISION + 1, 2 - BIAS - PRECISION);
    BigInteger kept = quotient(numerator, denominator, exponent - last);
    if (kept.bitLength() < PRECISION && last > 2 - BIAS - PRECISION) {
      last--;
      kept = quotient(numerator, denominator, exponent - last);
    }
    if (kept.bitLength() > PRECISION) {
      // Rounding carried into a bit more; the last one is zero.
      kept = kept.shiftRight(1);
      last++;
    }
    int biased = kept.bitLength() == PRECISION ? last + PRECISION - 1 + BIAS : 0;
    if (biased >= MAX_EXPONENT) {
      put(target, into, big, sign, Long.MIN_VALUE, MAX_EXPONENT);
    } else {
      put(target, into, big, sign, kept.longValue(), biased);
    }
  }

  /// numerator / denominator × 2^shift, rounded to the nearest integer, ties to even.
  private static BigInteger quotient(BigInteger numerator, BigInteger denominator, long shift) {
    BigInteger above = shift > 0 ? numerator.shiftLeft((int) shift) : numerator;
    BigInteger below = shift < 0 ? denominator.shiftLeft((int) -shift) : denominator;
    BigInteger[] parts = above.divideAndRemainder(below);
    int comparison = parts[1].shiftLeft(1).compareTo(below);
    boolean up = comparison > 0 || (comparison == 0 && parts[0].testBit(0));
    return up ? parts[0].add(BigInteger.ONE) : parts[0];
  }

  private static void put(
      MemorySegment target, long into, boolean big, int sign, long significand, int exponent) {
    ItemValue.writeLongDouble(target, into, big, significand, (long) sign | exponent);
  }
}
