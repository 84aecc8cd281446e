package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses numbers as Python does: surrounding blanks and single underscores between digits are
/// allowed and, in text but not in bytes, the digits of any script.
public final class PythonText {

  /// The maximum number of characters of an integer; Python has the same limit of digits.
  private static final int MAX_DIGITS = 4300;

  private static final String DIGITS = "\\d+";
  private static final String UNSIGNED =
      "(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?|inf(?:inity)?|nan";
  private static final Pattern INTEGER = Pattern.compile("[+-]?" + DIGITS);
  private static final Pattern REAL = Pattern.compile("[+-]?(?:" + UNSIGNED + ")");
  private static final Pattern IMAGINARY = Pattern.compile("([+-]?)(" + UNSIGNED + ")?j");
  private static final Pattern BOTH =
      Pattern.compile("([+-]?(?:" + UNSIGNED + "))([+-])(" + UNSIGNED + ")?j");
  private static final Pattern UNDERSCORE = Pattern.compile("(?<=\\d)_(?=\\d)");

  private PythonText() {}

  /// @param bytes whether the units are bytes rather than code points
  /// @throws IllegalArgumentException if the text is not an integer, or has more than 4300
  ///   characters, not counting surrounding blanks and underscores between digits
  public static BigInteger toInteger(int[] units, boolean bytes) {
    String text = withoutUnderscores(stripped(plain(units, bytes)));
    if (!INTEGER.matcher(text).matches()) {
      throw new IllegalArgumentException("it is not an integer");
    }
    if (text.length() > MAX_DIGITS) {
      throw new IllegalArgumentException("it has more than " + MAX_DIGITS + " digits");
    }
    return new BigInteger(text);
  }

  /// Parses a number and returns the nearest double.
  ///
  /// @throws IllegalArgumentException if the text is not a number
  public static double toDouble(int[] units, boolean bytes) {
    String text = withoutUnderscores(stripped(plain(units, bytes))).toLowerCase(Locale.ROOT);
    if (!REAL.matcher(text).matches()) {
      throw new IllegalArgumentException("it is not a number");
    }
    return real(text);
  }

  /// Parses a complex number and returns its real and imaginary part.
  ///
  /// @throws IllegalArgumentException if the text is no complex number
  public static double[] toComplex(int[] units, boolean bytes) {
    String text = withoutUnderscores(stripped(plain(units, bytes))).toLowerCase(Locale.ROOT);
    if (text.startsWith("(") && text.endsWith(")")) {
      text = stripped(text.substring(1, text.length() - 1));
    }
    if (REAL.matcher(text).matches()) {
      return new double[] {real(text), 0};
    }
    Matcher imaginary = IMAGINARY.matcher(text);
    if (imaginary.matches()) {
      return new double[] {0, part(imaginary.group(1), imaginary.group(2))};
    }
    Matcher both = BOTH.matcher(text);
    if (both.matches()) {
      return new double[] {real(both.group(1)), part(both.group(2), both.group(3))};
    }
    throw new IllegalArgumentException("it is not a complex number");
  }

  private static double part(String sign, @org.jspecify.annotations.Nullable String magnitude) {
    return real(sign + (magnitude == null ? "1" : magnitude));
  }

  private static double real(String text) {
    boolean negative = text.startsWith("-");
    String magnitude = negative || text.startsWith("+") ? text.substring(1) : text;
    double value =
        magnitude.startsWith("i")
            ? Double.POSITIVE_INFINITY
            : magnitude.startsWith("n") ? Double.NaN : Double.parseDouble(magnitude);
    return negative
        ? Double.longBitsToDouble(Double.doubleToLongBits(value) ^ Long.MIN_VALUE)
        : value;
  }

  /// Parses ticks: an integer in C's notation after optional blanks, saturated to 64 bits (so that
  /// a very low one is NaT), or `NaT`, or an empty text, which is NaT.
  ///
  /// @throws IllegalArgumentException if the text is neither
  public static long timedelta(int[] units) {
    String text = new String(units, 0, units.length);
    if (text.isEmpty() || text.equalsIgnoreCase(TicksText.NAT)) {
      return TimeType.NOT_A_TIME;
    }
    String number = text.substring(afterBlanks(text, 0));
    if (!number.matches("[+-]?[0-9]+")) {
      throw new IllegalArgumentException("it is neither an integer nor NaT");
    }
    BigInteger value = new BigInteger(number);
    return value.bitLength() < Long.SIZE
        ? value.longValue()
        : value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private static boolean isAsciiBlank(int unit) {
    return unit == ' ' || (unit >= '\t' && unit <= '\r');
  }

  /// Returns the index after the blanks that begin at `from`.
  static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && isAsciiBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /// Converts to ASCII. In text that is not all ASCII, digits of any script become ASCII digits and
  /// Python's blanks become spaces. All other units beyond ASCII, and in bytes all bytes beyond
  /// ASCII, become `?`.
  private static String plain(int[] units, boolean bytes) {
    boolean ascii = bytes || Arrays.stream(units).allMatch(unit -> unit < 0x80);
    StringBuilder text = new StringBuilder(units.length);
    for (int unit : units) {
      if (ascii) {
        text.append((char) (unit < 0x80 ? unit : '?'));
      } else {
        int digit = Character.digit(unit, 10);
        boolean decimal = digit >= 0 && Character.isDigit(unit);
        char other = unit < 0x80 ? (char) unit : '?';
        text.append(isBlank(unit) ? ' ' : decimal ? (char) ('0' + digit) : other);
      }
    }
    return text.toString();
  }

  /// Whether Python's `str.isspace` is true.
  private static boolean isBlank(int unit) {
    return isAsciiBlank(unit)
        || (unit >= 0x1c && unit <= 0x1f)
        || unit == 0x85
        || unit == 0xa0
        || unit == 0x1680
        || (unit >= 0x2000 && unit <= 0x200a)
        || unit == 0x2028
        || unit == 0x2029
        || unit == 0x202f
        || unit == 0x205f
        || unit == 0x3000;
  }

  private static String stripped(String text) {
    int start = afterBlanks(text, 0);
    int end = text.length();
    while (end > start && isAsciiBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static String withoutUnderscores(String text) {
    return text.indexOf('_') < 0 ? text : UNDERSCORE.matcher(text).replaceAll("");
  }
}
