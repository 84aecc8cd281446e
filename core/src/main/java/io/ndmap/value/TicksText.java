package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import java.time.LocalDate;
import java.util.Locale;

/// The texts of `datetime64` and `timedelta64`.
///
/// NumPy counts in 64 bits that wrap round without notice, and so a date some billions of years
/// away may come out anywhere; it does so here too.
public final class TicksText {

  static final String NAT = "NaT";

  private static final long DAYS_OF_ERA = 146_097;
  private static final long YEARS_OF_ERA = 400;
  private static final long SECONDS_OF_DAY = 86_400;

  private TicksText() {}

  /// A datetime by ISO 8601, down to its unit: `1970`, `1970-01-01`, `1970-01-01T00:00:00.000`. One
  /// without a unit is the number of its ticks, since NumPy has no text for it.
  public static String datetime(TimeType type, long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      return NAT;
    }
    long count = ticks * type.multiple();
    return switch (type.unit()) {
      case YEAR -> year(1970 + count);
      case MONTH -> year(1970 + Math.floorDiv(count, 12)) + two("-", Math.floorMod(count, 12) + 1);
      case WEEK -> date(count * 7);
      case DAY -> date(count);
      case HOUR -> date(Math.floorDiv(count, 24)) + two("T", Math.floorMod(count, 24));
      case MINUTE ->
          date(Math.floorDiv(count, 1440)) + time(Math.floorMod(count, 1440) * 60L, false);
      case SECOND -> seconds(count);
      case MILLISECOND -> fraction(count, 3);
      case MICROSECOND -> fraction(count, 6);
      case NANOSECOND -> fraction(count, 9);
      case PICOSECOND -> fraction(count, 12);
      case FEMTOSECOND -> fraction(count, 15);
      case ATTOSECOND -> fraction(count, 18);
      case GENERIC -> Long.toString(ticks);
    };
  }

  /// A timedelta with its unit in words: `3 days`.
  public static String timedelta(TimeType type, long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      return NAT;
    }
    String unit =
        type.unit() == TimeUnit.GENERIC
            ? "generic time units"
            : type.unit().name().toLowerCase(Locale.ROOT) + "s";
    return ticks * type.multiple() + " " + unit;
  }

  private static String fraction(long count, int digits) {
    long perSecond = 1;
    for (int i = 0; i < digits; i++) {
      perSecond *= 10;
    }
    String rest = Long.toString(Math.floorMod(count, perSecond));
    return seconds(Math.floorDiv(count, perSecond))
        + "."
        + "0".repeat(digits - rest.length())
        + rest;
  }

  private static String seconds(long count) {
    return date(Math.floorDiv(count, SECONDS_OF_DAY))
        + time(Math.floorMod(count, SECONDS_OF_DAY), true);
  }

  private static String time(long secondOfDay, boolean withSeconds) {
    return two("T", secondOfDay / 3600)
        + two(":", secondOfDay / 60 % 60)
        + (withSeconds ? two(":", secondOfDay % 60) : "");
  }

  private static String date(long days) {
    // The calendar repeats after 400 years; java.time knows the years of one such era only.
    long eras = Math.floorDiv(days, DAYS_OF_ERA);
    LocalDate date = LocalDate.ofEpochDay(Math.floorMod(days, DAYS_OF_ERA));
    return year(eras * YEARS_OF_ERA + date.getYear())
        + two("-", date.getMonthValue())
        + two("-", date.getDayOfMonth());
  }

  /// As C prints it with `%04`: at least four characters, the sign being one of them.
  private static String year(long year) {
    return String.format(Locale.ROOT, "%04d", year);
  }

  private static String two(String separator, long value) {
    return separator + (value < 10 ? "0" : "") + value;
  }
}
