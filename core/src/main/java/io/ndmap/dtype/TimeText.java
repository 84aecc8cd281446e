package io.ndmap.dtype;

import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Parses datetimes and timedeltas: `M8`, `m8[25s]`, `datetime64[ns/2]`.
final class TimeText {

  private static final String DATETIME = "datetime64";
  private static final String TIMEDELTA = "timedelta64";
  private static final int SHORT_NAME = 2;

  private TimeText() {}

  /// Whether the text, from the index `start` after the byte order, begins with the name of a
  /// datetime or timedelta.
  static boolean is(String text, int start) {
    return isShort(text, start)
        || text.startsWith(DATETIME, start)
        || text.startsWith(TIMEDELTA, start);
  }

  private static boolean isShort(String text, int start) {
    return text.length() >= start + SHORT_NAME
        && text.charAt(start + 1) == '8'
        && (text.charAt(start) == 'M' || text.charAt(start) == 'm');
  }

  static TimeType parse(String text, int start, ByteOrder order) {
    int name =
        isShort(text, start)
            ? SHORT_NAME
            : text.startsWith(DATETIME, start) ? DATETIME.length() : TIMEDELTA.length();
    boolean point = text.charAt(start) == 'M' || text.charAt(start) == 'd';
    TimeType.Kind kind = point ? TimeType.Kind.DATETIME : TimeType.Kind.TIMEDELTA;
    int open = start + name;
    if (open == text.length()) {
      return new TimeType(kind, TimeUnit.GENERIC, 1, order);
    }
    int close = text.length() - 1;
    if (text.charAt(open) != '[' || text.indexOf(']', open) != close || close == open + 1) {
      throw TypeString.notUnderstood(
          text, "a time unit must be in brackets at the end, as in [ns]");
    }
    CInteger multiple = CInteger.scan(text, open + 1);
    boolean hasMultiple = multiple.end() > open + 1;
    if (hasMultiple && (multiple.value() < 0 || multiple.value() > Integer.MAX_VALUE)) {
      throw TypeString.notUnderstood(text, "the multiple of a time unit must be from 0 to 2^31-1");
    }
    int slash = text.indexOf('/', multiple.end());
    int unitEnd = slash < 0 ? close : slash;
    TimeUnit unit = unitOf(text.substring(multiple.end(), unitEnd));
    if (unit == null) {
      throw TypeString.notUnderstood(text, "NumPy has no such time unit");
    }
    TimeType time =
        new TimeType(
            kind,
            unit,
            hasMultiple && unit != TimeUnit.GENERIC ? (int) multiple.value() : 1,
            order);
    return slash < 0 ? time : divided(text, time, slash + 1, close);
  }

  private static @Nullable TimeUnit unitOf(String code) {
    return switch (code) {
      case "Y" -> TimeUnit.YEAR;
      case "M" -> TimeUnit.MONTH;
      case "W" -> TimeUnit.WEEK;
      case "D" -> TimeUnit.DAY;
      case "h" -> TimeUnit.HOUR;
      case "m" -> TimeUnit.MINUTE;
      case "s" -> TimeUnit.SECOND;
      case "ms" -> TimeUnit.MILLISECOND;
      case "us", "μs" -> TimeUnit.MICROSECOND;
      case "ns" -> TimeUnit.NANOSECOND;
      case "ps" -> TimeUnit.PICOSECOND;
      case "fs" -> TimeUnit.FEMTOSECOND;
      case "as" -> TimeUnit.ATTOSECOND;
      case "generic" -> TimeUnit.GENERIC;
      default -> null;
    };
  }

  /// Replaces unit and divisor by a finer unit: `ns/2` is `500ps`. NumPy tries several finer units
  /// and uses the first one whose number per unit is a multiple of the divisor.
  private static TimeType divided(String text, TimeType time, int start, int close) {
    CInteger divisor = CInteger.scan(text, start);
    if (divisor.end() != close || divisor.end() == start || divisor.value() < 1) {
      throw TypeString.notUnderstood(text, "'/' must be followed by a divisor of at least 1");
    }
    if (divisor.value() == 1) {
      return time;
    }
    for (Finer finer : finerThan(time.unit())) {
      if (finer.count() % divisor.value() == 0) {
        long multiple = finer.count() / divisor.value() * time.multiple();
        if (multiple > Integer.MAX_VALUE) {
          throw TypeString.notUnderstood(
              text, "the multiple of a time unit must be from 0 to 2^31-1");
        }
        return new TimeType(time.kind(), finer.unit(), (int) multiple, time.order());
      }
    }
    throw TypeString.notUnderstood(text, "the divisor leaves no whole number of a finer unit");
  }

  private static Finer[] finerThan(TimeUnit unit) {
    return switch (unit) {
      case YEAR ->
          new Finer[] {
            new Finer(12, TimeUnit.MONTH),
            new Finer(52, TimeUnit.WEEK),
            new Finer(365, TimeUnit.DAY)
          };
      case MONTH ->
          new Finer[] {
            new Finer(4, TimeUnit.WEEK), new Finer(30, TimeUnit.DAY), new Finer(720, TimeUnit.HOUR)
          };
      case WEEK ->
          new Finer[] {
            new Finer(7, TimeUnit.DAY),
            new Finer(168, TimeUnit.HOUR),
            new Finer(10_080, TimeUnit.MINUTE)
          };
      case DAY ->
          new Finer[] {
            new Finer(24, TimeUnit.HOUR),
            new Finer(1440, TimeUnit.MINUTE),
            new Finer(86_400, TimeUnit.SECOND)
          };
      case HOUR -> new Finer[] {new Finer(60, TimeUnit.MINUTE), new Finer(3600, TimeUnit.SECOND)};
      case MINUTE ->
          new Finer[] {new Finer(60, TimeUnit.SECOND), new Finer(60_000, TimeUnit.MILLISECOND)};
      case SECOND -> thousands(TimeUnit.MILLISECOND, TimeUnit.MICROSECOND);
      case MILLISECOND -> thousands(TimeUnit.MICROSECOND, TimeUnit.NANOSECOND);
      case MICROSECOND -> thousands(TimeUnit.NANOSECOND, TimeUnit.PICOSECOND);
      case NANOSECOND -> thousands(TimeUnit.PICOSECOND, TimeUnit.FEMTOSECOND);
      case PICOSECOND -> thousands(TimeUnit.FEMTOSECOND, TimeUnit.ATTOSECOND);
      case FEMTOSECOND -> new Finer[] {new Finer(1000, TimeUnit.ATTOSECOND)};
      case ATTOSECOND, GENERIC -> new Finer[0];
    };
  }

  private static Finer[] thousands(TimeUnit next, TimeUnit afterNext) {
    return new Finer[] {new Finer(1000, next), new Finer(1_000_000, afterNext)};
  }

  /// NumPy's number of finer units in a unit.
  private record Finer(long count, TimeUnit unit) {}
}
