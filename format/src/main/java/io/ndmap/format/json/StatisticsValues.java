package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Statistics;
import io.ndmap.value.NumberText;
import io.ndmap.value.TicksText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Statistics by name. A value is a `Number`; for times, all but the counts are a `String`. A value
/// that is missing is empty.
///
/// Datetimes have no sum, and their mean is rounded toward zero to a whole number of ticks. Means
/// and standard deviations of timedeltas may have a fraction of the unit.
public final class StatisticsValues {

  private StatisticsValues() {}

  /// Returns the statistics of elements of a dtype.
  public static Map<String, Optional<Object>> of(DType dtype, Statistics statistics) {
    return dtype instanceof TimeType time ? ofTimes(time, statistics) : ofNumbers(statistics);
  }

  private static Map<String, Optional<Object>> ofNumbers(Statistics statistics) {
    boolean some = statistics.count() > 0;
    Map<String, Optional<Object>> values = counts(statistics);
    values.put("min", statistics.min().map(Object.class::cast));
    values.put("max", statistics.max().map(Object.class::cast));
    values.put("sum", Optional.of(statistics.sum()));
    values.put("mean", some ? Optional.of(statistics.mean()) : Optional.empty());
    values.put("std", some ? Optional.of(statistics.std()) : Optional.empty());
    return values;
  }

  private static Map<String, Optional<Object>> ofTimes(TimeType time, Statistics statistics) {
    boolean dates = time.kind() == TimeType.Kind.DATETIME;
    boolean some = statistics.count() > 0;
    BigInteger sum = new BigInteger(statistics.sum().toString());
    Map<String, Optional<Object>> values = counts(statistics);
    values.put("min", statistics.min().map(ticks -> text(time, ticks.longValue())));
    values.put("max", statistics.max().map(ticks -> text(time, ticks.longValue())));
    values.put("sum", dates ? Optional.empty() : Optional.of(span(time, new BigDecimal(sum))));
    Object mean =
        some && dates
            ? text(time, sum.divide(BigInteger.valueOf(statistics.count())).longValueExact())
            : span(time, statistics.mean());
    values.put("mean", some ? Optional.of(mean) : Optional.empty());
    values.put("std", some ? Optional.of(span(time, statistics.std())) : Optional.empty());
    return values;
  }

  private static Map<String, Optional<Object>> counts(Statistics statistics) {
    Map<String, Optional<Object>> values = new LinkedHashMap<>();
    values.put("count", Optional.of(statistics.count()));
    values.put("nan", Optional.of(statistics.nan()));
    return values;
  }

  /// Returns a time as text.
  public static String text(TimeType time, long ticks) {
    return time.kind() == TimeType.Kind.DATETIME
        ? TicksText.datetime(time, ticks)
        : TicksText.timedelta(time, ticks);
  }

  private static String span(TimeType time, BigDecimal ticks) {
    return ticks.multiply(BigDecimal.valueOf(time.multiple())).toPlainString()
        + " "
        + TicksText.units(time);
  }

  /// Returns a timedelta with a fraction, in the shortest text that reads back as the same double.
  private static String span(TimeType time, double ticks) {
    return NumberText.shortest(ScalarKind.FLOAT64, ticks * time.multiple())
        + " "
        + TicksText.units(time);
  }

  /// Writes a statistic; a missing value is null.
  public static void write(JsonWriter json, Optional<Object> value) throws IOException {
    if (value.isEmpty()) {
      json.nullValue();
    } else if (value.get() instanceof Number number) {
      JsonNumbers.write(json, number);
    } else {
      json.value(value.get().toString());
    }
  }
}
