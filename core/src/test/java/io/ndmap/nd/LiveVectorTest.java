package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.RankedRow;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Products and distances of rows and a vector are NumPy's: bit by bit of integers, within a bound
/// of the exact ones of floating-point numbers.
class LiveVectorTest {

  private static final int FEW_SEEDS = 1;
  private static final int SEEDS = 2;
  private static final int MORE_SEEDS = 8;

  private static final String MAKER =
      """
      import base64, json
      KINDS = ['?', 'i1', 'u1', '<i2', '>u2', '<i4', '>i4', '<u4', '<i8', '>u8', '<f2', '>f2', '<f4', '>f4', '<f4', '<f8', '>f8']
      LENGTHS = [0, 1, 2, 7, 8, 9, 127, 128, 129, 255, 256, 257, 1023, 2047, 2048, 2049, 4100, 65535, 65537]
      def data(rng, dtype, shape):
          a = rng.integers(-100, 100, shape) if rng.integers(0, 2) else rng.normal(0, 3, shape)
          if np.dtype(dtype).kind == 'f' and rng.integers(0, 4) == 0:
              a = np.where(rng.random(shape) < 0.01, rng.choice([np.nan, np.inf, -np.inf, -0.0], shape), a)
          with np.errstate(all='ignore'):
              return (np.abs(a) > 50 if dtype == '?' else a).astype(dtype)
      def array(a):
          return {'dtype': a.dtype.str, 'shape': a.shape, 'data': base64.b64encode(a.tobytes()).decode()}
      def case(rng):
          n = int(rng.choice(LENGTHS))
          lead = [[], [1], [5], [9], [0], [3, 4], [2, 0], [2, 3, 2]][rng.integers(0, 8)]
          a = data(rng, str(rng.choice(KINDS)), lead + [n])
          v = data(rng, str(rng.choice(KINDS)), [n])
          x, y = a, v
          kind = np.result_type(a, v)
          with np.errstate(all='ignore'):
              wide = 'f8' if kind.kind == 'f' else 'u8' if kind.kind == 'u' else 'i8'
              result = kind if kind == 'f8' else np.dtype('f4' if kind.kind == 'f' else wide)
              f = a.astype(kind).astype(wide)
              g = v.astype(kind).astype(wide)
              s = np.asarray(((f - g) ** 2).sum(-1))
              exact = np.asarray(f @ g)
              narrow = np.asarray(a @ v)
              size = np.asarray(np.abs(f) @ np.abs(g))
          little = lambda r: r.astype(r.dtype.newbyteorder('<'))
          c = {'a': array(a), 'v': array(v), 'exact': array(exact), 'narrow': array(little(narrow)), 'squares': array(s), 'result': result.newbyteorder('<').str, 'floating': kind.kind == 'f', 'epsilon': float(np.finfo(result).eps) if kind.kind == 'f' else 0, 'size': array(size)}
          return json.dumps(c)
      def cases(seed, count):
          rng = np.random.default_rng(seed)
          return [case(rng) for _ in range(count)]
      """;

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(0, FEW_SEEDS);
  }

  @Tag("slow")
  @Test
  void agreesWithNumpyInManyCases() {
    agreesWithNumpy(FEW_SEEDS, SEEDS);
  }

  @Tag("heavy")
  @Test
  void agreesWithNumpyInMoreCases() {
    agreesWithNumpy(SEEDS, MORE_SEEDS);
  }

  private static void agreesWithNumpy(int first, int end) {
    try (Numpy numpy = Numpy.start()) {
      numpy.run(MAKER);
      for (int seed = first; seed < end; seed++) {
        for (String line : numpy.run("result += cases(%s, 60)".formatted(seed))) {
          check(JsonParser.parseString(line).getAsJsonObject());
        }
      }
    }
  }

  private static void check(JsonObject json) {
    NdView<?> rows = array(json, "a");
    NdView<?> vector = array(json, "v");
    String what = rows + " " + vector;
    NdView<?> dot = rows.dot(vector);
    NdView<?> exact = array(json, "exact");
    DType result = DType.parse(json.get("result").getAsString());
    assertThat(dot.dtype()).as(what).isEqualTo(result);
    assertThat(dot.shape()).as(what).isEqualTo(exact.shape());
    double epsilon = json.get("epsilon").getAsDouble();
    if (json.get("floating").getAsBoolean()) {
      near(dot, exact, array(json, "size"), epsilon, what);
    } else {
      assertThat(dot.contentEquals(exact)).as(what).isTrue();
      NdView<?> narrow = array(json, "narrow");
      assertThat(dot.astype(narrow.dtype()).contentEquals(narrow)).as(what).isTrue();
    }
    best(dot, rows.largestProducts(vector, 4), Comparator.reverseOrder(), what);
    NdView<?> squares = array(json, "squares");
    NdView<?> found = rows.squaredDistances(vector);
    assertThat(found.dtype()).as(what).isEqualTo(result);
    assertThat(found.shape()).as(what).isEqualTo(squares.shape());
    if (json.get("floating").getAsBoolean()) {
      near(found, squares, squares, epsilon, what);
    } else {
      assertThat(found.contentEquals(squares)).as(what).isTrue();
    }
    best(found, rows.nearest(vector, 4), Comparator.naturalOrder(), what);
  }

  private static void near(
      NdView<?> found, NdView<?> exact, NdView<?> size, double epsilon, String what) {
    double[] values = found.doubles().toArray();
    double[] expected = exact.doubles().toArray();
    double[] sizes = size.doubles().toArray();
    for (int k = 0; k < expected.length; k++) {
      if (!Double.isFinite(sizes[k])) {
        assertThat((Double) values[k]).as(what).isEqualTo((Double) expected[k]);
      } else {
        double bound = epsilon * Math.abs(expected[k]) + 80 * Math.min(epsilon, 1.2e-7) * sizes[k];
        assertThat(Math.abs(values[k] - expected[k]))
            .as(what)
            .isLessThanOrEqualTo(bound + 1e-7 * epsilon);
      }
    }
  }

  private static void best(
      NdView<?> scores, List<RankedRow> found, Comparator<Double> order, String what) {
    boolean isFloating = scores instanceof DoubleView || scores instanceof FloatView;
    double[] values = scores.doubles().map(v -> v + 0.0).toArray();
    if (!isFloating && Arrays.stream(values).anyMatch(v -> v >= 0x1p53)) {
      // Integers are ranked exactly, these are rounded.
      return;
    }
    List<RankedRow> all =
        LongStream.range(0, values.length)
            .mapToObj(k -> new RankedRow(k, values[(int) k]))
            .sorted(
                Comparator.<RankedRow, Boolean>comparing(row -> Double.isNaN(row.value()))
                    .thenComparing(RankedRow::value, order)
                    .thenComparingLong(RankedRow::row))
            .limit(4)
            .toList();
    assertThat(found).as(what).isEqualTo(all);
  }

  private static NdView<?> array(JsonObject json, String key) {
    JsonObject array = json.getAsJsonObject(key);
    List<Long> sizes = new ArrayList<>();
    for (JsonElement size : array.getAsJsonArray("shape")) {
      sizes.add(size.getAsLong());
    }
    byte[] bytes = Base64.getDecoder().decode(array.get("data").getAsString());
    return NdView.of(
        MemorySegment.ofArray(bytes),
        DType.parse(array.get("dtype").getAsString()),
        Shape.of(sizes.stream().mapToLong(Long::longValue).toArray()),
        Order.C);
  }
}
