package io.ndmap.picture.figure;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.value.TicksText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Finds ticks for datetimes: starts of years, months and days, and round times of day.
final class TimeMarks {

  private static final BigDecimal DAY = BigDecimal.valueOf(86_400);

  /// The possible distances of ticks from a second to two weeks, in seconds. Shorter distances are
  /// 1, 2 or 5 times a power of ten.
  private static final int[] STEPS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800, 1_209_600
  };

  /// The first Monday after 1 January 1970, which was a Thursday, in seconds. Ticks that are one or
  /// two weeks apart are on Mondays.
  private static final BigDecimal MONDAY = BigDecimal.valueOf(4 * 86_400);

  /// The number of ticks that [#context] assumes when it decides which part of the dates the labels
  /// omit.
  private static final int FEW = 6;

  /// The possible distances of ticks below a year, in months.
  private static final int[] MONTHS = {1, 2, 3, 6};

  /// The mean lengths of a month and of a year, in seconds.
  private static final double MONTH = 30.44 * 86_400;

  private static final double YEAR = 365.25 * 86_400;

  /// The first and the last day of the years 1 to 9999, in seconds since 1970. The JDK writes these
  /// years with four digits and without a sign.
  private static final long FIRST = LocalDate.of(1, 1, 1).toEpochDay() * 86_400;

  private static final long LAST = LocalDate.of(9999, 12, 31).toEpochDay() * 86_400;

  private final TimeType type;
  private final long origin;
  private final Contrast range;
  private final int most;

  private TimeMarks(TimeType type, long origin, Contrast range, int most) {
    this.type = type;
    this.origin = origin;
    this.range = range;
    this.most = most;
  }

  /// Returns ticks for a scale of datetimes that have a unit.
  static List<Tick> ofDates(TimeType type, long origin, Contrast range, int most) {
    return new TimeMarks(type, origin, range, most).dates();
  }

  private List<Tick> dates() {
    if (range.low() == range.high()) {
      return List.of(new Tick(0.5, text(range.low())));
    }
    if (type.unit() == TimeUnit.YEAR || type.unit() == TimeUnit.MONTH) {
      return byLabels();
    }
    BigDecimal low = seconds(range.low());
    BigDecimal high = seconds(range.high());
    if (isFar(low) || isFar(high)) {
      return byLabels();
    }
    double span = high.subtract(low).doubleValue();
    double least = span / Math.max(1, most);
    if (least <= STEPS[STEPS.length - 1]) {
      return bySeconds(low, high, step(high.subtract(low), least));
    }
    return byMonths(low, high, months(least));
  }

  private String text(double value) {
    return TicksText.datetime(type, ticks(origin, value));
  }

  /// Returns the ticks of a datetime: the nearest datetime if the sum is outside their range.
  static long ticks(long origin, double value) {
    BigInteger sum = BigInteger.valueOf(origin).add(BigInteger.valueOf(Math.round(value)));
    return sum.max(BigInteger.valueOf(-Long.MAX_VALUE))
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }

  /// Converts a value of the scale to seconds since 1970.
  private BigDecimal seconds(double value) {
    return BigDecimal.valueOf(origin)
        .add(new BigDecimal(value))
        .multiply(BigDecimal.valueOf(type.multiple()))
        .multiply(seconds(type.unit()));
  }

  /// The length of a unit other than year and month in seconds.
  static BigDecimal seconds(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> BigDecimal.valueOf(604_800);
      case DAY -> DAY;
      case HOUR -> BigDecimal.valueOf(3600);
      case MINUTE -> BigDecimal.valueOf(60);
      case MILLISECOND -> BigDecimal.ONE.scaleByPowerOfTen(-3);
      case MICROSECOND -> BigDecimal.ONE.scaleByPowerOfTen(-6);
      case NANOSECOND -> BigDecimal.ONE.scaleByPowerOfTen(-9);
      case PICOSECOND -> BigDecimal.ONE.scaleByPowerOfTen(-12);
      case FEMTOSECOND -> BigDecimal.ONE.scaleByPowerOfTen(-15);
      case ATTOSECOND -> BigDecimal.ONE.scaleByPowerOfTen(-18);
      case YEAR, MONTH, SECOND, GENERIC -> BigDecimal.ONE;
    };
  }

  private BigDecimal step(BigDecimal span, double least) {
    if (least <= 0.5) {
      return TickMarks.step(span, most);
    }
    for (int step : STEPS) {
      if (step >= least) {
        return BigDecimal.valueOf(step);
      }
    }
    throw new AssertionError("a step of " + least + " seconds is longer than all");
  }

  private List<Tick> bySeconds(BigDecimal low, BigDecimal high, BigDecimal step) {
    BigDecimal shift = step.compareTo(DAY.multiply(BigDecimal.TWO)) > 0 ? MONDAY : BigDecimal.ZERO;
    boolean oneDay = date(low).equals(date(high));
    List<Tick> ticks = new ArrayList<>();
    for (BigDecimal at = TickMarks.ceiling(low.subtract(shift), step).add(shift);
        at.compareTo(high) <= 0;
        at = at.add(step)) {
      ticks.add(tick(low, high, at, text(at, step, oneDay)));
    }
    return ticks;
  }

  private static Tick tick(BigDecimal low, BigDecimal high, BigDecimal at, String label) {
    return new Tick(
        at.subtract(low).divide(high.subtract(low), 12, RoundingMode.HALF_EVEN).doubleValue(),
        label);
  }

  private static String text(BigDecimal at, BigDecimal step, boolean oneDay) {
    BigDecimal whole = at.setScale(0, RoundingMode.FLOOR);
    LocalDateTime time = LocalDateTime.ofEpochSecond(whole.longValueExact(), 0, ZoneOffset.UTC);
    if (step.compareTo(DAY) >= 0) {
      return time.toLocalDate().toString();
    }
    String clock = step.compareTo(BigDecimal.valueOf(60)) >= 0 ? "HH:mm" : "HH:mm:ss";
    String text =
        time.format(DateTimeFormatter.ofPattern(oneDay ? clock : "MM-dd " + clock, Locale.ROOT));
    int digits = Math.max(0, step.stripTrailingZeros().scale());
    return digits == 0
        ? text
        : text
            + at.subtract(whole)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString()
                .substring(1);
  }

  /// The shortest distance of ticks, in months, that is at least the given number of seconds.
  private int months(double least) {
    for (int months : MONTHS) {
      if (months * MONTH >= least) {
        return months;
      }
    }
    return 12 * TickMarks.step(BigDecimal.valueOf(least / YEAR), 1).max(BigDecimal.ONE).intValue();
  }

  private static List<Tick> byMonths(BigDecimal low, BigDecimal high, int step) {
    LocalDate begin = date(low);
    int month = begin.getYear() * 12 + begin.getMonthValue() - 1;
    List<Tick> ticks = new ArrayList<>();
    for (int at = Math.floorDiv(month, step) * step; ; at += step) {
      LocalDate date = LocalDate.of(at / 12, at % 12 + 1, 1);
      BigDecimal seconds = BigDecimal.valueOf(date.toEpochDay()).multiply(DAY);
      if (seconds.compareTo(high) > 0) {
        return ticks;
      }
      if (seconds.compareTo(low) >= 0) {
        String text = date.toString();
        ticks.add(
            tick(low, high, seconds, text.substring(0, text.length() - (step % 12 == 0 ? 6 : 3))));
      }
    }
  }

  /// Returns ticks at round multiples of the dtype's unit, with NumPy's text as labels.
  private List<Tick> byLabels() {
    BigDecimal low = new BigDecimal(range.low());
    BigDecimal high = new BigDecimal(range.high());
    BigDecimal begin = BigDecimal.valueOf(origin);
    BigDecimal step = TickMarks.step(high.subtract(low), most).max(BigDecimal.ONE);
    List<Tick> ticks = new ArrayList<>();
    for (BigDecimal at = TickMarks.ceiling(low.add(begin), step).subtract(begin);
        at.compareTo(high) <= 0;
        at = at.add(step)) {
      ticks.add(tick(low, high, at, text(at.doubleValue())));
    }
    return ticks;
  }

  /// The part of the datetimes that all labels omit: the date if all datetimes are within one day,
  /// otherwise the year if the range is short. Empty if nothing is omitted.
  static String context(TimeType type, long origin, Contrast range) {
    if (range.low() == range.high()
        || type.unit() == TimeUnit.YEAR
        || type.unit() == TimeUnit.MONTH) {
      return "";
    }
    TimeMarks marks = new TimeMarks(type, origin, range, FEW);
    BigDecimal low = marks.seconds(range.low());
    BigDecimal high = marks.seconds(range.high());
    double least = high.subtract(low).doubleValue() / FEW;
    if (isFar(low) || isFar(high) || least > DAY.doubleValue() / 2) {
      return "";
    }
    LocalDate date = date(low);
    return date.equals(date(high))
        ? date.toString()
        : String.format(Locale.ROOT, "%04d", date.getYear());
  }

  /// Whether a time is outside the years 1 to 9999.
  private static boolean isFar(BigDecimal seconds) {
    return seconds.compareTo(BigDecimal.valueOf(FIRST)) < 0
        || seconds.compareTo(BigDecimal.valueOf(LAST)) > 0;
  }

  private static LocalDate date(BigDecimal seconds) {
    return LocalDate.ofEpochDay(seconds.divide(DAY, 0, RoundingMode.FLOOR).longValueExact());
  }
}
