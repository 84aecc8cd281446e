package io.ndmap.literal;

import java.math.BigInteger;

/// Reads a number without its sign: `12`, `1_000`, `0x1F`, `1.5e3`, `2j`.
final class PyNumberReader {

  /// The maximum number of decimal digits of an integer, Python's
  /// `sys.int_info.default_max_str_digits`.
  static final int MAX_DECIMAL_DIGITS = 4300;

  /// The maximum number of decimal digits that always fit a `long`.
  private static final int LONG_DIGITS = 18;

  private final PySource source;

  PyNumberReader(PySource source) {
    this.source = source;
  }

  PyLiteral read() {
    int start = source.position();
    PyLiteral number = readUnchecked(start);
    if (source.dialect() == Dialect.PYTHON_2_LONGS) {
      skipLongSuffixes();
    }
    if (isNamePart(source.peek())) {
      throw source.fail("a number ends with " + source.found());
    }
    return number;
  }

  private PyLiteral readUnchecked(int start) {
    if (source.peek() == '0') {
      switch (source.peek(1)) {
        case 'x', 'X' -> {
          return radix(16);
        }
        case 'o', 'O' -> {
          return radix(8);
        }
        case 'b', 'B' -> {
          return radix(2);
        }
        default -> {
          // A decimal number that begins with 0.
        }
      }
    }
    boolean integer = true;
    if (source.peek() != '.') {
      decimalDigits();
    }
    if (source.peek() == '.') {
      integer = false;
      source.advance(1);
      if (isDigit(source.peek())) {
        decimalDigits();
      }
    }
    if (source.peek() == 'e' || source.peek() == 'E') {
      integer = false;
      source.advance(source.peek(1) == '+' || source.peek(1) == '-' ? 2 : 1);
      if (!isDigit(source.peek())) {
        throw source.fail("expected the digits of an exponent, found " + source.found());
      }
      decimalDigits();
    }
    String digits = source.since(start).replace("_", "");
    if (source.peek() == 'j' || source.peek() == 'J') {
      source.advance(1);
      return new PyLiteral.Complex(0, Double.parseDouble(digits), start);
    }
    return integer
        ? new PyLiteral.Int(decimal(digits, start), start)
        : new PyLiteral.Real(Double.parseDouble(digits), start);
  }

  private PyLiteral radix(int radix) {
    int start = source.position();
    source.advance(2);
    do {
      if (source.peek() == '_') {
        source.advance(1);
      }
      if (digit(radix) < 0) {
        throw source.fail("expected a digit of base " + radix + ", found " + source.found());
      }
      while (digit(radix) >= 0) {
        source.advance(1);
      }
    } while (source.peek() == '_');
    if (isDigit(source.peek())) {
      throw source.fail("expected a digit of base " + radix + ", found " + source.found());
    }
    String digits = source.since(start + 2).replace("_", "");
    return new PyLiteral.Int(new BigInteger(digits, radix), start);
  }

  private int digit(int radix) {
    char c = source.peek();
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }

  private void decimalDigits() {
    while (true) {
      while (isDigit(source.peek())) {
        source.advance(1);
      }
      if (source.peek() != '_') {
        return;
      }
      source.advance(1);
      if (!isDigit(source.peek())) {
        throw source.fail("expected a digit after '_', found " + source.found());
      }
    }
  }

  private BigInteger decimal(String digits, int start) {
    if (digits.charAt(0) == '0') {
      for (int i = 1; i < digits.length(); i++) {
        if (digits.charAt(i) != '0') {
          throw source.failAt("a decimal integer must not begin with 0", start);
        }
      }
      return BigInteger.ZERO;
    }
    if (digits.length() <= LONG_DIGITS) {
      return BigInteger.valueOf(Long.parseLong(digits));
    }
    if (digits.length() > MAX_DECIMAL_DIGITS) {
      throw source.failAt(
          "an integer of " + digits.length() + " digits exceeds the limit of " + MAX_DECIMAL_DIGITS,
          start);
    }
    return new BigInteger(digits);
  }

  private void skipLongSuffixes() {
    int end = source.position();
    while (true) {
      while (source.peek() == ' ' || source.peek() == '\t' || source.peek() == '\f') {
        source.advance(1);
      }
      if (source.peek() == '\\') {
        source.continueLine();
      } else if (source.peek() == 'L' && !isNamePart(source.peek(1))) {
        source.advance(1);
        end = source.position();
      } else {
        source.advance(end - source.position());
        return;
      }
    }
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c >= 0x80;
  }
}
