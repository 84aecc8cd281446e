package io.ndmap.serve.api;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.format.json.JsonNumbers;
import io.ndmap.format.json.StatisticsValues;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Histogram;
import io.ndmap.picture.Overview;
import io.ndmap.picture.Sample;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Computes statistics of a selection.
final class Summaries {

  private static final int MOST_BINS = 65_536;
  private static final int MOST_PERCENTILES = 1_000;

  /// The maximum number of rows and of columns of cells of a sample.
  private static final int SAMPLE_CELLS = 64;

  /// The seed of samples, so that equal requests have equal results.
  private static final long SEED = 1;

  private Summaries() {}

  /// Computes the result of `/stats`.
  static ResultCache.Result stats(NdView<?> items, Call call) throws IOException {
    requireNumbers(items);
    Map<String, Optional<Object>> values = StatisticsValues.of(items.dtype(), items.statistics());
    return json(
        json -> {
          for (Map.Entry<String, Optional<Object>> value : values.entrySet()) {
            StatisticsValues.write(json.name(value.getKey()), value.getValue());
          }
        });
  }

  /// Computes the result of `/histogram`.
  static ResultCache.Result histogram(NdView<?> items, Call call) throws IOException {
    requireNumbers(items);
    if (items.dtype() instanceof TimeType) {
      throw new DTypeException("elements of " + items.dtype() + " are times, not numbers");
    }
    int bins = (int) Parameters.number(call, "bins", 50, 1, MOST_BINS);
    Optional<double[]> range = Parameters.pair(call, "range");
    Histogram counted =
        range.isPresent()
            ? items.histogram(bins, range.get()[0], range.get()[1])
            : items.nanHistogram(bins);
    ScalarKind kind = ((ScalarType) counted.dtype()).kind();
    return json(
        json -> {
          json.name("counts").beginArray();
          for (long count : counted.counts()) {
            json.value(count);
          }
          json.endArray().name("edges").beginArray();
          for (double edge : counted.edges()) {
            JsonNumbers.write(json, kind, edge);
          }
          json.endArray();
          json.name("outside").value(counted.outside());
          json.name("nan").value(counted.nan());
        });
  }

  /// Computes the result of `/percentiles`.
  static ResultCache.Result percentiles(NdView<?> items, Call call) throws IOException {
    double[] q = Parameters.doubles(call, "q", MOST_PERCENTILES).orElse(new double[] {1, 99});
    ComplexPart part = Parameters.part(call);
    NdView<?> plane = plane(items);
    if (plane.itemCount() == 0) {
      return json(json -> percentiles(json, Optional.empty(), q));
    }
    Sample sample = Overview.of(plane, part).sample(SAMPLE_CELLS, SAMPLE_CELLS, SEED);
    return json(json -> percentiles(json, Optional.of(sample), q));
  }

  private static void percentiles(JsonWriter json, Optional<Sample> sample, double... q)
      throws IOException {
    json.name("q").beginArray();
    for (double percent : q) {
      JsonNumbers.write(json, percent);
    }
    json.endArray().name("values").beginArray();
    for (double percent : q) {
      double value = sample.isEmpty() ? Double.NaN : sample.get().percentile(percent);
      JsonNumbers.write(json, value);
    }
    json.endArray();
    JsonNumbers.write(json.name("sampled"), sample.isEmpty() ? 1.0 : sample.get().cells().share());
  }

  /// Reshapes a view of any rank to one or two axes without copying elements.
  ///
  /// @throws Problem with 400 if the view has more than two axes and is not contiguous
  private static NdView<?> plane(NdView<?> items) {
    if (items.rank() == 0) {
      return items.newAxis(0);
    }
    if (items.rank() <= 2) {
      return items;
    }
    if (items.isContiguous(Order.C)) {
      return items.reshape(items.itemCount());
    }
    NdView<?> transposed = items.transpose();
    if (transposed.isContiguous(Order.C)) {
      return transposed.reshape(items.itemCount());
    }
    throw new Problem(
        400,
        "percentiles of a selection of shape "
            + items.shape()
            + " with gaps are not sampled: select one or two axes, or a whole array");
  }

  private static void requireNumbers(NdView<?> items) {
    if (items.dtype() instanceof ScalarType scalar && scalar.kind().isComplex()) {
      throw new DTypeException(
          "elements of " + items.dtype() + " are complex numbers; choose field=real or field=imag");
    }
    if (!(items.dtype() instanceof ScalarType || items.dtype() instanceof TimeType)) {
      throw new DTypeException(
          "elements of "
              + items.dtype()
              + " are neither numbers nor times; choose a field, if any");
    }
  }

  private static ResultCache.Result json(Json.Content content) throws IOException {
    return new ResultCache.Result(Json.TYPE, Map.of(), Json.object(content));
  }
}
