package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Histogram;
import io.ndmap.op.QuantileMethod;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Histograms, quantiles, medians and cumulative sums of random views have the bits of NumPy's,
/// whatever the number of threads; NaN is always the same one.
class LiveDistributionTest {

  private static final long SEED = 20_261_122;
  private static final int CASES = 600;
  private static final int MORE_CASES = 5000;

  private enum Op {
    HISTOGRAM,
    QUANTILE,
    MEDIAN,
    CUMSUM,
    QUANTILE_ALONG,
    MEDIAN_ALONG
  }

  private final Map<Op, Integer> seen = new EnumMap<>(Op.class);
  private int refused;

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(CASES);
  }

  @Tag("heavy")
  @Test
  void agreesWithNumpyInMoreCases() {
    agreesWithNumpy(MORE_CASES);
  }

  private void agreesWithNumpy(int cases) {
    LiveCases.allAgree("distributions.py", SEED, cases, this::check);
    for (Op op : Op.values()) {
      assertThat(seen.get(op)).as(op.name()).isGreaterThan(cases / 16);
    }
    assertThat(refused).isGreaterThan(cases / 40);
  }

  private void check(LiveCases.Case next, Arena arena) {
    JsonObject json = next.json();
    NdView<?> view = next.view("a", arena);
    if (!json.get("index").getAsString().isEmpty()) {
      view = view.slice(json.get("index").getAsString());
    }
    if (!json.get("perm").isJsonNull()) {
      view = view.transpose(ints(json.getAsJsonArray("perm")));
    }
    NdView<?> threaded = view.parallel(1 + next.number() % 3);
    Op op = Op.valueOf(json.get("op").getAsString().toUpperCase(java.util.Locale.ROOT));
    seen.merge(op, 1, Integer::sum);
    boolean error = json.has("error");
    refused += error ? 1 : 0;
    switch (op) {
      case HISTOGRAM -> {
        if (error) {
          assertThatThrownBy(() -> histogram(json, threaded))
              .isInstanceOf(IllegalArgumentException.class);
        } else {
          compare(json, histogram(json, threaded));
        }
      }
      case QUANTILE -> {
        if (error) {
          assertThatThrownBy(() -> quantile(json, threaded))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("there is no quantile of no elements");
        } else {
          assertThat(bits(quantile(json, threaded))).containsExactly(longs(json, "result"));
        }
      }
      case MEDIAN -> {
        double median =
            json.get("ignore").getAsBoolean() ? threaded.nanMedian() : threaded.median();
        assertThat(bits(median)).containsExactly(longs(json, "result"));
      }
      case CUMSUM -> cumSum(next, threaded);
      case QUANTILE_ALONG, MEDIAN_ALONG -> {
        if (error) {
          assertThatThrownBy(() -> along(op, json, threaded))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("there is no quantile of no elements");
          return;
        }
        NdView<?> found = along(op, json, threaded);
        assertThat(found.shape()).isEqualTo(Shape.of(longs(json, "shape")));
        assertThat(found.dtype()).isEqualTo(DType.parse(json.get("result_dtype").getAsString()));
        NdView<?> doubles = found.astype(DType.FLOAT64);
        assertThat(bits(((DoubleView) doubles).toArray())).containsExactly(longs(json, "result"));
      }
    }
  }

  private static Histogram histogram(JsonObject json, NdView<?> view) {
    int bins = json.get("bins").getAsInt();
    return switch (json.get("how").getAsString()) {
      case "auto" -> view.histogram(bins);
      case "nan" -> view.nanHistogram(bins);
      case "range" -> {
        double[] range = doubles(json, "range");
        yield view.histogram(bins, range[0], range[1]);
      }
      default -> view.histogram(doubles(json, "given"));
    };
  }

  private static void compare(JsonObject json, Histogram found) {
    assertThat(found.counts()).containsExactly(longs(json, "counts"));
    assertThat(bits(found.edges())).containsExactly(longs(json, "edges"));
    assertThat(bits(found.density())).containsExactly(longs(json, "density"));
    assertThat(found.dtype().withByteOrder(java.nio.ByteOrder.LITTLE_ENDIAN))
        .isEqualTo(
            DType.parse(json.get("edge_dtype").getAsString())
                .withByteOrder(java.nio.ByteOrder.LITTLE_ENDIAN));
    assertThat(found.bins()).isEqualTo(found.counts().length);
    if (!json.get("how").getAsString().equals("nan")) {
      assertThat(found.nan()).isEqualTo(json.get("nan").getAsLong());
    }
    assertThat(found.outside() + found.nan() + Arrays.stream(found.counts()).sum())
        .isEqualTo(
            json.get("size").getAsLong()
                + (json.get("how").getAsString().equals("nan") ? found.nan() : 0));
  }

  private static double[] quantile(JsonObject json, NdView<?> view) {
    QuantileMethod method = QuantileMethod.valueOf(json.get("method").getAsString());
    double[] q = doubles(json, "q");
    boolean ignore = json.get("ignore").getAsBoolean();
    if (json.get("single").getAsBoolean()) {
      return new double[] {
        (ignore
                ? view.nanQuantile(method, Axes.all(), q[0])
                : view.quantile(method, Axes.all(), q[0]))
            .getDouble()
      };
    }
    return (ignore ? view.nanQuantile(method, Axes.all(), q) : view.quantile(method, Axes.all(), q))
        .doubles()
        .toArray();
  }

  private static NdView<?> along(Op op, JsonObject json, NdView<?> view) {
    int[] axes = ints(json.getAsJsonArray("axes"));
    int axis = axes[0];
    int[] more = Arrays.copyOfRange(axes, 1, axes.length);
    QuantileMethod method = QuantileMethod.valueOf(json.get("method").getAsString());
    double[] q = doubles(json, "q");
    boolean ignore = json.get("ignore").getAsBoolean();
    if (op == Op.MEDIAN_ALONG) {
      return ignore ? view.nanMedian(axis, more) : view.median(axis, more);
    }
    Axes along = Axes.of(axes);
    if (json.get("single").getAsBoolean()) {
      return ignore ? view.nanQuantile(method, along, q[0]) : view.quantile(method, along, q[0]);
    }
    return ignore ? view.nanQuantile(method, along, q) : view.quantile(method, along, q);
  }

  private static void cumSum(LiveCases.Case next, NdView<?> view) {
    JsonObject json = next.json();
    JsonElement axis = json.get("axis");
    Shape shape = axis.isJsonNull() ? Shape.of(view.itemCount()) : view.shape();
    NdView<?> found =
        switch (json.get("way").getAsString()) {
          case "fresh" -> axis.isJsonNull() ? view.cumSum() : view.cumSum(axis.getAsInt());
          case "out" -> {
            NdView<?> target =
                target(DType.parse(json.get("target").getAsString()), shape, next.number());
            if (json.has("error")) {
              assertThatThrownBy(() -> cumSum(view, axis, target))
                  .isInstanceOf(DTypeException.class)
                  .hasMessageContaining(json.get("error").getAsString());
              yield target;
            }
            cumSum(view, axis, target);
            yield target;
          }
          case "self" -> {
            cumSum(view, axis, view);
            yield view;
          }
          default -> {
            cumSum(view.slice(":-1"), axis, view.slice("1:"));
            yield view;
          }
        };
    if (json.has("error")) {
      return;
    }
    assertThat(found.shape()).isEqualTo(next.shape("result"));
    DType dtype = next.dtype("result");
    if (json.get("way").getAsString().equals("fresh")) {
      assertThat(found.dtype()).isEqualTo(dtype);
    }
    byte[] expected = next.data("result");
    NdView<?> little = NdView.zeros(dtype, found.shape(), Order.C);
    found.copyTo(little);
    byte[] items = LiveCases.items(little);
    if (json.get("way").getAsString().equals("shift")) {
      // The first element was not computed, and keeps its NaN.
      int size = dtype.itemsize();
      Arrays.fill(items, 0, size, (byte) 0);
      Arrays.fill(expected, 0, size, (byte) 0);
    }
    assertThat(Arrays.mismatch(items, expected)).isEqualTo(-1);
  }

  private static void cumSum(NdView<?> view, JsonElement axis, NdView<?> target) {
    if (axis.isJsonNull()) {
      view.cumSum(target);
    } else {
      view.cumSum(axis.getAsInt(), target);
    }
  }

  /// In C order, in F order, or backwards with gaps.
  private static NdView<?> target(DType dtype, Shape shape, int number) {
    if (number % 3 == 2 && shape.rank() > 0) {
      long[] sizes = shape.toArray();
      sizes[0] *= 2;
      NdView<?> wide = target(dtype, Shape.of(sizes), 0);
      return wide.slice("::-2");
    }
    return NdView.of(
        MemorySegment.ofArray(new byte[(int) shape.byteSize(dtype.itemsize())]),
        dtype,
        shape,
        number % 3 == 0 ? Order.C : Order.F,
        Backing.MEMORY);
  }

  private static int[] ints(JsonArray array) {
    return array.asList().stream().mapToInt(JsonElement::getAsInt).toArray();
  }

  private static long[] longs(JsonObject json, String key) {
    return LiveCases.longs(json.getAsJsonArray(key), 0);
  }

  private static double[] doubles(JsonObject json, String key) {
    return Arrays.stream(longs(json, key)).mapToDouble(Double::longBitsToDouble).toArray();
  }

  private static long[] bits(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }
}
