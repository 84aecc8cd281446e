package io.ndmap.cli;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.nd.NdView;
import io.ndmap.nd.NumberText;
import io.ndmap.nd.Statistics;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A histogram.
///
/// @param counts how many numbers are in each bin
/// @param edges where the bins begin, and the end of the last, which belongs to it
/// @param outside how many numbers are in none, NaN among them
record Bins(long[] counts, double[] edges, long outside) {

  private static final int BAR = 40;

  /// @param range from the smallest to the largest number if there is none
  /// @throws IllegalArgumentException if one of these is infinite
  static Bins of(NdView<?> view, int bins, Optional<Range> range) {
    Range reach = range.orElseGet(() -> extremes(view));
    if (reach.low() == reach.high()) {
      // As NumPy does.
      reach = new Range(reach.low() - 0.5, reach.high() + 0.5);
    }
    long[] counts = view.histogram(bins, reach.low(), reach.high());
    return new Bins(
        counts, edges(bins, reach), view.itemCount() - Arrays.stream(counts).sum());
  }

  private static Range extremes(NdView<?> view) {
    Statistics statistics = Statistics.of(view);
    double low = statistics.min().map(Number::doubleValue).orElse(0.0);
    double high = statistics.max().map(Number::doubleValue).orElse(1.0);
    if (Double.isInfinite(low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException(
          "the numbers reach from " + text(low) + " to " + text(high) + "; choose a --range LO,HI");
    }
    return new Range(low, high);
  }

  /// As `numpy.linspace` computes them.
  private static double[] edges(int bins, Range reach) {
    double width = (reach.high() - reach.low()) / bins;
    double[] edges = new double[bins + 1];
    for (int i = 0; i < bins; i++) {
      edges[i] = i * width + reach.low();
    }
    edges[bins] = reach.high();
    return edges;
  }

  void write(JsonLine line) throws IOException {
    line.numbers("counts", counts);
    JsonWriter json = line.value("edges").beginArray();
    for (double edge : edges) {
      JsonLine.write(json, ScalarKind.FLOAT64, edge);
    }
    json.endArray();
    line.number("outside", outside);
  }

  /// A line for each bin, with a bar as long as it is full.
  String text() {
    String[] ends = Arrays.stream(edges).mapToObj(Bins::text).toArray(String[]::new);
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

  private static String text(double number) {
    return NumberText.shortest(ScalarKind.FLOAT64, number);
  }
}
