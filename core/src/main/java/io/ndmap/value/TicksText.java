package io.ndmap.value;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import java.util.Locale;

/// The texts of `datetime64` and `timedelta64`.
///
/// NumPy computes in 64-bit integers that wrap silently, so a date billions of years away may be
/// printed as another date; this class prints the same one.
public final class TicksText {

  static final String NAT = "NaT";

  private TicksText() {}

  /// A datetime in ISO 8601, down to its unit: `1970`, `1970-01-01`, `1970-01-01T00:00:00.000`. A
  /// datetime without a unit is printed as its number of ticks, since NumPy has no text for it.
  public static String datetime(TimeType type, long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      return NAT;
    }
    TimeUnit unit = type.unit();
    if (unit == TimeUnit.GENERIC) {
      return Long.toString(ticks);
    }
    TimePoint point = TimePoint.ofTicks(type, ticks);
    // As C's `%04`: at least four characters, including the sign.
    String text = String.format(Locale.ROOT, "%04d", point.year());
    text += unit.compareTo(TimeUnit.MONTH) < 0 ? "" : padded("-", point.month(), 2);
    text += unit.compareTo(TimeUnit.WEEK) < 0 ? "" : padded("-", point.day(), 2);
    text += unit.compareTo(TimeUnit.HOUR) < 0 ? "" : padded("T", point.hour(), 2);
    text += unit.compareTo(TimeUnit.MINUTE) < 0 ? "" : padded(":", point.minute(), 2);
    text += unit.compareTo(TimeUnit.SECOND) < 0 ? "" : padded(":", point.second(), 2);
    return switch (unit) {
      case MILLISECOND -> text + padded(".", point.micros() / 1000, 3);
      case MICROSECOND -> text + micros(point);
      case NANOSECOND -> text + micros(point) + padded("", point.picos() / 1000, 3);
      case PICOSECOND -> text + picos(point);
      case FEMTOSECOND -> text + picos(point) + padded("", point.attos() / 1000, 3);
      case ATTOSECOND -> text + picos(point) + padded("", point.attos(), 6);
      default -> text;
    };
  }

  private static String micros(TimePoint point) {
    return padded(".", point.micros(), 6);
  }

  private static String picos(TimePoint point) {
    return micros(point) + padded("", point.picos(), 6);
  }

  /// A timedelta with its unit in words: `3 days`.
  public static String timedelta(TimeType type, long ticks) {
    if (ticks == TimeType.NOT_A_TIME) {
      return NAT;
    }
    return ticks * type.multiple() + " " + units(type);
  }

  /// The unit of a timedelta in words: `days`.
  public static String units(TimeType type) {
    return type.unit() == TimeUnit.GENERIC
        ? "generic time units"
        : type.unit().name().toLowerCase(Locale.ROOT) + "s";
  }

  private static String padded(String separator, int value, int digits) {
    String text = Integer.toString(value);
    return separator + "0".repeat(digits - text.length()) + text;
  }
}
