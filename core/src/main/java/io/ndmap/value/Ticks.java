package io.ndmap.value;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/// Converts between the ticks of `datetime64` and `timedelta64` and the instants and durations of
/// `java.time`.
public final class Ticks {

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
  private static final BigInteger ATTOS = NANOS.multiply(NANOS);

  private Ticks() {}

  /// @throws DateTimeException if the ticks are `NaT`, or if an `Instant` cannot represent them
  /// @throws DTypeException if the dtype has no unit or the multiple 0
  public static Instant toInstant(TimeType type, long ticks) {
    requireLength(type);
    requireTime(ticks);
    if (TickScale.isCalendar(type.unit())) {
      BigInteger months =
          BigInteger.valueOf(ticks)
              .multiply(
                  BigInteger.valueOf(
                      (long) type.multiple() * (type.unit() == TimeUnit.YEAR ? 12 : 1)));
      if (months.bitLength() > 40) {
        throw outside(type, ticks, "an Instant");
      }
      try {
        return LocalDate.EPOCH
            .plusMonths(months.longValueExact())
            .atStartOfDay()
            .toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw outside(type, ticks, "an Instant");
      }
    }
    BigInteger[] parts = secondsAndNanos(type, ticks, "an Instant");
    if (parts[0].bitLength() > 63
        || parts[0].longValue() < Instant.MIN.getEpochSecond()
        || parts[0].longValue() > Instant.MAX.getEpochSecond()) {
      throw outside(type, ticks, "an Instant");
    }
    return Instant.ofEpochSecond(parts[0].longValue(), parts[1].longValue());
  }

  /// @throws DateTimeException if the ticks are `NaT`, or if a `Duration` cannot represent them
  /// @throws DTypeException if the dtype has no unit or the multiple 0, or if its unit is years or
  ///   months, which have no fixed length
  public static Duration toDuration(TimeType type, long ticks) {
    requireLength(type);
    requireTime(ticks);
    BigInteger[] parts = secondsAndNanos(type, ticks, "a Duration");
    if (parts[0].bitLength() > 63) {
      throw outside(type, ticks, "a Duration");
    }
    return Duration.ofSeconds(parts[0].longValue(), parts[1].longValue());
  }

  /// @throws DateTimeException if the instant is not a whole number of ticks in 64 bits
  /// @throws DTypeException if the dtype has no unit or the multiple 0
  public static long ofInstant(TimeType type, Instant instant) {
    requireLength(type);
    if (TickScale.isCalendar(type.unit())) {
      LocalDate date = LocalDate.ofInstant(instant, ZoneOffset.UTC);
      long months =
          date.getLong(ChronoField.PROLEPTIC_MONTH)
              - LocalDate.EPOCH.getLong(ChronoField.PROLEPTIC_MONTH);
      long perTick = (long) type.multiple() * (type.unit() == TimeUnit.YEAR ? 12 : 1);
      if (!date.withDayOfMonth(1).atStartOfDay().toInstant(ZoneOffset.UTC).equals(instant)
          || months % perTick != 0) {
        throw new DateTimeException(instant + " is not a whole number of " + type);
      }
      return months / perTick;
    }
    return ofSeconds(type, instant.getEpochSecond(), instant.getNano(), instant);
  }

  /// @throws DateTimeException if the duration is not a whole number of ticks in 64 bits
  /// @throws DTypeException if the dtype has no unit or the multiple 0, or if its unit is years or
  ///   months, which have no fixed length
  public static long ofDuration(TimeType type, Duration duration) {
    requireLength(type);
    return ofSeconds(type, duration.getSeconds(), duration.getNano(), duration);
  }

  private static long ofSeconds(TimeType type, long seconds, int nanos, Object value) {
    BigInteger attos =
        BigInteger.valueOf(seconds).multiply(ATTOS).add(BigInteger.valueOf(nanos).multiply(NANOS));
    BigInteger[] ticks = attos.divideAndRemainder(attosPerTick(type));
    if (ticks[1].signum() != 0
        || ticks[0].bitLength() > 63
        || ticks[0].longValue() == TimeType.NOT_A_TIME) {
      throw new DateTimeException(value + " is not a whole number of " + type + " in 64 bits");
    }
    return ticks[0].longValue();
  }

  private static BigInteger[] secondsAndNanos(TimeType type, long ticks, String target) {
    BigInteger attos = BigInteger.valueOf(ticks).multiply(attosPerTick(type));
    BigInteger[] parts = attos.divideAndRemainder(ATTOS);
    if (parts[1].signum() < 0) {
      parts = new BigInteger[] {parts[0].subtract(BigInteger.ONE), parts[1].add(ATTOS)};
    }
    BigInteger[] nanos = parts[1].divideAndRemainder(NANOS);
    if (nanos[1].signum() != 0) {
      throw outside(type, ticks, target);
    }
    return new BigInteger[] {parts[0], nanos[0]};
  }

  private static BigInteger attosPerTick(TimeType type) {
    if (TickScale.isCalendar(type.unit())) {
      throw new DTypeException(type + " has no fixed length; read its ticks with getLong");
    }
    return attosPerTick(type.unit()).multiply(BigInteger.valueOf(type.multiple()));
  }

  /// The length in attoseconds of a unit with a fixed length.
  static BigInteger attosPerTick(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> ATTOS.multiply(BigInteger.valueOf(7 * 86_400));
      case DAY -> ATTOS.multiply(BigInteger.valueOf(86_400));
      case HOUR -> ATTOS.multiply(BigInteger.valueOf(3_600));
      case MINUTE -> ATTOS.multiply(BigInteger.valueOf(60));
      case SECOND -> ATTOS;
      case MILLISECOND -> BigInteger.TEN.pow(15);
      case MICROSECOND -> BigInteger.TEN.pow(12);
      case NANOSECOND -> NANOS;
      case PICOSECOND -> BigInteger.TEN.pow(6);
      case FEMTOSECOND -> BigInteger.TEN.pow(3);
      case ATTOSECOND -> BigInteger.ONE;
      case YEAR, MONTH, GENERIC -> throw new AssertionError(unit + " has no fixed length");
    };
  }

  private static void requireLength(TimeType type) {
    if (type.unit() == TimeUnit.GENERIC) {
      throw new DTypeException(type + " has no unit; read its ticks with getLong");
    }
    if (type.multiple() == 0) {
      throw new DTypeException(type + " has ticks of no length; read them with getLong");
    }
  }

  private static void requireTime(long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      throw new DateTimeException("NaT is neither a point in time nor a span of time");
    }
  }

  private static DateTimeException outside(TimeType type, long ticks, String target) {
    return new DateTimeException(
        ticks + " ticks of " + type + " do not fit " + target + "; read them with getLong");
  }
}
