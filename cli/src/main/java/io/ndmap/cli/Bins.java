package io.ndmap.cli;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.nd.Backing;
import io.ndmap.nd.Casting;
import io.ndmap.nd.Execution;
import io.ndmap.nd.NdView;
import io.ndmap.nd.NumberText;
import io.ndmap.nd.Order;
import io.ndmap.nd.Statistics;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Bins of equal width, and how many numbers are in each.
///
/// Counts and edges are those of `numpy.histogram`, whose edges have the precision of the items
/// where these are `f2` or `f4`: a bin holds the numbers from its lower edge on that are below its
/// upper one, the last bin the upper one too.
final class Bins {

  private static final int BLOCK = 1 << 15;
  private static final int BAR = 40;

  private final ScalarKind kind;
  private final double[] edges;
  private final double scale;
  private final long[] counts;
  private long outside;

  /// @param kind of the edges
  private Bins(ScalarKind kind, double... edges) {
    this.kind = kind;
    this.edges = edges;
    this.counts = new long[edges.length - 1];
    this.scale = counts.length / (edges[counts.length] - edges[0]);
  }

  /// Counts.
  ///
  /// @param view real numbers
  /// @param range from where to where; from the smallest to the largest number if there is none
  /// @throws IllegalArgumentException if one of these is infinite
  static Bins of(NdView<?> view, int count, Optional<Range> range, Progress progress) {
    ScalarKind kind =
        view.dtype() instanceof ScalarType scalar
                && (scalar.kind() == ScalarKind.FLOAT16 || scalar.kind() == ScalarKind.FLOAT32)
            ? scalar.kind()
            : ScalarKind.FLOAT64;
    Range reach = range.orElseGet(() -> extremes(view));
    if (reach.low() == reach.high()) {
      reach = new Range(reach.low() - 0.5, reach.high() + 0.5);
    }
    Bins bins = new Bins(kind, edges(kind, count, reach, range.isPresent()));
    // In whatever order they stand in memory.
    NdView<?> items = view.on(Execution.SEQUENTIAL).transpose(axesByStride(view));
    Behind behind = new Behind(items);
    int itemsize = view.dtype().itemsize();
    double[] numbers = new double[(int) Math.min(BLOCK, view.itemCount())];
    MemorySegment memory = MemorySegment.ofArray(numbers);
    items.forEachBlock(
        BLOCK,
        block -> {
          block.copyTo(
              NdView.of(memory, DType.FLOAT64, block.shape(), Order.C, Backing.MEMORY),
              Casting.UNSAFE);
          bins.add(numbers, (int) block.itemCount());
          behind.advance(block.itemCount() * itemsize);
          progress.advance(block.itemCount() * itemsize);
        });
    return bins;
  }

  private static int[] axesByStride(NdView<?> view) {
    return IntStream.range(0, view.rank())
        .boxed()
        .sorted(
            Comparator.comparingLong((Integer k) -> Math.abs(view.strided().stride(k))).reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static Range extremes(NdView<?> view) {
    Statistics statistics = Statistics.of(view);
    double low = statistics.min().map(Number::doubleValue).orElse(0.0);
    double high = statistics.max().map(Number::doubleValue).orElse(1.0);
    if (Double.isInfinite(low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException(
          "the numbers reach from "
              + NumberText.shortest(ScalarKind.FLOAT64, low)
              + " to "
              + NumberText.shortest(ScalarKind.FLOAT64, high)
              + "; choose a --range LO,HI");
    }
    return new Range(low, high);
  }

  /// As `numpy.linspace` computes them: in the precision of the ends, which is that of the items
  /// where they are items.
  private static double[] edges(ScalarKind kind, int count, Range reach, boolean given) {
    ScalarKind precision = given ? ScalarKind.FLOAT64 : kind;
    double width = rounded(precision, reach.high() - reach.low());
    double step = rounded(precision, width / count);
    double[] edges = new double[count + 1];
    for (int i = 0; i < count; i++) {
      double distance = rounded(precision, i * step);
      edges[i] = rounded(kind, rounded(precision, distance + reach.low()));
    }
    edges[count] = rounded(kind, reach.high());
    return edges;
  }

  private static double rounded(ScalarKind kind, double number) {
    return switch (kind) {
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) number));
      case FLOAT32 -> (float) number;
      default -> number;
    };
  }

  private void add(double[] numbers, int length) {
    int last = counts.length - 1;
    double low = edges[0];
    double high = edges[last + 1];
    for (int i = 0; i < length; i++) {
      double number = numbers[i];
      if (number >= low && number <= high) {
        int bin = Math.clamp((long) ((number - low) * scale), 0, last);
        // The division may miss by a rounding error; the edges decide.
        while (bin > 0 && number < edges[bin]) {
          bin--;
        }
        while (bin < last && number >= edges[bin + 1]) {
          bin++;
        }
        counts[bin]++;
      } else {
        outside++;
      }
    }
  }

  /// The members of an object.
  void write(JsonLine line) throws IOException {
    line.numbers("counts", counts);
    JsonWriter json = line.value("edges").beginArray();
    for (double edge : edges) {
      JsonLine.write(json, kind, edge);
    }
    json.endArray();
    line.number("outside", outside);
  }

  /// A line for each bin, with a bar as long as the bin is full.
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
