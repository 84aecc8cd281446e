package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;

/// A calendar date and time, computed as in NumPy: proleptic Gregorian, without leap seconds, in
/// 64-bit integers that wrap silently.
///
/// @param year the year, which may be 0 or negative
/// @param month 1 to 12
/// @param day 1 to 31
/// @param hour 0 to 23
/// @param minute 0 to 59
/// @param second 0 to 59
/// @param micros microseconds, below 10⁶
/// @param picos picoseconds after the last microsecond, below 10⁶
/// @param attos attoseconds after the last picosecond, below 10⁶
public record TimePoint(
    long year,
    int month,
    int day,
    int hour,
    int minute,
    int second,
    int micros,
    int picos,
    int attos) {

  // Days in 400 years of the Gregorian calendar.
  private static final long DAYS_OF_ERA = 146_097;
  private static final long SECONDS_OF_DAY = 86_400;
  private static final long MILLION = 1_000_000;
  private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  static TimePoint date(long year, int month, int day) {
    return new TimePoint(year, month, day, 0, 0, 0, 0, 0, 0);
  }

  static boolean isLeapYear(long year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  static int lengthOfMonth(long year, int month) {
    return LENGTHS[month - 1] + (month == 2 && isLeapYear(year) ? 1 : 0);
  }

  /// Converts ticks to a time. The ticks must not be NaT, and the dtype must have a unit.
  public static TimePoint ofTicks(TimeType type, long ticks) {
    long count = ticks * type.multiple();
    return switch (type.unit()) {
      case YEAR -> date(1970 + count, 1, 1);
      case MONTH -> date(1970 + Math.floorDiv(count, 12), 1 + Math.floorMod(count, 12), 1);
      case WEEK -> ofDays(count * 7);
      case DAY -> ofDays(count);
      case HOUR -> ofSeconds(Math.floorDiv(count, 24), Math.floorMod(count, 24) * 3600L);
      case MINUTE -> ofSeconds(Math.floorDiv(count, 1440), Math.floorMod(count, 1440) * 60L);
      case SECOND ->
          ofSeconds(Math.floorDiv(count, SECONDS_OF_DAY), Math.floorMod(count, SECONDS_OF_DAY));
      case MILLISECOND -> ofFraction(count, 3);
      case MICROSECOND -> ofFraction(count, 6);
      case NANOSECOND -> ofFraction(count, 9);
      case PICOSECOND -> ofFraction(count, 12);
      case FEMTOSECOND -> ofFraction(count, 15);
      case ATTOSECOND -> ofFraction(count, 18);
      case GENERIC -> throw new AssertionError("ticks without a unit are not a point in time");
    };
  }

  private static TimePoint ofDays(long days) {
    long sinceMillennium = days - (365 * 30 + 7);
    long era = Math.floorDiv(sinceMillennium, DAYS_OF_ERA);
    int rest = (int) Math.floorMod(sinceMillennium, DAYS_OF_ERA);
    java.time.LocalDate date = java.time.LocalDate.of(2000, 1, 1).plusDays(rest);
    return date(400 * era + date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }

  private static TimePoint ofSeconds(long days, long secondOfDay) {
    TimePoint date = ofDays(days);
    return new TimePoint(
        date.year,
        date.month,
        date.day,
        (int) (secondOfDay / 3600),
        (int) (secondOfDay / 60 % 60),
        (int) (secondOfDay % 60),
        0,
        0,
        0);
  }

  private static TimePoint ofFraction(long count, int digits) {
    long perSecond = powerOfTen(digits);
    long seconds = Math.floorDiv(count, perSecond);
    TimePoint whole =
        ofSeconds(Math.floorDiv(seconds, SECONDS_OF_DAY), Math.floorMod(seconds, SECONDS_OF_DAY));
    long attos = Math.floorMod(count, perSecond) * powerOfTen(18 - digits);
    return whole.withFraction(
        (int) (attos / (MILLION * MILLION)),
        (int) (attos / MILLION % MILLION),
        (int) (attos % MILLION));
  }

  private static long powerOfTen(int exponent) {
    long power = 1;
    for (int k = 0; k < exponent; k++) {
      power *= 10;
    }
    return power;
  }

  TimePoint withFraction(int newMicros, int newPicos, int newAttos) {
    return new TimePoint(year, month, day, hour, minute, second, newMicros, newPicos, newAttos);
  }

  /// Returns this time plus a number of minutes, which may be negative.
  TimePoint plusMinutes(int minutes) {
    int sum = hour * 60 + minute + minutes;
    TimePoint date = ofDays(days() + Math.floorDiv(sum, 1440));
    int minuteOfDay = Math.floorMod(sum, 1440);
    return new TimePoint(
        date.year,
        date.month,
        date.day,
        minuteOfDay / 60,
        minuteOfDay % 60,
        second,
        micros,
        picos,
        attos);
  }

  /// Days since 1970-01-01.
  private long days() {
    long years = year - 1970;
    long days = years * 365;
    // As in NumPy, leap days are counted from 1968 for later years and from 1972 for earlier years.
    // Beyond about 10^16 years, where 64 bits wrap, NumPy's result depends on its compiler.
    if (days >= 0) {
      long y = years + 1;
      days += y / 4;
      y += 68;
      days -= y / 100;
      y += 300;
      days += y / 400;
    } else {
      long y = years - 2;
      days += y / 4;
      y -= 28;
      days -= y / 100;
      days += y / 400;
    }
    int leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
    return days + DAYS_BEFORE[month - 1] + leapDay + day - 1;
  }

  /// Converts this time to ticks of a dtype with a unit, rounded towards the past.
  public long toTicks(TimeType type) {
    return Math.floorDiv(count(type.unit()), Math.max(1, type.multiple()));
  }

  private long count(TimeUnit unit) {
    return switch (unit) {
      case YEAR -> year - 1970;
      case MONTH -> 12 * (year - 1970) + (month - 1);
      case WEEK -> Math.floorDiv(days(), 7);
      case DAY -> days();
      case HOUR -> days() * 24 + hour;
      case MINUTE -> (days() * 24 + hour) * 60 + minute;
      case SECOND -> seconds();
      case MILLISECOND -> seconds() * 1000 + micros / 1000;
      case MICROSECOND -> seconds() * MILLION + micros;
      case NANOSECOND -> (seconds() * MILLION + micros) * 1000 + picos / 1000;
      case PICOSECOND -> (seconds() * MILLION + micros) * MILLION + picos;
      case FEMTOSECOND -> ((seconds() * MILLION + micros) * MILLION + picos) * 1000 + attos / 1000;
      case ATTOSECOND -> ((seconds() * MILLION + micros) * MILLION + picos) * MILLION + attos;
      case GENERIC -> throw new AssertionError("ticks without a unit are not a point in time");
    };
  }

  private long seconds() {
    return ((days() * 24 + hour) * 60 + minute) * 60 + second;
  }
}
