package io.ndmap.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Execution;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Cells of random planes against NumPy: extremes and counts exactly, means and deviations within
/// the bounds that `NdView.cellStatistics` states.
class LiveCellsTest {

  /// Each dtype once, each shape at least once.
  private static final int FEW_CASES = 26;

  /// Each dtype twice, each shape at least three times.
  private static final int CASES = 52;

  private static final String MAKER =
      """
      import base64, fractions, json
      DTYPES = ['?', 'i1', 'u1', '<i2', '>i2', '<u2', '<i4', '>u4', '<i8', '>i8', '<u8', '<f2', '>f2', '<f4', '>f4',
          '<f8', '>f8', '<f16', '>f16', '<c8', '>c8', '<c16', '>c16', '<c32', '<M8[s]', '>m8[ns]']
      SHAPES = [(40, 60), (60, 40), (1, 3000), (3000, 1), (5, 1500), (1500, 5), (200, 300), (7, 20000), (20000, 7), (3, 9000),
          (9000, 3), (900, 130), (1, 1), (300, 500), (1, 150000), (2, 75000), (75000, 2)]
      def real(rng, n):
          a = rng.normal(0, 1, n) * 10.0 ** rng.integers(-3, 4) + rng.choice([0, 0, 1000, 1e6])
          a[rng.random(n) < rng.choice([0, 0, 0.001, 0.3, 1])] = np.nan
          a[rng.random(n) < rng.choice([0, 0, 0.001, 0.3])] = rng.choice([np.inf, -np.inf])
          return a
      def data(rng, dt, n):
          with np.errstate(all='ignore'):
              if dt.kind == 'b':
                  return rng.random(n) < rng.choice([0, 0.1, 0.9])
              if dt.kind in 'iu':
                  bits = int(rng.integers(1, 8 * dt.itemsize + 1))
                  return (rng.integers(0, 2 ** 64, n, dtype='u8') >> np.uint64(64 - bits)).view('i8').astype(dt)
              if dt.kind in 'mM':
                  a = rng.integers(-2 ** 40, 2 ** 40, n, dtype='i8')
                  a[rng.random(n) < 0.1] = -2 ** 63
                  return a.view(dt.newbyteorder('<')).astype(dt)
              if dt.kind == 'c':
                  return (real(rng, n) + 1j * real(rng, n)).astype(dt)
              return real(rng, n).astype(dt)
      def numbers(v, part):
          with np.errstate(all='ignore'):
              if v.dtype.kind in 'mM':
                  i = v.astype(v.dtype.newbyteorder('=')).view('i8')
                  return np.where(i == -2 ** 63, np.nan, i.astype('f8'))
              if v.dtype.kind == 'c':
                  x, y = v.real.astype('f8'), v.imag.astype('f8')
                  return {'MAGNITUDE': np.where(np.isnan(x) | np.isnan(y), np.nan, np.hypot(x, y)), 'REAL': x, 'IMAG': y, 'PHASE': np.arctan2(y, x)}[part]
              return v.astype('f8')
      def case(rng, k):
          dt = np.dtype(DTYPES[k % len(DTYPES)])
          shape = SHAPES[k % len(SHAPES)]
          order = str(rng.choice(['C', 'F']))
          flat = np.asarray(data(rng, dt, shape[0] * shape[1]))
          a = np.ndarray(shape, dt, flat.tobytes(), order=order)
          index = str(rng.choice([':, :', '::2, :', ':, ::-1', '::-1, ::3', '1:, :-1', ':, :', ':, :']))
          v = eval('a[' + index + ']')
          c = {'dtype': dt.str, 'shape': shape, 'order': order, 'data': base64.b64encode(flat.tobytes()).decode(), 'index': index,
              'part': str(rng.choice(['MAGNITUDE', 'REAL', 'IMAG', 'PHASE'])),
              'rows': int(rng.integers(1, 14)), 'columns': int(rng.integers(1, 22))}
          x = numbers(v, c['part'])
          h, w = x.shape
          rows, columns = min(c['rows'], h), min(c['columns'], w)
          cells = []
          for r in range(rows):
              for k in range(columns):
                  box = x[r * h // rows:(r + 1) * h // rows, k * w // columns:(k + 1) * w // columns]
                  f = box[np.isfinite(box)]
                  nan, inf = int(np.isnan(box).sum()), int(np.isinf(box).sum())
                  if f.size == 0:
                      cells.append([0, nan, inf, 'nan', 'nan', 'nan', '0', 'nan'])
                      continue
                  mean = math.fsum(f.tolist()) / f.size
                  std = math.sqrt(math.fsum(((f - mean) ** 2).tolist()) / f.size)
                  cells.append([f.size, nan, inf, repr(float(f.min())), repr(float(f.max())), repr(mean), repr(math.fsum(abs(f).tolist()) / f.size), repr(std)])
          c['cells'] = cells
          c['whole'] = dt.kind in 'biu' and dt.itemsize <= 4
          return c
      def cases(seed, count):
          rng = np.random.default_rng(seed)
          return [json.dumps(case(rng, seed * count + k)) for k in range(count)]
      """;

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(1, FEW_CASES);
  }

  @Test
  @Tag("slow")
  void agreesWithNumpyInManyCases() {
    agreesWithNumpy(1, CASES);
  }

  @Test
  @Tag("heavy")
  void agreesWithNumpyMoreOften() {
    agreesWithNumpy(4, CASES);
  }

  private static void agreesWithNumpy(int seeds, int cases) {
    int seen = 0;
    try (Numpy numpy = Numpy.start()) {
      numpy.run("import math\n" + MAKER);
      for (int seed = 0; seed < seeds; seed++) {
        for (String line : numpy.run("result += cases(%s, %s)".formatted(seed, cases))) {
          check(JsonParser.parseString(line).getAsJsonObject(), seen++);
        }
      }
    }
    assertThat(seen).isEqualTo(seeds * cases);
  }

  private static void check(JsonObject json, int number) {
    byte[] data = Base64.getDecoder().decode(json.get("data").getAsString());
    JsonArray sizes = json.getAsJsonArray("shape");
    NdView<?> whole =
        NdView.of(
            MemorySegment.ofArray(data),
            DType.parse(json.get("dtype").getAsString()),
            Shape.of(sizes.get(0).getAsLong(), sizes.get(1).getAsLong()),
            Order.valueOf(json.get("order").getAsString()),
            Backing.MEMORY);
    NdView<?> view =
        whole.slice(json.get("index").getAsString()).on(Execution.parallel(1 + number % 3));
    ComplexPart part = ComplexPart.valueOf(json.get("part").getAsString());
    Cells cells =
        Overview.of(view, part).cells(json.get("rows").getAsInt(), json.get("columns").getAsInt());
    JsonArray expected = json.getAsJsonArray("cells");
    JsonObject response = json.deepCopy();
    response.remove("data");
    response.remove("cells");
    assertThat(cells.rows() * cells.columns()).as("%s", response).isEqualTo(expected.size());
    String text = "case " + number + " " + response;
    boolean isWhole = json.get("whole").getAsBoolean();
    for (int k = 0; k < expected.size(); k++) {
      int row = k / cells.columns();
      int column = k % cells.columns();
      JsonArray cell = expected.get(k).getAsJsonArray();
      String what = text + ", cell " + row + ", " + column;
      assertThat(cells.count(row, column)).as(what).isEqualTo(cell.get(0).getAsLong());
      assertThat(cells.nan(row, column)).as(what).isEqualTo(cell.get(1).getAsLong());
      assertThat(cells.value(Aggregate.COUNT_NAN, row, column))
          .as(what)
          .isEqualTo(cell.get(1).getAsDouble());
      assertThat(cells.infinite(row, column)).as(what).isEqualTo(cell.get(2).getAsLong());
      // A hypotenuse and an angle may differ by one unit in the last place.
      double loose = part == ComplexPart.MAGNITUDE || part == ComplexPart.PHASE ? 4e-16 : 0;
      double min = number(cell, 3);
      double max = number(cell, 4);
      double mean = number(cell, 5);
      double size = number(cell, 6);
      double std = number(cell, 7);
      close(cells.value(Aggregate.MIN, row, column), min, loose * Math.abs(min), what);
      close(cells.value(Aggregate.MAX, row, column), max, loose * Math.abs(max), what);
      double bound = isWhole ? Math.ulp(mean) : 512 * 0x1p-53 * size + loose * size;
      close(cells.value(Aggregate.MEAN, row, column), mean, bound, what);
      close(cells.value(Aggregate.STD, row, column), std, 1e-9 * std + 1e-13 * size, what);
    }
  }

  private static double number(JsonArray cell, int at) {
    String text = cell.get(at).getAsString();
    return text.toLowerCase(Locale.ROOT).equals("nan") ? Double.NaN : Double.parseDouble(text);
  }

  private static void close(double found, double expected, double bound, String what) {
    if (Double.isNaN(expected)) {
      assertThat(found).as(what).isNaN();
    } else {
      assertThat(found).as(what).isCloseTo(expected, within(bound));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void threadsChangeNoBit(int threads) {
    double[] numbers = new java.util.Random(4).doubles(2_000_000).toArray();
    numbers[12345] = Double.NaN;
    NdView<?> view = NdView.of(numbers, 400, 5000).slice(":, ::-1");
    Cells one = Overview.of(view.on(Execution.SEQUENTIAL)).cells(13, 57);
    Cells more = Overview.of(view.on(Execution.parallel(threads))).cells(13, 57);
    for (int k = 0; k < 13 * 57; k++) {
      for (Aggregate aggregate : Aggregate.values()) {
        assertThat(more.value(aggregate, k / 57, k % 57))
            .isEqualTo(one.value(aggregate, k / 57, k % 57));
      }
    }
  }
}
