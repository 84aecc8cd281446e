package io.ndmap.pickle;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Converts the classes of Python's module `datetime` from and to their form in pickles.
///
/// A pickle stores a date or time as bytes: two for the year, three for the microseconds, and one
/// for each other component. The highest bit of the month of a datetime, or of the hour of a time,
/// is the attribute `fold`, which Java's classes lack.
final class PyTimes {

  static final int DATE_BYTES = 4;
  static final int TIME_BYTES = 6;
  static final int DATETIME_BYTES = DATE_BYTES + TIME_BYTES;

  private static final int MIN_YEAR = 1;
  private static final int MAX_YEAR = 9999;
  private static final int FOLD = 0x80;
  private static final int NANOS_PER_MICRO = 1000;
  private static final BigInteger MICROS = BigInteger.valueOf(1_000_000);
  private static final BigInteger SECONDS = BigInteger.valueOf(86_400);
  private static final BigInteger MAX_DAYS = BigInteger.valueOf(999_999_999);

  private PyTimes() {}

  // ---- read

  static Object datetime(Arguments arguments) {
    byte[] b = bytes(arguments, DATETIME_BYTES);
    b[2] &= (byte) ~FOLD;
    LocalDateTime when = LocalDateTime.of(date(b), time(b, DATE_BYTES));
    ZoneOffset zone = zone(arguments);
    return zone == null ? when : OffsetDateTime.of(when, zone);
  }

  static Object date(Arguments arguments) {
    return date(bytes(arguments.requireCount(1, 1), DATE_BYTES));
  }

  static Object time(Arguments arguments) {
    byte[] b = bytes(arguments, TIME_BYTES);
    b[0] &= (byte) ~FOLD;
    LocalTime time = time(b, 0);
    ZoneOffset zone = zone(arguments);
    return zone == null ? time : OffsetTime.of(time, zone);
  }

  private static byte[] bytes(Arguments arguments, int length) {
    byte[] bytes = arguments.requireCount(1, 2).bytesOrLatin1(0);
    if (bytes.length != length) {
      throw new BadValueException(
          arguments.of() + " needs " + length + " bytes, found " + bytes.length);
    }
    return bytes.clone();
  }

  private static @Nullable ZoneOffset zone(Arguments arguments) {
    return arguments.count() == 2 && arguments.get(1) != null
        ? arguments.get(1, ZoneOffset.class, "a timezone")
        : null;
  }

  private static LocalDate date(byte[] b) {
    int year = ((b[0] & 0xff) << 8) | (b[1] & 0xff);
    if (year < MIN_YEAR || year > MAX_YEAR) {
      throw new BadValueException(
          "a year from " + MIN_YEAR + " to " + MAX_YEAR + " is expected, found " + year);
    }
    try {
      return LocalDate.of(year, b[2] & 0xff, b[3] & 0xff);
    } catch (DateTimeException e) {
      throw new BadValueException("no date: " + e.getMessage());
    }
  }

  private static LocalTime time(byte[] b, int at) {
    int micros = ((b[at + 3] & 0xff) << 16) | ((b[at + 4] & 0xff) << 8) | (b[at + 5] & 0xff);
    try {
      return LocalTime.of(
          b[at] & 0xff, b[at + 1] & 0xff, b[at + 2] & 0xff, micros * NANOS_PER_MICRO);
    } catch (DateTimeException e) {
      throw new BadValueException("no time: " + e.getMessage());
    }
  }

  /// Returns the duration of days, seconds and microseconds, each of which may exceed its usual
  /// range.
  static Duration timedelta(Arguments arguments) {
    arguments.requireCount(0, 3);
    BigInteger days = part(arguments, 0);
    BigInteger micros =
        days.multiply(SECONDS).add(part(arguments, 1)).multiply(MICROS).add(part(arguments, 2));
    BigInteger[] seconds = micros.divideAndRemainder(MICROS);
    if (seconds[0].divide(SECONDS).abs().compareTo(MAX_DAYS) > 0) {
      throw new BadValueException("a timedelta of more than " + MAX_DAYS + " days");
    }
    return Duration.ofSeconds(seconds[0].longValue(), seconds[1].longValue() * NANOS_PER_MICRO);
  }

  private static BigInteger part(Arguments arguments, int index) {
    return index < arguments.count() ? arguments.integer(index) : BigInteger.ZERO;
  }

  /// Returns the zone with an offset; the second argument, its name, is ignored.
  static ZoneOffset timezone(Arguments arguments) {
    Duration offset = arguments.requireCount(1, 2).get(0, Duration.class, "a timedelta");
    if (offset.getNano() != 0 || Math.abs(offset.getSeconds()) > ZoneOffset.MAX.getTotalSeconds()) {
      throw new BadValueException(
          "a timezone of whole seconds up to "
              + ZoneOffset.MAX
              + " is expected, Java has no other; found "
              + offset);
    }
    return ZoneOffset.ofTotalSeconds((int) offset.getSeconds());
  }

  // ---- write

  /// @throws IllegalArgumentException if Python has no such year
  static byte[] bytes(LocalDate date) {
    if (date.getYear() < MIN_YEAR || date.getYear() > MAX_YEAR) {
      throw new IllegalArgumentException(
          "Python's dates have years from " + MIN_YEAR + " to " + MAX_YEAR + ", found " + date);
    }
    return new byte[] {
      (byte) (date.getYear() >> 8),
      (byte) date.getYear(),
      (byte) date.getMonthValue(),
      (byte) date.getDayOfMonth()
    };
  }

  /// @throws IllegalArgumentException if the time has a fraction of a microsecond
  static byte[] bytes(LocalTime time) {
    int micros = micros(time.getNano(), time);
    return new byte[] {
      (byte) time.getHour(),
      (byte) time.getMinute(),
      (byte) time.getSecond(),
      (byte) (micros >> 16),
      (byte) (micros >> 8),
      (byte) micros
    };
  }

  static byte[] bytes(LocalDateTime when) {
    byte[] bytes = Arrays.copyOf(bytes(when.toLocalDate()), DATETIME_BYTES);
    System.arraycopy(bytes(when.toLocalTime()), 0, bytes, DATE_BYTES, TIME_BYTES);
    return bytes;
  }

  /// Returns days, seconds and microseconds.
  ///
  /// @throws IllegalArgumentException if the duration has a fraction of a microsecond, or too many
  ///   days
  static long[] parts(Duration span) {
    long perDay = SECONDS.longValue();
    long days = Math.floorDiv(span.getSeconds(), perDay);
    if (Math.abs(days) > MAX_DAYS.longValue()) {
      throw new IllegalArgumentException(
          "Python's timedelta has at most " + MAX_DAYS + " days, found " + span);
    }
    return new long[] {
      days, Math.floorMod(span.getSeconds(), perDay), micros(span.getNano(), span)
    };
  }

  private static int micros(int nanos, Object value) {
    if (nanos % NANOS_PER_MICRO != 0) {
      throw new IllegalArgumentException("Python's times have whole microseconds, found " + value);
    }
    return nanos / NANOS_PER_MICRO;
  }
}
