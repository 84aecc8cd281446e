package io.ndmap.value;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;

/// The factor between the ticks of two time dtypes, as NumPy computes it: a fraction in lowest
/// terms. Years and months have their mean length over 400 years.
///
/// @param numerator the factor by which ticks are multiplied, in 64-bit arithmetic that wraps
/// @param denominator the divisor of the product; the quotient is rounded towards the past
public record TickScale(long numerator, long denominator) {

  // Days in 400 years of the Gregorian calendar.
  private static final long DAYS_OF_ERA = 97 + 400 * 365;
  private static final long YEARS_OF_ERA = 400;

  // The upper byte of 64 bits: NumPy rejects a factor with any of these bits.
  private static final long TOO_LARGE = 0xff00_0000_0000_0000L;

  /// Whether a unit has no fixed length: years and months.
  public static boolean isCalendar(TimeUnit unit) {
    return unit == TimeUnit.YEAR || unit == TimeUnit.MONTH;
  }

  /// @throws DTypeException if NumPy has no such factor; the message names both dtypes
  public static TickScale between(TimeType from, TimeType to) {
    if (from.multiple() == 0 || to.multiple() == 0) {
      throw new DTypeException(
          "cannot convert " + from + " into " + to + ": ticks of no length have no ratio");
    }
    if (from.unit() == TimeUnit.GENERIC) {
      return new TickScale(1, 1);
    }
    if (to.unit() == TimeUnit.GENERIC) {
      throw new DTypeException(
          "cannot convert " + from + " into " + to + ": ticks with a unit do not lose it");
    }
    boolean finer = from.unit().compareTo(to.unit()) <= 0;
    TimeUnit coarse = finer ? from.unit() : to.unit();
    TimeUnit fine = finer ? to.unit() : from.unit();
    TickScale units = ofUnits(coarse, fine);
    if (units.numerator == 0) {
      throw new DTypeException(
          "cannot convert " + from + " into " + to + ": the ratio of the units exceeds 56 bits");
    }
    long numerator = (finer ? units.numerator : units.denominator) * from.multiple();
    long denominator = (finer ? units.denominator : units.numerator) * to.multiple();
    long divisor = greatestCommonDivisor(numerator, denominator);
    return new TickScale(
        Long.divideUnsigned(numerator, divisor), Long.divideUnsigned(denominator, divisor));
  }

  /// The number of fine units in a coarse one.
  private static TickScale ofUnits(TimeUnit coarse, TimeUnit fine) {
    if (coarse == fine) {
      return new TickScale(1, 1);
    }
    if (coarse == TimeUnit.YEAR && fine == TimeUnit.MONTH) {
      return new TickScale(12, 1);
    }
    if (!isCalendar(coarse)) {
      return new TickScale(factor(coarse, fine), 1);
    }
    long years = coarse == TimeUnit.YEAR ? YEARS_OF_ERA : YEARS_OF_ERA * 12;
    return fine == TimeUnit.WEEK
        ? new TickScale(DAYS_OF_ERA, years * 7)
        : new TickScale(DAYS_OF_ERA * factor(TimeUnit.DAY, fine), years);
  }

  /// The number of fine units in a coarse one of fixed length, 0 if it is too large.
  static long factor(TimeUnit coarse, TimeUnit fine) {
    long factor = 1;
    for (TimeUnit unit : TimeUnit.values()) {
      if (unit.compareTo(coarse) >= 0 && unit.compareTo(fine) < 0) {
        factor *= finerUnits(unit);
        if ((factor & TOO_LARGE) != 0) {
          return 0;
        }
      }
    }
    return factor;
  }

  /// The number of units of the next finer kind in a unit of fixed length.
  private static long finerUnits(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> 7;
      case DAY -> 24;
      case HOUR, MINUTE -> 60;
      case YEAR, MONTH -> 1;
      default -> 1000;
    };
  }

  private static long greatestCommonDivisor(long first, long second) {
    long a = first;
    long b = second;
    if (Long.compareUnsigned(a, b) > 0) {
      long swap = a;
      a = b;
      b = swap;
    }
    while (a != 0 && Long.compareUnsigned(a, b) != 0) {
      long rest = Long.remainderUnsigned(b, a);
      b = a;
      a = rest;
    }
    return b;
  }

  /// Whether each tick of one dtype is a whole number of ticks of a finer dtype, as NumPy checks
  /// it: if only the coarser unit is years or months, true for datetimes and false for timedeltas.
  public static boolean divides(TimeType from, TimeType to) {
    long first = from.multiple();
    long second = to.multiple();
    if (from.unit() != to.unit()) {
      boolean calendar = isCalendar(from.unit());
      if (calendar && !isCalendar(to.unit())) {
        return from.kind() == TimeType.Kind.DATETIME;
      }
      long factor = calendar ? 12 : factor(from.unit(), to.unit());
      first *= factor;
      if (first == 0) {
        return false;
      }
    }
    return (first & TOO_LARGE) == 0
        && (second & TOO_LARGE) == 0
        && second != 0
        && first % second == 0;
  }

  /// Converts ticks to the other dtype; NaT does not change.
  public long apply(long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      return ticks;
    }
    long scaled = ticks * numerator;
    return (ticks < 0 ? scaled - (denominator - 1) : scaled) / denominator;
  }
}
