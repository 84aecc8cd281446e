package io.ndmap.value;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses long doubles as C's `strtold` does: decimal or hexadecimal, with blanks only before the
/// number.
public final class LongDoubleText {

  private static final Pattern NAN = Pattern.compile("[+-]?nan(?:\\([a-z0-9_]*\\)?)?");
  private static final Pattern INFINITE = Pattern.compile("([+-]?)inf(?:inity)?");
  private static final Pattern DECIMAL =
      Pattern.compile("([+-]?)(\\d*)\\.?(\\d*)(?:e([+-]?\\d+))?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile("([+-]?)0x([0-9a-f]*)\\.?([0-9a-f]*)(?:p([+-]?\\d+))?");

  // Exponents of ten and of two beyond which every number is infinite or zero.
  private static final int LARGEST = 5000;
  private static final int LARGEST_OF_TWO = 20_000;

  private LongDoubleText() {}

  /// Parses a number and stores it. A text that consists of blanks only is read as 0, as in NumPy.
  ///
  /// @throws IllegalArgumentException if the text is not a number
  public static void read(String text, MemorySegment target, long into, boolean big) {
    int start = PythonText.afterBlanks(text, 0);
    String number = text.substring(start).toLowerCase(Locale.ROOT);
    if (number.isEmpty() && start > 0) {
      ItemValue.writeLongDouble(target, into, big, 0.0);
      return;
    }
    if (NAN.matcher(number).matches()) {
      ItemValue.writeLongDouble(target, into, big, Double.NaN);
      return;
    }
    Matcher infinite = INFINITE.matcher(number);
    if (infinite.matches()) {
      double infinity = isNegative(infinite) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      ItemValue.writeLongDouble(target, into, big, infinity);
      return;
    }
    Matcher hexadecimal = HEXADECIMAL.matcher(number);
    if (hexadecimal.matches()) {
      String digits = hexadecimal.group(2) + hexadecimal.group(3);
      requireDigits(digits);
      long exponent = exponent(hexadecimal.group(4)) - 4L * hexadecimal.group(3).length();
      int limited = Math.clamp(exponent, -LARGEST_OF_TWO - 4 * digits.length(), LARGEST_OF_TWO);
      ItemValue.writeLongDouble(
          target,
          into,
          big,
          isNegative(hexadecimal),
          new BigInteger(digits, 16),
          BigInteger.ONE,
          limited);
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
    ItemValue.writeLongDouble(
        target,
        into,
        big,
        isNegative(decimal),
        limited > 0 ? whole.multiply(scale) : whole,
        limited < 0 ? scale : BigInteger.ONE,
        0);
  }

  private static void requireDigits(String digits) {
    if (digits.isEmpty()) {
      throw new IllegalArgumentException("it is not a number");
    }
  }

  private static boolean isNegative(Matcher number) {
    return "-".equals(number.group(1));
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
}
