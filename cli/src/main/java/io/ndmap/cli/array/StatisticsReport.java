package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.argument.QuantileList;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.nd.Axes;
import io.ndmap.nd.NdView;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Statistics;
import io.ndmap.value.NumberText;
import io.ndmap.value.TicksText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Statistics of all items, formatted as a table or as JSON: a `Number` for each, of times a
/// `String`.
///
/// Dates have no sum; their mean is cut to whole ticks. Means and deviations of times have a
/// fraction of their unit.
///
/// @param values by their names
/// @param quantiles by the text that asked for them
record StatisticsReport(
    Map<String, Optional<Object>> values, Map<String, Optional<Object>> quantiles) {

  /// Computes them, in one pass and those that quantiles need.
  static StatisticsReport of(NdView<?> view, QuantileList asked) {
    Statistics statistics = view.statistics();
    Map<String, Optional<Object>> quantiles = new LinkedHashMap<>();
    List<Optional<Object>> found = quantiles(view, statistics, asked.numbers());
    for (int k = 0; k < found.size(); k++) {
      quantiles.put(asked.names().get(k), found.get(k));
    }
    return new StatisticsReport(
        view.dtype() instanceof TimeType time ? ofTimes(time, statistics) : ofNumbers(statistics),
        quantiles);
  }

  private static List<Optional<Object>> quantiles(
      NdView<?> view, Statistics statistics, double... q) {
    if (statistics.count() == 0) {
      return Arrays.stream(q).mapToObj(_ -> Optional.empty()).toList();
    }
    return view.dtype() instanceof TimeType time
        ? view.nanQuantile(QuantileMethod.LINEAR, Axes.all(), q)
            .longs()
            .mapToObj(ticks -> Optional.<Object>of(text(time, ticks)))
            .toList()
        : Arrays.stream(view.nanQuantile(q)).mapToObj(Optional::<Object>of).toList();
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

  private static String text(TimeType time, long ticks) {
    return time.kind() == TimeType.Kind.DATETIME
        ? TicksText.datetime(time, ticks)
        : TicksText.timedelta(time, ticks);
  }

  private static String span(TimeType time, BigDecimal ticks) {
    return ticks.multiply(BigDecimal.valueOf(time.multiple())).toPlainString()
        + " "
        + TicksText.units(time);
  }

  /// A span with a fraction; a double has no digits for more.
  private static String span(TimeType time, double ticks) {
    return NumberText.shortest(ScalarKind.FLOAT64, ticks * time.multiple())
        + " "
        + TicksText.units(time);
  }

  /// The members of an object; what has no value is null.
  void write(JsonLine line) throws IOException {
    for (Map.Entry<String, Optional<Object>> value : values.entrySet()) {
      write(line.value(value.getKey()), value.getValue());
    }
    if (!quantiles.isEmpty()) {
      JsonWriter json = line.value("quantiles").beginObject();
      for (Map.Entry<String, Optional<Object>> quantile : quantiles.entrySet()) {
        write(json.name(quantile.getKey()), quantile.getValue());
      }
      json.endObject();
    }
  }

  private static void write(JsonWriter json, Optional<Object> value) throws IOException {
    if (value.isEmpty()) {
      json.nullValue();
    } else if (value.get() instanceof Number number) {
      JsonLine.write(json, number);
    } else {
      json.value(value.get().toString());
    }
  }

  /// A line for each.
  String table() {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> row(text, name, value));
    quantiles.forEach((name, value) -> row(text, "q" + name, value));
    return text.toString();
  }

  private static void row(StringBuilder text, String name, Optional<Object> value) {
    text.append(String.format("%-6s %s%n", name, value.map(StatisticsReport::text).orElse("-")));
  }

  private static String text(Object value) {
    return value instanceof Double number
        ? NumberText.shortest(ScalarKind.FLOAT64, number)
        : value.toString();
  }
}
