package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// Parses ISO 8601 dates as NumPy does: from a year alone to a time with 18 decimal places of a
/// second, with an optional offset from UTC, and the words `NaT`, `today` and `now`.
public final class DateReader {

  private final String text;
  private int at;
  // Whether the year does not fit 64 bits. It then wraps, as in NumPy.
  private boolean yearWraps;

  private DateReader(String text) {
    this.text = text;
  }

  /// Parses a date and rounds it to ticks, towards the past. An empty text is `NaT`.
  ///
  /// @throws IllegalArgumentException if the text is no date, or is a date and the dtype has no
  ///   unit
  public static long ticks(String text, TimeType type) {
    if (text.isEmpty() || text.equalsIgnoreCase(TicksText.NAT)) {
      return TimeType.NOT_A_TIME;
    }
    if (type.unit() == TimeUnit.GENERIC) {
      throw new IllegalArgumentException("a date needs a unit");
    }
    return point(text).toTicks(type);
  }

  /// As [#ticks], but only for dates that the unit can represent exactly.
  ///
  /// @param type a dtype with a unit
  /// @throws IllegalArgumentException if the text is no date, is `today` or `now`, or is not a
  ///   whole number of ticks in 64 bits
  public static long exactTicks(String text, TimeType type) {
    if (text.isEmpty() || text.equalsIgnoreCase(TicksText.NAT)) {
      return TimeType.NOT_A_TIME;
    }
    DateReader reader = new DateReader(text);
    TimePoint point = reader.read();
    long ticks = point.toTicks(type);
    if (reader.yearWraps
        || ticks == TimeType.NOT_A_TIME
        || !TimePoint.ofTicks(type, ticks).equals(point)) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a whole number of ticks of " + type);
    }
    return ticks;
  }

  private static TimePoint point(String text) {
    if (text.equalsIgnoreCase("today")) {
      LocalDate today = LocalDate.now(java.time.ZoneId.systemDefault());
      return TimePoint.date(today.getYear(), today.getMonthValue(), today.getDayOfMonth());
    }
    if (text.equalsIgnoreCase("now")) {
      TimeType seconds =
          new TimeType(
              TimeType.Kind.DATETIME, TimeUnit.SECOND, 1, java.nio.ByteOrder.nativeOrder());
      return TimePoint.ofTicks(
          seconds, java.time.LocalDateTime.now(ZoneOffset.UTC).toEpochSecond(ZoneOffset.UTC));
    }
    return new DateReader(text).read();
  }

  private TimePoint read() {
    at = PythonText.afterBlanks(text, at);
    if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    if (at == text.length()) {
      throw unexpected();
    }
    long year = 0;
    while (isDigit(at)) {
      int digit = text.charAt(at) - '0';
      yearWraps |= year > (Long.MAX_VALUE - digit) / 10;
      year = 10 * year + digit;
      at++;
    }
    if (text.charAt(0) == '-') {
      year = -year;
    }
    int month = 1;
    int day = 1;
    if (at == text.length()) {
      return TimePoint.date(year, month, day);
    }
    expect('-');
    month = two("month", 1, 12);
    if (at == text.length()) {
      return TimePoint.date(year, month, day);
    }
    expect('-');
    day = two("day", 1, TimePoint.lengthOfMonth(year, month));
    if (at == text.length()) {
      return TimePoint.date(year, month, day);
    }
    if (text.charAt(at) != 'T' && text.charAt(at) != ' ') {
      throw unexpected();
    }
    at++;
    return time(year, month, day);
  }

  private TimePoint time(long year, int month, int day) {
    int hour = two("hour", 0, 23);
    int minute = 0;
    int second = 0;
    int micros = 0;
    int picos = 0;
    int attos = 0;
    if (skip(':')) {
      minute = two("minute", 0, 59);
      if (skip(':')) {
        second = two("second", 0, 59);
        if (skip('.')) {
          micros = six();
          picos = isDigit(at) ? six() : 0;
          attos = isDigit(at) ? six() : 0;
        }
      }
    }
    TimePoint point = new TimePoint(year, month, day, hour, minute, second, micros, picos, attos);
    return zone(point);
  }

  private TimePoint zone(TimePoint local) {
    TimePoint point = local;
    if (!skip('Z') && at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      int sign = text.charAt(at) == '-' ? 1 : -1;
      at++;
      int minutes = 60 * two("hour of the offset from UTC", 0, 23);
      if (at < text.length()) {
        var _ = skip(':');
        minutes += two("minute of the offset from UTC", 0, 59);
      }
      point = local.plusMinutes(sign * minutes);
    }
    at = PythonText.afterBlanks(text, at);
    if (at < text.length()) {
      throw unexpected();
    }
    return point;
  }

  private boolean isDigit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private void expect(char c) {
    if (!skip(c) || at == text.length()) {
      throw unexpected();
    }
  }

  private boolean skip(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) {
      at++;
    }
    return there;
  }

  private int two(String what, int least, int greatest) {
    if (!isDigit(at) || !isDigit(at + 1)) {
      throw unexpected();
    }
    int value = 10 * (text.charAt(at) - '0') + (text.charAt(at + 1) - '0');
    if (value < least || value > greatest) {
      throw new IllegalArgumentException(
          "the %s must be %s to %s, found %s".formatted(what, least, greatest, value));
    }
    at += 2;
    return value;
  }

  /// Reads up to six digits of a fraction; missing digits count as zeros.
  private int six() {
    int value = 0;
    for (int i = 0; i < 6; i++) {
      value *= 10;
      if (isDigit(at)) {
        value += text.charAt(at) - '0';
        at++;
      }
    }
    return value;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException(
        "not a date in ISO 8601: "
            + (at < text.length() ? "unexpected character at index " + at : "it is incomplete"));
  }
}
