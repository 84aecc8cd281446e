package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import java.math.BigInteger;

/// Compares ticks of two types of `datetime64` or `timedelta64` on one scale, exactly.
///
/// @param first maps ticks of the first type to numbers on the scale
/// @param second maps ticks of the second type to numbers on the scale
public record TimeScale(Ruler first, Ruler second) {

  /// Maps ticks to numbers on a scale.
  public interface Ruler {
    public BigInteger of(long ticks);
  }

  private static final BigInteger DAY = Ticks.attosPerTick(TimeUnit.DAY);

  /// Whether ticks of the two types can be compared: datetimes with datetimes and timedeltas with
  /// timedeltas. Timedeltas of years or months, which have no fixed length, can only be compared
  /// with timedeltas of years or months; ticks without a unit or with the multiple 0, only with
  /// ticks of the same unit and multiple.
  public static boolean exists(TimeType one, TimeType two) {
    if (one.kind() != two.kind()) {
      return false;
    }
    if (one.unit() == two.unit() && one.multiple() == two.multiple()) {
      return true;
    }
    return one.unit() != TimeUnit.GENERIC
        && two.unit() != TimeUnit.GENERIC
        && one.multiple() != 0
        && two.multiple() != 0
        && (one.kind() == TimeType.Kind.DATETIME
            || TickScale.isCalendar(one.unit()) == TickScale.isCalendar(two.unit()));
  }

  public static TimeScale of(TimeType one, TimeType two) {
    boolean months = TickScale.isCalendar(one.unit()) && TickScale.isCalendar(two.unit());
    return new TimeScale(ruler(one, months), ruler(two, months));
  }

  private static Ruler ruler(TimeType type, boolean months) {
    if (!TickScale.isCalendar(type.unit())) {
      BigInteger attos =
          Ticks.attosPerTick(type.unit()).multiply(BigInteger.valueOf(type.multiple()));
      return ticks -> BigInteger.valueOf(ticks).multiply(attos);
    }
    BigInteger perTick =
        BigInteger.valueOf((long) type.multiple() * (type.unit() == TimeUnit.YEAR ? 12 : 1));
    return months
        ? ticks -> BigInteger.valueOf(ticks).multiply(perTick)
        : ticks -> daysOfMonths(BigInteger.valueOf(ticks).multiply(perTick)).multiply(DAY);
  }

  /// The days from January 1970 to the beginning of a month, computed with the calendar's cycle of
  /// 4800 months or 146,097 days.
  private static BigInteger daysOfMonths(BigInteger months) {
    BigInteger cycle = BigInteger.valueOf(4800);
    BigInteger inCycle = months.mod(cycle);
    BigInteger cycles = months.subtract(inCycle).divide(cycle);
    long days = java.time.LocalDate.EPOCH.plusMonths(inCycle.longValue()).toEpochDay();
    return cycles.multiply(BigInteger.valueOf(146_097)).add(BigInteger.valueOf(days));
  }
}
