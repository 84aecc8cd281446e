package io.ndmap.cli.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.nd.NdView;
import io.ndmap.value.ItemValue;
import io.ndmap.value.LongDoubleText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses numbers in Python's notation. Numbers are stored exactly, except that decimal fractions
/// are rounded to nearest; for `bfloat16` and `float8`, to `f8` first, like a Python float.
final class NumberParser {

  /// The index of the only element of an array of rank 0.
  private static final long[] HERE = {};

  /// The maximum absolute value of an exponent. A number with a larger exponent is zero or infinite
  /// in every dtype, but its digits would fill the heap.
  private static final int MAX_EXPONENT = 20_000;

  private static final String DIGITS = "[0-9]+(?:_[0-9]+)*";
  private static final String UNSIGNED =
      "(?:" + DIGITS + "(?:\\.(?:" + DIGITS + ")?)?|\\." + DIGITS + ")";
  private static final String WORD = "(?:nan|inf|infinity)";
  private static final String REAL = "(?:" + WORD + "|" + UNSIGNED + "(?:e[+-]?[0-9]+)?)";

  private static final Pattern INTEGER =
      Pattern.compile("[+-]?(?:0x[0-9a-f]+(?:_[0-9a-f]+)*|" + DIGITS + ")");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?" + UNSIGNED + "(?:e([+-]?[0-9]{1,9}))?");
  private static final Pattern SPECIAL = Pattern.compile("[+-]?" + WORD);
  private static final Pattern COMPLEX =
      Pattern.compile("(?:([+-]?" + REAL + ")(?=[+-]))??([+-]?" + REAL + "?)j");

  private NumberParser() {}

  /// @param item an array of rank 0
  /// @throws ArithmeticException if the dtype cannot hold the number
  /// @throws IllegalArgumentException if the text is not a number
  static void store(NdView<?> item, ScalarKind kind, String text) {
    String number = text.toLowerCase(Locale.ROOT);
    if (kind.isComplex()) {
      complex(item, kind, number);
    } else if (kind == ScalarKind.BOOL) {
      bool(item, number);
    } else if (kind.isFloat()) {
      floating(item, kind, number);
    } else {
      item.setValue(HERE, integer(number));
    }
  }

  private static void bool(NdView<?> item, String text) {
    switch (text) {
      case "true", "1" -> item.setValue(HERE, true);
      case "false", "0" -> item.setValue(HERE, false);
      default -> throw new IllegalArgumentException("expected true, false, 1 or 0");
    }
  }

  private static void complex(NdView<?> item, ScalarKind kind, String text) {
    String number =
        text.startsWith("(") && text.endsWith(")")
            ? text.substring(1, text.length() - 1).strip()
            : text;
    Matcher matcher = COMPLEX.matcher(number);
    if (matcher.matches()) {
      String imaginary = matcher.group(2);
      boolean one = imaginary.isEmpty() || imaginary.equals("+") || imaginary.equals("-");
      floating(item.real(), kind.part(), matcher.group(1) == null ? "0" : matcher.group(1));
      floating(item.imag(), kind.part(), one ? imaginary + "1" : imaginary);
    } else {
      floating(item.real(), kind.part(), number);
      floating(item.imag(), kind.part(), "0");
    }
  }

  /// Parses an integer. It may have a decimal point or an exponent, as in `1e3`.
  private static BigInteger integer(String text) {
    if (INTEGER.matcher(text).matches()) {
      return literal(text);
    }
    if (SPECIAL.matcher(text).matches()) {
      throw new ArithmeticException("not an integer");
    }
    BigDecimal value = decimal(text);
    try {
      return value.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw new ArithmeticException("not an integer");
    }
  }

  private static BigInteger literal(String text) {
    String digits = text.replace("_", "");
    int hex = digits.indexOf("0x");
    return hex < 0
        ? new BigInteger(digits)
        : new BigInteger(digits.substring(0, hex) + digits.substring(hex + 2), 16);
  }

  private static BigDecimal decimal(String text) {
    Matcher matcher = DECIMAL.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a number");
    }
    if (matcher.group(1) != null && Math.abs(Integer.parseInt(matcher.group(1))) > MAX_EXPONENT) {
      throw new ArithmeticException("the exponent is too large");
    }
    return new BigDecimal(text.replace("_", ""));
  }

  private static void floating(NdView<?> item, ScalarKind kind, String text) {
    if (SPECIAL.matcher(text).matches()) {
      double value = special(text);
      item.setDouble(HERE, value);
      if (Double.isNaN(item.getDouble(HERE)) != Double.isNaN(value)) {
        throw new ArithmeticException("it is infinite, and the dtype has no infinity");
      }
    } else if (INTEGER.matcher(text).matches()) {
      BigInteger value = literal(text);
      if (value.signum() == 0 && text.startsWith("-")) {
        item.setDouble(HERE, -0.0);
      } else {
        item.setValue(HERE, value);
      }
    } else {
      BigDecimal value = decimal(text);
      boolean isFinite;
      if (kind.isExtended()) {
        isFinite = storeLongDouble(item, text);
      } else {
        item.setDouble(
            HERE, text.startsWith("-") && value.signum() == 0 ? -0.0 : nearest(kind, value));
        isFinite = Double.isFinite(item.getDouble());
      }
      if (!isFinite) {
        throw new ArithmeticException(
            "it is outside the range of finite numbers"
                + (kind == ScalarKind.FLOAT8_E4M3FN ? "" : "; write inf for infinity"));
      }
    }
  }

  /// Stores a decimal fraction with the full precision of the x87 format, which a double does not
  /// have.
  ///
  /// @return whether the number is finite in that format
  private static boolean storeLongDouble(NdView<?> item, String text) {
    long offset = item.strided().offsetOf(HERE);
    boolean big = ((ScalarType) item.dtype()).order() == ByteOrder.BIG_ENDIAN;
    LongDoubleText.read(text.replace("_", ""), item.segment(), offset, big);
    return ItemValue.longDouble(item.segment(), offset, big).isFinite();
  }

  private static double special(String text) {
    double value = text.endsWith("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
    return text.startsWith("-") ? -value : value;
  }

  /// Returns a double that, converted to the scalar type, gives the number nearest to the value;
  /// for `bfloat16` and `float8`, nearest to the value's double.
  private static double nearest(ScalarKind kind, BigDecimal value) {
    return switch (kind) {
      case FLOAT32 -> value.floatValue();
      case FLOAT16 -> roundedToOdd(value);
      default -> value.doubleValue();
    };
  }

  /// Returns the value rounded to odd: rounding the result again to fewer digits gives the same
  /// result as rounding the value once.
  private static double roundedToOdd(BigDecimal value) {
    double rounded = value.doubleValue();
    if (Double.isInfinite(rounded)) {
      return rounded;
    }
    int beyond = new BigDecimal(rounded).abs().compareTo(value.abs());
    if (beyond == 0) {
      return rounded;
    }
    long towardsZero = Double.doubleToRawLongBits(rounded) - (beyond > 0 ? 1 : 0);
    return Double.longBitsToDouble(towardsZero | 1);
  }
}
