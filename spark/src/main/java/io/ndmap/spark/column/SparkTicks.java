package io.ndmap.spark.column;

import io.ndmap.dtype.TimeType;
import java.math.BigInteger;
import java.time.LocalDate;

/// Converts the ticks of a NumPy time to the number by which Spark represents it: days for dates,
/// months for year-month intervals, microseconds for timestamps and day-time intervals; ticks
/// without a unit stay as they are. The conversion is `ticks * multiple / divisor`.
///
/// @param dtype the NumPy time
/// @param multiple the number of Spark's units per tick, before division; `Long.MAX_VALUE` if a
///   tick exceeds Spark's range, so that 0 is the only valid time
/// @param divisor the number by which the product is divided
/// @param calendar whether ticks are months or years that become dates: the first day of the month
///   or year
/// @param least the smallest number that Spark supports
/// @param most the largest number that Spark supports
public record SparkTicks(
    TimeType dtype, long multiple, long divisor, boolean calendar, long least, long most) {

  /// The maximum distance from 1970 in months that is converted to a date: 6 million years. Spark's
  /// dates reach less far: 2³¹ days are 5.9 million years.
  private static final long MOST_MONTHS = 12L * 6_000_000;

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /// The factor between adjacent units of at most a second.
  private static final long THOUSAND = 1000;

  /// Returns the conversion for a dtype.
  ///
  /// @param dtype the time
  /// @return the conversion
  public static SparkTicks of(TimeType dtype) {
    boolean point = dtype.kind() == TimeType.Kind.DATETIME;
    return switch (dtype.unit()) {
      case GENERIC -> longs(dtype, 1, 1);
      case YEAR -> ints(dtype, 12, point);
      case MONTH -> ints(dtype, 1, point);
      case WEEK -> point ? ints(dtype, 7, false) : longs(dtype, 7 * MICROS_PER_DAY, 1);
      case DAY -> point ? ints(dtype, 1, false) : longs(dtype, MICROS_PER_DAY, 1);
      case HOUR -> longs(dtype, MICROS_PER_DAY / 24, 1);
      case MINUTE -> longs(dtype, 60_000_000, 1);
      case SECOND -> longs(dtype, 1_000_000, 1);
      case MILLISECOND -> longs(dtype, THOUSAND, 1);
      case MICROSECOND -> longs(dtype, 1, 1);
      case NANOSECOND -> longs(dtype, 1, THOUSAND);
      case PICOSECOND -> longs(dtype, 1, THOUSAND * THOUSAND);
      case FEMTOSECOND -> longs(dtype, 1, THOUSAND * THOUSAND * THOUSAND);
      case ATTOSECOND -> longs(dtype, 1, THOUSAND * THOUSAND * THOUSAND * THOUSAND);
    };
  }

  private static SparkTicks longs(TimeType dtype, long unit, long divisor) {
    if (unit > Long.MAX_VALUE / dtype.multiple()) {
      return new SparkTicks(dtype, Long.MAX_VALUE, divisor, false, 0, 0);
    }
    long multiple = unit * dtype.multiple();
    // `Long.MIN_VALUE` is NaT in NumPy, so it is excluded.
    return new SparkTicks(dtype, multiple, divisor, false, Long.MIN_VALUE + 1, Long.MAX_VALUE);
  }

  private static SparkTicks ints(TimeType dtype, long unit, boolean calendar) {
    return new SparkTicks(
        dtype,
        Math.multiplyExact(unit, dtype.multiple()),
        1,
        calendar,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE);
  }

  boolean isInRange(long ticks) {
    try {
      var _ = convert(ticks, false);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /// Converts ticks to the number of Spark.
  ///
  /// @param exact whether a fraction of Spark's unit is an error; otherwise the fraction is rounded
  ///   down
  /// @throws ArithmeticException if Spark cannot represent the time
  long convert(long ticks, boolean exact) {
    long units = divisor == 1 ? Math.multiplyExact(ticks, multiple) : divided(ticks, exact);
    return requireInRange(calendar ? firstDay(units) : units);
  }

  private long requireInRange(long number) {
    if (number < least || number > most) {
      throw new ArithmeticException(number + " is beyond Spark's range");
    }
    return number;
  }

  private long divided(long ticks, boolean exact) {
    if (multiple == 1) {
      return quotient(Math.floorDiv(ticks, divisor), Math.floorMod(ticks, divisor), exact);
    }
    BigInteger[] parts =
        BigInteger.valueOf(ticks)
            .multiply(BigInteger.valueOf(multiple))
            .divideAndRemainder(BigInteger.valueOf(divisor));
    long floor = Math.subtractExact(parts[0].longValueExact(), parts[1].signum() < 0 ? 1 : 0);
    return quotient(floor, parts[1].longValueExact(), exact);
  }

  private static long quotient(long quotient, long remainder, boolean exact) {
    if (exact && remainder != 0) {
      throw new ArithmeticException("a part of a microsecond");
    }
    return quotient;
  }

  private static long firstDay(long months) {
    if (months < -MOST_MONTHS || months > MOST_MONTHS) {
      throw new ArithmeticException(months + " months");
    }
    return LocalDate.of((int) (1970 + Math.floorDiv(months, 12)), Math.floorMod(months, 12) + 1, 1)
        .toEpochDay();
  }

  /// Converts the number by which Spark represents a time to ticks.
  ///
  /// @param number days, months or microseconds
  /// @return the ticks
  /// @throws ArithmeticException if no number of ticks represents exactly this time
  public long ticks(long number) {
    long units = calendar ? monthsOf(LocalDate.ofEpochDay(number)) : requireInRange(number);
    BigInteger[] parts =
        BigInteger.valueOf(units)
            .multiply(BigInteger.valueOf(divisor))
            .divideAndRemainder(BigInteger.valueOf(multiple));
    if (parts[1].signum() != 0) {
      throw new ArithmeticException("a part of a tick");
    }
    long ticks = parts[0].longValueExact();
    if (ticks == TimeType.NOT_A_TIME) {
      throw new ArithmeticException("NaT");
    }
    return ticks;
  }

  private static long monthsOf(LocalDate day) {
    if (day.getDayOfMonth() != 1) {
      throw new ArithmeticException(day + " is not the first of a month");
    }
    return 12L * (day.getYear() - 1970) + day.getMonthValue() - 1;
  }
}
