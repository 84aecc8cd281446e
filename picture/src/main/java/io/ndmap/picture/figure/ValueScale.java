package io.ndmap.picture.figure;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.value.TicksText;
import java.util.List;
import java.util.Optional;

/// The meaning of values, and how they are written.
///
/// @param name what they are, such as `mean`
/// @param time the dtype of times: values are then counts of its ticks
/// @param origin the tick that the value 0 stands for: a double has no digits for today in
///   nanoseconds; 0 for numbers
public record ValueScale(String name, Optional<TimeType> time, long origin) {

  /// Numbers.
  ///
  /// @param name of the values
  /// @return the scale
  public static ValueScale ofNumbers(String name) {
    return new ValueScale(name, Optional.empty(), 0);
  }

  /// Datetimes or timedeltas.
  ///
  /// @param name of the values
  /// @param time their dtype
  /// @param origin the tick that the value 0 stands for
  /// @return the scale
  public static ValueScale ofTimes(String name, TimeType time, long origin) {
    return new ValueScale(name, Optional.of(time), origin);
  }

  /// Whether values are points in time that have a calendar.
  boolean isCalendar() {
    return time.isPresent()
        && time.get().kind() == TimeType.Kind.DATETIME
        && time.get().unit() != TimeUnit.GENERIC;
  }

  /// A value: a number in six digits, a datetime by ISO 8601, a timedelta in a unit that suits it.
  /// NaN is `nan`, of times `NaT`.
  ///
  /// @param value a finite number
  /// @return the text
  public String text(double value) {
    if (time.isEmpty() || Double.isInfinite(value)) {
      return NumberLabels.text(value);
    }
    if (Double.isNaN(value)) {
      return "NaT";
    }
    TimeType type = time.get();
    if (type.kind() == TimeType.Kind.DATETIME) {
      return TicksText.datetime(type, origin + Math.round(value));
    }
    return SpanMarks.text(type, origin + value);
  }

  /// Ticks at round values: of datetimes at round times and dates, of timedeltas at round numbers
  /// of a unit that suits them.
  ///
  /// @param range the ends of the scale
  /// @param most about how many there may be, at least 1
  /// @return the ticks, in ascending order
  public List<Tick> ticks(Contrast range, int most) {
    if (time.isEmpty()) {
      return TickMarks.ofNumbers(range, most);
    }
    return isCalendar()
        ? TimeMarks.ofDates(time.get(), origin, range, most)
        : SpanMarks.of(time.get(), origin, range, most);
  }

  /// The part that the ticks' labels leave out, to be written after the name: the unit of
  /// timedeltas, the date or the year of times. Empty for numbers.
  ///
  /// @param range the ends of the scale
  /// @return the text
  public String context(Contrast range) {
    if (time.isEmpty()) {
      return "";
    }
    String left =
        isCalendar()
            ? TimeMarks.context(time.get(), origin, range)
            : SpanMarks.unit(time.get(), origin, range);
    return left.isEmpty() ? "" : " (" + left + ")";
  }
}
