package io.ndmap.picture.figure;

import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.value.TicksText;
import java.util.List;
import java.util.Optional;

/// The meaning and the format of values.
///
/// @param name the name of the values, such as `mean`
/// @param time the dtype if the values are times; values are then numbers of ticks of this dtype
/// @param origin for times, the tick of the dtype that the value 0 stands for; 0 for numbers. The
///   origin keeps values small: a `double` cannot represent today's date in nanoseconds exactly.
public record ValueScale(String name, Optional<TimeType> time, long origin) {

  /// Returns a scale of numbers.
  ///
  /// @param name the name of the values
  /// @return the scale
  public static ValueScale ofNumbers(String name) {
    return new ValueScale(name, Optional.empty(), 0);
  }

  /// Returns a scale of datetimes or timedeltas.
  ///
  /// @param name the name of the values
  /// @param time the dtype of the values
  /// @param origin the tick of the dtype that the value 0 stands for
  /// @return the scale
  public static ValueScale ofTimes(String name, TimeType time, long origin) {
    return new ValueScale(name, Optional.of(time), origin);
  }

  /// Whether values are datetimes with a unit, and so have a date.
  boolean isCalendar() {
    return time.isPresent()
        && time.get().kind() == TimeType.Kind.DATETIME
        && time.get().unit() != TimeUnit.GENERIC;
  }

  /// Formats a value: a number with at most six digits, a datetime in ISO 8601, a timedelta in a
  /// suitable unit. NaN is `nan`, or `NaT` for times.
  ///
  /// @param value any number
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
      return TicksText.datetime(type, TimeMarks.ticks(origin, value));
    }
    return SpanMarks.text(type, origin + value);
  }

  /// Returns ticks at round values: for datetimes at round dates and times of day, for timedeltas
  /// at round numbers of a suitable unit.
  ///
  /// @param range the ends of the scale
  /// @param most the approximate maximum number of ticks, at least 1
  /// @return the ticks in ascending order
  public List<Tick> ticks(Contrast range, int most) {
    if (time.isEmpty()) {
      return TickMarks.ofNumbers(range, most);
    }
    return isCalendar()
        ? TimeMarks.ofDates(time.get(), origin, range, most)
        : SpanMarks.of(time.get(), origin, range, most);
  }

  /// The part of the values that the labels omit, to be written after the name of the axis: the
  /// unit of timedeltas, the date or the year of datetimes. Empty for numbers.
  ///
  /// @param range the ends of the scale
  /// @return the text in parentheses after a space, or an empty string
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
