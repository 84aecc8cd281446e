package io.ndmap.text;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;

/// Formats the values of Python's module `datetime` as `repr` and `str`.
final class TimesText {

  private static final int SECONDS_PER_DAY = 86_400;

  private TimesText() {}

  // ---- repr: the arguments of their constructors

  static String arguments(LocalDate date) {
    return date.getYear() + ", " + date.getMonthValue() + ", " + date.getDayOfMonth();
  }

  static String arguments(LocalTime time) {
    int micros = micros(time.getNano());
    String seconds = time.getSecond() == 0 && micros == 0 ? "" : ", " + time.getSecond();
    return time.getHour() + ", " + time.getMinute() + seconds + (micros == 0 ? "" : ", " + micros);
  }

  static String arguments(LocalDateTime when) {
    return arguments(when.toLocalDate()) + ", " + arguments(when.toLocalTime());
  }

  static String repr(ZoneOffset zone) {
    return zone.getTotalSeconds() == 0
        ? "datetime.timezone.utc"
        : "datetime.timezone(" + repr(Duration.ofSeconds(zone.getTotalSeconds())) + ")";
  }

  static String repr(Duration span) {
    long days = days(span);
    int seconds = seconds(span);
    int micros = micros(span.toNanosPart());
    String fields =
        (days == 0 ? "" : ", days=" + days)
            + (seconds == 0 ? "" : ", seconds=" + seconds)
            + (micros == 0 ? "" : ", microseconds=" + micros);
    return "datetime.timedelta(" + (fields.isEmpty() ? "0" : fields.substring(2)) + ")";
  }

  // ---- str: ISO 8601 where it exists

  static String iso(LocalDate date) {
    return String.format(
        Locale.ROOT, "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }

  static String iso(LocalTime time) {
    return String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond())
        + fraction(time.getNano());
  }

  static String iso(LocalDateTime when) {
    return iso(when.toLocalDate()) + " " + iso(when.toLocalTime());
  }

  /// The offset from UTC, as `str` writes it after a time.
  static String iso(ZoneOffset zone) {
    return zone.getTotalSeconds() == 0 ? "+00:00" : zone.getId();
  }

  static String text(ZoneOffset zone) {
    return zone.getTotalSeconds() == 0 ? "UTC" : "UTC" + zone.getId();
  }

  static String text(Duration span) {
    long days = days(span);
    int seconds = seconds(span);
    String whole = days == 0 ? "" : days + (Math.abs(days) == 1 ? " day, " : " days, ");
    return whole
        + String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
        + fraction(span.toNanosPart());
  }

  private static String fraction(int nanos) {
    return micros(nanos) == 0 ? "" : String.format(Locale.ROOT, ".%06d", micros(nanos));
  }

  private static int micros(int nanos) {
    return nanos / 1000;
  }

  private static long days(Duration span) {
    return Math.floorDiv(span.toSeconds(), SECONDS_PER_DAY);
  }

  private static int seconds(Duration span) {
    return Math.floorMod(span.toSeconds(), SECONDS_PER_DAY);
  }
}
