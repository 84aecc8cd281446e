package io.ndmap.cli.array;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.argument.QuantileList;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.dtype.DType;
import io.ndmap.format.json.JsonValues;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.Axes;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Reduction;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Statistics along axes, for each index of the other axes.
///
/// @param counts the number of elements that are not NaN
/// @param nan the number of elements that are NaN
/// @param min the minimum; unspecified where there are no numbers
/// @param max the maximum; unspecified where there are no numbers
/// @param sum the sum, with NumPy's dtype for sums; integers wrap at 64 bits
/// @param mean the mean; NaN where there are no numbers
/// @param std the population standard deviation; NaN where there are no numbers
/// @param quantiles the quantiles by their text in the request; NaN where there are no numbers
record AxisStatistics(
    NdView<?> counts,
    NdView<?> nan,
    NdView<?> min,
    NdView<?> max,
    NdView<?> sum,
    NdView<?> mean,
    NdView<?> std,
    Map<String, NdView<?>> quantiles) {

  /// The number of passes of [#of] over the elements, without the passes for the quantiles.
  static final int PASSES = 6;

  private static final List<Reduction> PLAIN =
      List.of(Reduction.MIN, Reduction.MAX, Reduction.SUM, Reduction.MEAN, Reduction.STD);

  private static final List<Reduction> IGNORING_NAN =
      List.of(
          Reduction.NAN_MIN,
          Reduction.NAN_MAX,
          Reduction.NAN_SUM,
          Reduction.NAN_MEAN,
          Reduction.NAN_STD);

  /// The maximum number of bytes of a slab, which stays in memory for the last five passes.
  private static final long SLAB = 32L << 20;

  private static NdView<?> integers(long[] values, Shape shape) {
    return NdView.of(MemorySegment.ofArray(values), DType.INT64, shape, Order.C, Backing.MEMORY);
  }

  /// Computes the statistics in several passes. The first pass counts the numbers, because
  /// reductions are faster if they need not check for NaN. If the axis with the largest stride is
  /// kept, the other passes run slab by slab along that axis, so that the disk is read only twice.
  /// Otherwise each pass reads from disk what does not fit into memory.
  ///
  /// @param axes the axes to reduce, from 0 to rank - 1, each once
  static AxisStatistics of(NdView<?> view, QuantileList requested, int... axes) {
    NdView<?> counts = view.reduce(Reduction.COUNT, axes);
    long all = 1;
    for (int axis : axes) {
      all *= view.size(axis);
    }
    long[] nan = counts.as(LongView.class).toArray();
    boolean some = false;
    for (int i = 0; i < nan.length; i++) {
      nan[i] = all - nan[i];
      some |= nan[i] > 0;
    }
    // An empty array has no minimum and no maximum.
    List<NdView<?>> rest =
        all == 0 ? nothing(view, counts, axes) : inSlabs(view, some ? IGNORING_NAN : PLAIN, axes);
    return new AxisStatistics(
        counts,
        integers(nan, counts.shape()),
        rest.get(0),
        rest.get(1),
        rest.get(2),
        rest.get(3),
        rest.get(4),
        quantiles(view, requested, axes));
  }

  private static Map<String, NdView<?>> quantiles(
      NdView<?> view, QuantileList requested, int... axes) {
    Map<String, NdView<?>> quantiles = new LinkedHashMap<>();
    if (!requested.names().isEmpty()) {
      NdView<?> all = view.nanQuantile(QuantileMethod.LINEAR, Axes.of(axes), requested.numbers());
      for (int k = 0; k < requested.names().size(); k++) {
        quantiles.put(requested.names().get(k), all.index(0, k));
      }
    }
    return quantiles;
  }

  /// The statistics of an empty array. The counts, all 0, stand for its minimum and its maximum,
  /// which do not exist.
  private static List<NdView<?>> nothing(NdView<?> view, NdView<?> counts, int... axes) {
    List<NdView<?>> rest = reduce(view, PLAIN.subList(2, PLAIN.size()), axes);
    return List.of(counts, counts, rest.get(0), rest.get(1), rest.get(2));
  }

  private static List<NdView<?>> inSlabs(NdView<?> view, List<Reduction> reductions, int... axes) {
    int slowest = slowestAxis(view);
    boolean isReduced = Arrays.stream(axes).anyMatch(axis -> axis == slowest);
    if (slowest < 0 || isReduced) {
      return reduce(view, reductions, axes);
    }
    long most = Math.max(1, SLAB / Math.abs(view.strided().stride(slowest)));
    long size = view.size(slowest);
    if (size <= most) {
      return reduce(view, reductions, axes);
    }
    int kept = slowest - (int) Arrays.stream(axes).filter(axis -> axis < slowest).count();
    List<NdView<?>> whole = List.of();
    for (long first = 0; first < size; first += most) {
      long end = Math.min(size, first + most);
      List<NdView<?>> some = reduce(view.slice(slowest, first, end, 1), reductions, axes);
      if (first == 0) {
        whole = some.stream().<NdView<?>>map(each -> zeros(each, kept, size)).toList();
      }
      for (int k = 0; k < some.size(); k++) {
        some.get(k).copyTo(whole.get(k).slice(kept, first, end, 1));
      }
    }
    return whole;
  }

  private static List<NdView<?>> reduce(NdView<?> view, List<Reduction> reductions, int... axes) {
    return reductions.stream().<NdView<?>>map(each -> view.reduce(each, axes)).toList();
  }

  /// Returns the axis with the largest stride among the axes of more than one element, or -1 if
  /// there is none.
  private static int slowestAxis(NdView<?> view) {
    int slowest = -1;
    long longest = 0;
    for (int axis = 0; axis < view.rank(); axis++) {
      long stride = Math.abs(view.strided().stride(axis));
      if (view.size(axis) > 1 && stride > longest) {
        slowest = axis;
        longest = stride;
      }
    }
    return slowest;
  }

  /// Returns an array of zeros for the results of all slabs, with the dtype of one slab's results.
  private static NdView<?> zeros(NdView<?> results, int axis, long size) {
    long[] sizes = results.shape().toArray();
    sizes[axis] = size;
    Shape shape = Shape.of(sizes);
    int bytes = Math.toIntExact(shape.byteSize(results.dtype().itemsize()));
    return NdView.of(
        MemorySegment.ofArray(new byte[bytes]), results.dtype(), shape, Order.C, Backing.MEMORY);
  }

  /// Writes each statistic as a member of a JSON object: a nested list, with null for missing
  /// values.
  void write(JsonLine line) throws IOException {
    write(line.value("count"), counts, false);
    write(line.value("nan"), nan, false);
    write(line.value("min"), min, true);
    write(line.value("max"), max, true);
    write(line.value("sum"), sum, false);
    write(line.value("mean"), mean, true);
    write(line.value("std"), std, true);
    if (!quantiles.isEmpty()) {
      JsonWriter json = line.value("quantiles").beginObject();
      for (Map.Entry<String, NdView<?>> quantile : quantiles.entrySet()) {
        write(json.name(quantile.getKey()), quantile.getValue(), true);
      }
      json.endObject();
    }
  }

  /// @param ofNumbers whether the values are missing where there are no numbers
  private void write(JsonWriter json, NdView<?> values, boolean ofNumbers) throws IOException {
    if (ofNumbers) {
      JsonValues.writeWhere(counts, values, json);
    } else {
      JsonValues.write(values, json, JsonValues.LIMIT);
    }
  }

  /// Returns each statistic in NumPy's print format.
  String text() {
    StringBuilder text = new StringBuilder();
    boolean some = counts.countNonZero() > 0;
    append(text, "count", counts.toString());
    append(text, "nan", nan.toString());
    append(text, "min", some ? min.toString() : "-");
    append(text, "max", some ? max.toString() : "-");
    append(text, "sum", sum.toString());
    append(text, "mean", some ? mean.toString() : "-");
    append(text, "std", some ? std.toString() : "-");
    quantiles.forEach((name, values) -> append(text, "q" + name, some ? values.toString() : "-"));
    return text.toString();
  }

  private static void append(StringBuilder text, String name, String values) {
    text.append(String.format("%-6s %s%n", name, values.indent(7).strip()));
  }
}
