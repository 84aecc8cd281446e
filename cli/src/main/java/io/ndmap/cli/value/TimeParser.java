package io.ndmap.cli.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.nd.NdView;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Locale;

/// Parses datetimes and timedeltas: ISO 8601, `NaT`, or an integer, which is the number of ticks.
final class TimeParser {

  /// The index of the only element of an array of rank 0.
  private static final long[] HERE = {};

  private TimeParser() {}

  /// @param item an array of rank 0
  /// @throws DateTimeException if the text is not a time, or not a whole number of ticks
  /// @throws ArithmeticException if the number of ticks exceeds 64 bits
  static void store(NdView<?> item, TimeType type, String text) {
    if (text.equalsIgnoreCase("nat")) {
      item.setLong(HERE, TimeType.NOT_A_TIME);
    } else if (text.matches("[+-]?[0-9]+(_[0-9]+)*")) {
      ticks(item, text.replace("_", ""));
    } else if (type.kind() == TimeType.Kind.DATETIME) {
      item.setValue(HERE, instant(text));
    } else {
      item.setValue(HERE, Duration.parse(text));
    }
  }

  private static void ticks(NdView<?> item, String digits) {
    try {
      long ticks = Long.parseLong(digits);
      if (ticks == TimeType.NOT_A_TIME) {
        throw new ArithmeticException("this count of ticks means NaT");
      }
      item.setLong(HERE, ticks);
    } catch (NumberFormatException e) {
      throw new ArithmeticException("more ticks than 64 bits count");
    }
  }

  /// Parses a month, a day or a time of day. The time is UTC unless the text has an offset.
  private static Instant instant(String text) {
    String iso = text.toUpperCase(Locale.ROOT).replace(' ', 'T');
    int time = iso.indexOf('T');
    if (time < 0) {
      LocalDate day =
          iso.lastIndexOf('-') > 4 ? LocalDate.parse(iso) : YearMonth.parse(iso).atDay(1);
      return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
    boolean zoned = iso.endsWith("Z") || iso.indexOf('+', time) > 0 || iso.indexOf('-', time) > 0;
    return zoned
        ? OffsetDateTime.parse(iso).toInstant()
        : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
  }
}
