package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Formats a column of floating-point numbers as NumPy prints it. Either all numbers have an
/// exponent or none has; the decimal points are aligned; at most eight digits follow the point
/// (NumPy's print option `precision`); nan and inf are padded to the same width.
public final class FloatFormat {

  private static final int PRECISION = 8;

  /// A column with a smaller magnitude other than 0 is printed with exponents.
  private static final double LEAST_POSITIONAL = 1e-4;

  /// A column with a magnitude of at least 10 to this power is printed with exponents. For types
  /// with fewer decimal digits, the power is their number of digits.
  private static final int MOST_POSITIONAL_DIGITS = 8;

  /// All numbers of a column, which are iterated twice.
  public interface Column {
    void forEach(Consumer<BinaryFloat> action);
  }

  private final boolean plus;
  private final boolean scientific;

  // The maximum numbers of characters before the point, of digits after it, and of digits of the
  // exponent.
  private int left;
  private int right;
  private int exponentDigits;

  /// The number of characters of every text.
  private final int width;

  /// @param plus whether positive numbers are printed with their sign
  public FloatFormat(Column column, boolean plus) {
    this.plus = plus;
    Magnitudes magnitudes = new Magnitudes();
    column.forEach(magnitudes::add);
    scientific = magnitudes.needExponent();
    column.forEach(this::measure);
    int after = scientific ? right + 2 + exponentDigits : right;
    if (magnitudes.special) {
      int longest = plus || magnitudes.negativeInfinity ? 4 : 3;
      left = Math.max(left, longest - after - 1);
    }
    width = left + 1 + after;
  }

  private void measure(BinaryFloat number) {
    if (!number.isFinite()) {
      return;
    }
    if (scientific) {
      DecimalDigits decimal =
          DecimalDigits.significant(number, PRECISION + 1, DecimalDigits.UNLIMITED);
      left = Math.max(left, sign(number).length() + 1);
      right = Math.max(right, decimal.scientificFraction().length());
      exponentDigits = Math.max(exponentDigits, decimal.scientificExponent(2).length() - 1);
    } else {
      DecimalDigits decimal = DecimalDigits.fractional(number, PRECISION, DecimalDigits.UNLIMITED);
      left = Math.max(left, sign(number).length() + decimal.whole().length());
      right = Math.max(right, decimal.fraction().length());
    }
  }

  public String text(BinaryFloat number) {
    return switch (number.category()) {
      case NAN -> padded(plus ? "+nan" : "nan");
      case INFINITE -> padded(sign(number) + "inf");
      case FINITE -> scientific ? withExponent(number) : positional(number);
    };
  }

  private String withExponent(BinaryFloat number) {
    DecimalDigits decimal = DecimalDigits.significant(number, right + 1, right + 1);
    String fraction = decimal.digits().substring(1);
    return " ".repeat(Math.max(0, left - sign(number).length() - 1))
        + sign(number)
        + decimal.digits().charAt(0)
        + "."
        + fraction
        + "0".repeat(right - fraction.length())
        + "e"
        + decimal.scientificExponent(exponentDigits);
  }

  private String positional(BinaryFloat number) {
    DecimalDigits decimal = DecimalDigits.fractional(number, PRECISION, 0);
    String whole = sign(number) + decimal.whole();
    String fraction = decimal.fraction();
    return " ".repeat(left - whole.length())
        + whole
        + "."
        + fraction
        + " ".repeat(right - fraction.length());
  }

  private String sign(BinaryFloat number) {
    return number.negative() ? "-" : plus ? "+" : "";
  }

  private String padded(String text) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /// The statistics that determine the notation.
  private static final class Magnitudes {

    private @Nullable BinaryFloat least;
    private @Nullable BinaryFloat greatest;
    private boolean special;
    private boolean negativeInfinity;

    void add(BinaryFloat number) {
      if (!number.isFinite()) {
        special = true;
        negativeInfinity |= number.category() == BinaryFloat.Category.INFINITE && number.negative();
      } else if (!number.isZero()) {
        if (least == null || number.compareMagnitude(least) < 0) {
          least = number;
        }
        if (greatest == null || number.compareMagnitude(greatest) > 0) {
          greatest = number;
        }
      }
    }

    boolean needExponent() {
      if (least == null || greatest == null) {
        return false;
      }
      ScalarKind kind = least.kind();
      ScalarKind limits = kind.isOfMlDtypes() ? ScalarKind.FLOAT64 : kind;
      double limit = Math.pow(10, Math.min(MOST_POSITIONAL_DIGITS, least.decimalDigits()));
      return greatest.compareMagnitude(BinaryFloat.of(limits, limit)) >= 0
          || least.compareMagnitude(BinaryFloat.of(limits, LEAST_POSITIONAL)) < 0
          || greatest.exceedsThousandTimes(least);
    }
  }
}
