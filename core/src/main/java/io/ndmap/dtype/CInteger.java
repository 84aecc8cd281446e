package io.ndmap.dtype;

/// An integer in a text, parsed as by C's `strtol`: optional blanks, an optional sign, digits.
///
/// @param value the value, saturated to the range of a `long`; 0 if there is no number
/// @param end the index after the number, or the start index if there is no number
record CInteger(long value, int end) {

  static CInteger scan(String text, int start) {
    int i = start;
    while (i < text.length() && isBlank(text.charAt(i))) {
      i++;
    }
    boolean negative = i < text.length() && text.charAt(i) == '-';
    if (negative || (i < text.length() && text.charAt(i) == '+')) {
      i++;
    }
    int digits = i;
    long value = 0;
    boolean overflow = false;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      int digit = text.charAt(i) - '0';
      overflow |= value > (Long.MAX_VALUE - digit) / 10;
      value = overflow ? Long.MAX_VALUE : value * 10 + digit;
      i++;
    }
    if (i == digits) {
      return new CInteger(0, start);
    }
    if (negative) {
      value = overflow ? Long.MIN_VALUE : -value;
    }
    return new CInteger(value, i);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
