package io.ndmap.literal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Formats values as Python 3.11 does: `repr(x)`.
public final class PyRepr {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private PyRepr() {}

  /// Python's literal of a string: in single quotes, or in double ones if it contains single but no
  /// double quotes; characters that Unicode 14 does not consider printable are escaped.
  ///
  /// @param value the string; lone surrogates are escaped
  /// @return the literal
  public static String repr(String value) {
    StringBuilder text = new StringBuilder(value.length() + 2);
    append(text, value);
    return text.toString();
  }

  /// Python's text of a literal's value. The elements of a set are written in the order of the
  /// parsed text; Python's order is arbitrary.
  ///
  /// @param value the value
  /// @return its text, which is not a literal if it contains an infinite number or an ellipsis
  public static String repr(PyLiteral value) {
    StringBuilder text = new StringBuilder();
    append(text, value);
    return text.toString();
  }

  private static void append(StringBuilder text, PyLiteral value) {
    switch (value) {
      case PyLiteral.Str string -> append(text, string.value());
      case PyLiteral.Bytes bytes -> appendBytes(text, bytes.latin1());
      case PyLiteral.Int integer -> text.append(integer.value());
      case PyLiteral.Real real -> text.append(real(real.value()));
      case PyLiteral.Complex number -> appendComplex(text, number);
      case PyLiteral.Bool bool -> text.append(bool.value() ? "True" : "False");
      case PyLiteral.None _ -> text.append("None");
      case PyLiteral.Ellipsis _ -> text.append("Ellipsis");
      case PyLiteral.TupleOf tuple ->
          appendAll(text, "(", tuple.items(), tuple.items().size() == 1 ? ",)" : ")");
      case PyLiteral.ListOf list -> appendAll(text, "[", list.items(), "]");
      case PyLiteral.SetOf set when set.items().isEmpty() -> text.append("set()");
      case PyLiteral.SetOf set -> appendAll(text, "{", set.items(), "}");
      case PyLiteral.DictOf dict -> appendEntries(text, dict);
    }
  }

  private static void appendAll(
      StringBuilder text, String begin, List<PyLiteral> items, String end) {
    String separator = begin;
    for (PyLiteral item : items) {
      append(text.append(separator), item);
      separator = ", ";
    }
    text.append(items.isEmpty() ? begin : "").append(end);
  }

  private static void appendEntries(StringBuilder text, PyLiteral.DictOf dict) {
    Map<String, PyLiteral> values = new LinkedHashMap<>();
    for (PyLiteral.Entry entry : dict.entries()) {
      values.put(repr(entry.key()), entry.value());
    }
    String separator = "{";
    for (Map.Entry<String, PyLiteral> entry : values.entrySet()) {
      append(text.append(separator).append(entry.getKey()).append(": "), entry.getValue());
      separator = ", ";
    }
    text.append(values.isEmpty() ? "{}" : "}");
  }

  private static void appendComplex(StringBuilder text, PyLiteral.Complex number) {
    String imaginary = part(number.imaginary()) + "j";
    if (Double.doubleToRawLongBits(number.real()) == 0) {
      text.append(imaginary);
    } else {
      String sign = imaginary.startsWith("-") ? "" : "+";
      text.append('(').append(part(number.real())).append(sign).append(imaginary).append(')');
    }
  }

  private static String part(double value) {
    String text = real(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /// Formats a number with the fewest digits that identify it, in positional notation from 10⁻⁴ to
  /// below 10¹⁶, otherwise with an exponent.
  private static String real(double value) {
    String sign = Math.copySign(1, value) < 0 ? "-" : "";
    if (Double.isInfinite(value)) {
      return sign + "inf";
    }
    if (value == 0) {
      return sign + "0.0";
    }
    BigDecimal number = shortest(Math.abs(value));
    int exponent = number.precision() - number.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      return sign + number.toPlainString() + (number.scale() <= 0 ? ".0" : "");
    }
    String digits = number.unscaledValue().toString();
    return sign
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + String.format(Locale.ROOT, "e%+03d", exponent);
  }

  /// Returns the decimal with the fewest digits that identify a number. `Double.toString` also
  /// returns the fewest digits, but at least two: 4.9e-324 for 5e-324.
  private static BigDecimal shortest(double value) {
    BigDecimal number = new BigDecimal(Double.toString(value));
    BigDecimal digit = number.round(new MathContext(1));
    return (digit.doubleValue() == value ? digit : number).stripTrailingZeros();
  }

  private static void appendBytes(StringBuilder text, String latin1) {
    char quote = quote(latin1);
    text.append('b').append(quote);
    for (int i = 0; i < latin1.length(); i++) {
      char c = latin1.charAt(i);
      if (c < 0x7f) {
        appendCharacter(text, c, quote);
      } else {
        appendHex(text.append("\\x"), c, 2);
      }
    }
    text.append(quote);
  }

  private static char quote(String value) {
    return value.indexOf('\'') >= 0 && value.indexOf('"') < 0 ? '"' : '\'';
  }

  /// Appends the literal of a string.
  ///
  /// @param text receives the literal
  /// @param value the string
  public static void append(StringBuilder text, String value) {
    char quote = quote(value);
    text.append(quote);
    int i = 0;
    while (i < value.length()) {
      int codePoint = value.codePointAt(i);
      appendCharacter(text, codePoint, quote);
      i += Character.charCount(codePoint);
    }
    text.append(quote);
  }

  private static void appendCharacter(StringBuilder text, int codePoint, char quote) {
    switch (codePoint) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\\' -> text.append("\\\\");
      default -> {
        if (codePoint == quote) {
          text.append('\\').append(quote);
        } else if (UnicodeFourteen.isPrintable(codePoint)) {
          text.appendCodePoint(codePoint);
        } else if (codePoint <= 0xff) {
          appendHex(text.append("\\x"), codePoint, 2);
        } else if (codePoint <= 0xffff) {
          appendHex(text.append("\\u"), codePoint, 4);
        } else {
          appendHex(text.append("\\U"), codePoint, 8);
        }
      }
    }
  }

  private static void appendHex(StringBuilder text, int value, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      text.append(HEX[(value >>> shift) & 0xf]);
    }
  }
}
