package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.format.json.JsonNumbers;
import io.ndmap.op.Histogram;
import io.ndmap.value.NumberText;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/// Formats a histogram as JSON or as bars.
final class HistogramReport {

  /// The length of the longest bar, in characters.
  private static final int BAR = 40;

  private final ScalarKind kind;
  private final double[] edges;
  private final long[] counts;
  private final long outside;

  /// @param histogram the histogram; NaN is counted as outside all bins
  HistogramReport(Histogram histogram) {
    this.kind = ((ScalarType) histogram.dtype()).kind();
    this.edges = histogram.edges();
    this.counts = histogram.counts();
    this.outside = histogram.outside() + histogram.nan();
  }

  /// Writes the members `counts`, `edges` and `outside` of a JSON object.
  void write(JsonLine line) throws IOException {
    line.numbers("counts", counts);
    JsonWriter json = line.value("edges").beginArray();
    for (double edge : edges) {
      JsonNumbers.write(json, kind, edge);
    }
    json.endArray();
    line.number("outside", outside);
  }

  /// Returns one line per bin, with a bar proportional to its count, and a last line for the
  /// numbers outside all bins, if there are any.
  String text() {
    String[] ends =
        Arrays.stream(edges)
            .mapToObj(edge -> NumberText.shortest(kind, edge))
            .toArray(String[]::new);
    int width = Arrays.stream(ends).mapToInt(String::length).max().orElse(0);
    long most = Math.max(1, Arrays.stream(counts).max().orElse(0));
    int digits = Long.toString(Math.max(most, outside)).length();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < counts.length; i++) {
      String line =
          String.format(
              Locale.ROOT,
              "[%" + width + "s, %" + width + "s%s  %" + digits + "d  %s",
              ends[i],
              ends[i + 1],
              i == counts.length - 1 ? "]" : ")",
              counts[i],
              "#".repeat((int) Math.round((double) counts[i] / most * BAR)));
      text.append(line.stripTrailing()).append('\n');
    }
    if (outside > 0) {
      text.append(
          String.format(
              Locale.ROOT, "%-" + (2 * width + 4) + "s  %" + digits + "d%n", "outside", outside));
    }
    return text.toString();
  }
}
