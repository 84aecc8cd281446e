package io.ndmap.picture.figure;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.value.TicksText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/// Finds ticks for timedeltas and for datetimes without a unit. Numbers are shown in the largest
/// unit, from days to attoseconds, of which the largest absolute value has at least two. Years,
/// months and times without a unit are shown in their own unit.
final class SpanMarks {

  private static final TimeUnit[] UNITS = {
    TimeUnit.DAY,
    TimeUnit.HOUR,
    TimeUnit.MINUTE,
    TimeUnit.SECOND,
    TimeUnit.MILLISECOND,
    TimeUnit.MICROSECOND,
    TimeUnit.NANOSECOND,
    TimeUnit.PICOSECOND,
    TimeUnit.FEMTOSECOND,
    TimeUnit.ATTOSECOND
  };

  private SpanMarks() {}

  static List<Tick> of(TimeType type, long origin, Contrast range, int most) {
    BigDecimal ticksOfUnit = ticksOf(type, suitable(type, most(range, origin)));
    if (origin == 0) {
      return TickMarks.linear(range, ticksOfUnit, most);
    }
    Contrast moved = new Contrast(range.low() + origin, range.high() + origin, false);
    return TickMarks.linear(moved, ticksOfUnit, most);
  }

  /// Formats a timedelta.
  static String text(TimeType type, double ticks) {
    TimeUnit unit = suitable(type, Math.abs(ticks));
    return NumberLabels.text(ticks * ticksOf(type, unit).doubleValue()) + " " + name(type, unit);
  }

  /// The length of one tick of the dtype, in a given unit.
  private static BigDecimal ticksOf(TimeType type, TimeUnit unit) {
    BigDecimal multiple = BigDecimal.valueOf(type.multiple());
    return unit == type.unit()
        ? multiple
        : multiple
            .multiply(TimeMarks.seconds(type.unit()))
            .divide(TimeMarks.seconds(unit), MathContext.DECIMAL64);
  }

  /// The largest absolute value of a range, in ticks of the dtype.
  private static double most(Contrast range, long origin) {
    return Math.max(Math.abs(range.low() + origin), Math.abs(range.high() + origin));
  }

  private static TimeUnit suitable(TimeType type, double most) {
    if (type.unit() == TimeUnit.YEAR
        || type.unit() == TimeUnit.MONTH
        || type.unit() == TimeUnit.GENERIC) {
      return type.unit();
    }
    double seconds = most * type.multiple() * TimeMarks.seconds(type.unit()).doubleValue();
    for (TimeUnit unit : UNITS) {
      if (seconds >= 2 * TimeMarks.seconds(unit).doubleValue()) {
        return unit;
      }
    }
    return type.unit();
  }

  /// The plural name of the unit of the labels.
  static String unit(TimeType type, long origin, Contrast range) {
    return name(type, suitable(type, most(range, origin)));
  }

  private static String name(TimeType type, TimeUnit unit) {
    return unit == TimeUnit.GENERIC
        ? TicksText.units(type)
        : unit.name().toLowerCase(Locale.ROOT) + "s";
  }
}
