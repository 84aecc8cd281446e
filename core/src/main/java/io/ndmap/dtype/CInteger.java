package io.ndmap.dtype;

/// An integer as parsed by C's `strtol` at the beginning of a text, after blanks and a sign.
///
/// @param value its value, saturated to the range of a `long`
/// @param end where the number ends, or the beginning if there is none
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
