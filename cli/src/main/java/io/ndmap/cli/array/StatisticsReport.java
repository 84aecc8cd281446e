package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.argument.QuantileList;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.format.json.StatisticsValues;
import io.ndmap.nd.Axes;
import io.ndmap.nd.NdView;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Statistics;
import io.ndmap.value.NumberText;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Statistics of all elements, formatted as a table or as JSON (see [StatisticsValues]).
///
/// @param values the statistics by name
/// @param quantiles the quantiles by their text in the request
record StatisticsReport(
    Map<String, Optional<Object>> values, Map<String, Optional<Object>> quantiles) {

  /// Computes the statistics in one pass, and the quantiles in further passes.
  static StatisticsReport of(NdView<?> view, QuantileList requested) {
    Statistics statistics = view.statistics();
    Map<String, Optional<Object>> quantiles = new LinkedHashMap<>();
    List<Optional<Object>> found = quantiles(view, statistics, requested.numbers());
    for (int k = 0; k < found.size(); k++) {
      quantiles.put(requested.names().get(k), found.get(k));
    }
    return new StatisticsReport(StatisticsValues.of(view.dtype(), statistics), quantiles);
  }

  private static List<Optional<Object>> quantiles(
      NdView<?> view, Statistics statistics, double... q) {
    if (statistics.count() == 0) {
      return Arrays.stream(q).mapToObj(_ -> Optional.empty()).toList();
    }
    return view.dtype() instanceof TimeType time
        ? view.nanQuantile(QuantileMethod.LINEAR, Axes.all(), q)
            .longs()
            .mapToObj(ticks -> Optional.<Object>of(StatisticsValues.text(time, ticks)))
            .toList()
        : Arrays.stream(view.nanQuantile(q)).mapToObj(Optional::<Object>of).toList();
  }

  /// Returns a statistic as a double; empty if it has no value or is not a number.
  Optional<Double> number(String name) {
    return values
        .getOrDefault(name, Optional.empty())
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).doubleValue());
  }

  /// Writes each statistic as a member of a JSON object; missing values are null.
  void write(JsonLine line) throws IOException {
    for (Map.Entry<String, Optional<Object>> value : values.entrySet()) {
      StatisticsValues.write(line.value(value.getKey()), value.getValue());
    }
    if (!quantiles.isEmpty()) {
      JsonWriter json = line.value("quantiles").beginObject();
      for (Map.Entry<String, Optional<Object>> quantile : quantiles.entrySet()) {
        StatisticsValues.write(json.name(quantile.getKey()), quantile.getValue());
      }
      json.endObject();
    }
  }

  /// Returns a table with one line per statistic.
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
