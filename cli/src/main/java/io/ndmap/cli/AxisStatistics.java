package io.ndmap.cli;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.nd.Backing;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Order;
import io.ndmap.nd.Reduction;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// What an array's numbers along some axes amount to, for each place on the others.
///
/// @param counts how many numbers there are
/// @param nan how many are NaN
/// @param min the smallest number; where there is none, anything
/// @param max the largest number; where there is none, anything
/// @param sum of NumPy's dtype: that of integers wraps in 64 bits
/// @param mean where there are no numbers, NaN
/// @param std the population's standard deviation; where there are no numbers, NaN
record AxisStatistics(
    NdView<?> counts,
    NdView<?> nan,
    NdView<?> min,
    NdView<?> max,
    NdView<?> sum,
    NdView<?> mean,
    NdView<?> std) {

  /// How often the items are read: once for each but [#nan].
  static final int PASSES = 6;

  /// @param axes from 0 to rank - 1, each once
  static AxisStatistics of(NdView<?> view, int... axes) {
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
    // Who need not look for NaN is faster.
    return new AxisStatistics(
        counts,
        NdView.of(MemorySegment.ofArray(nan), DType.INT64, counts.shape(), Order.C, Backing.MEMORY),
        // Of nothing there is no extreme.
        all == 0 ? counts : view.reduce(some ? Reduction.NAN_MIN : Reduction.MIN, axes),
        all == 0 ? counts : view.reduce(some ? Reduction.NAN_MAX : Reduction.MAX, axes),
        view.reduce(some ? Reduction.NAN_SUM : Reduction.SUM, axes),
        view.reduce(some ? Reduction.NAN_MEAN : Reduction.MEAN, axes),
        view.reduce(some ? Reduction.NAN_STD : Reduction.STD, axes));
  }

  /// The members of an object, nested lists; what there is none of is null.
  void write(JsonLine line) throws IOException {
    write(line.value("count"), counts, false);
    write(line.value("nan"), nan, false);
    write(line.value("min"), min, true);
    write(line.value("max"), max, true);
    write(line.value("sum"), sum, false);
    write(line.value("mean"), mean, true);
    write(line.value("std"), std, true);
  }

  private void write(JsonWriter json, NdView<?> values, boolean ofNumbers) throws IOException {
    if (ofNumbers) {
      JsonValues.writeWhere(counts, values, json);
    } else {
      JsonValues.write(values, json, GetCommand.JSON_LIMIT);
    }
  }

  /// Each as NumPy prints it.
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
    return text.toString();
  }

  private static void append(StringBuilder text, String name, String values) {
    text.append(String.format("%-6s %s%n", name, values.indent(7).strip()));
  }
}
