package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.JavaContender;
import io.ndmap.benchmarks.contest.Outcome;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Advice;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Expression;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.Comparison;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Moments;
import io.ndmap.op.Statistics;
import io.ndmap.op.Unary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The contender `ndmap`. It uses only the public API.
final class NdmapContender extends JavaContender {

  private static final int THREADS = 2;
  private static final int LAST_OFFSET = (Scale.CALLS - 1) & 7;

  private final RaceFiles files;
  private final MemorySegment target;
  private final int rows;
  private final int columns = Scale.COLUMNS;
  private final Map<String, NpyFile> opened = new HashMap<>();
  private final Map<String, long[]> indices = new HashMap<>();
  private @Nullable ByteView mask;

  /// Never read; the sums are stored here so that the JIT cannot eliminate them.
  @SuppressWarnings("unused") // the JIT cannot know that
  private volatile double sink;

  NdmapContender(RaceFiles files, Scale scale, MemorySegment target) {
    super("ndmap");
    this.files = files;
    this.target = target;
    this.rows = (int) scale.rows();
    reductions();
    copies();
    selections();
    masks();
    expressions();
    arithmetic();
    functions();
    orders((int) (scale.sortedBytes() / Double.BYTES / columns));
    products();
    twoThreads();
    small();
    cold();
  }

  private void reductions() {
    row("sum f8", _ -> Result.number(view("f8").sum()));
    for (String how : List.of("", ", by the Vector API")) {
      row("sum f4, 1 MiB" + how, _ -> Result.number(view("small-f4").sum()));
    }
    row("sum i4, 1 MiB", _ -> Result.integer(view("small-i4").sumLong()));
    row("sum i2, 1 MiB", _ -> Result.integer(view("small-i2").sumLong()));
    row("sum u1, 1 MiB", _ -> Result.integer(view("small-u1").sumLong()));
    row("count bool, 1 MiB", _ -> Result.integer(view("small-b1").countNonZero()));
    row("max f8", _ -> Result.number(view("f8").max()));
    row("argmax f8", _ -> Result.integer(view("f8").argMax()));
    row(
        "mean and std f8",
        _ -> {
          Moments moments = view("f8").moments();
          return () -> Outcome.ofNumbers(moments.mean(), moments.std());
        });
    row("std f8", _ -> Result.number(view("f8").std()));
    row(
        "stats f4",
        _ -> {
          Statistics found = view("f4").statistics();
          return () ->
              Outcome.ofNumbers(
                  (double) found.count(),
                  found.min().orElseThrow().doubleValue(),
                  found.max().orElseThrow().doubleValue(),
                  found.mean(),
                  found.std());
        });
    row(
        "overview f4",
        _ -> {
          NdView<?> f4 = view("f4");
          int high = (int) Math.min(Scale.CELLS, f4.size(0));
          CellStatistics cells = f4.cellStatistics(ComplexPart.REAL, high, Scale.CELLS);
          return () -> Outcome.ofNumbers(shown(cells));
        });
    row("sum >f8", _ -> Result.number(view("be").sum()));
    row("sum f8 axis 0", _ -> numbers(view("f8").sum(0)));
    row("sum f8 axis 1", _ -> numbers(view("f8").sum(1)));
    row("sum f8 [::2, ::3]", _ -> Result.number(view("f8").slice("::2, ::3").sum()));
  }

  /// Returns count, minimum, maximum and mean of the cells of the last row.
  private static double[] shown(CellStatistics cells) {
    double[] shown = new double[4 * cells.columns()];
    int row = cells.rows() - 1;
    for (int column = 0; column < cells.columns(); column++) {
      shown[4 * column] = cells.count(row, column);
      shown[4 * column + 1] = cells.min(row, column);
      shown[4 * column + 2] = cells.max(row, column);
      shown[4 * column + 3] = cells.mean(row, column);
    }
    return shown;
  }

  private void copies() {
    row("copy f8", _ -> copy(view("f8"), DType.FLOAT64, Order.C));
    row("copy >f8 to <f8", _ -> copy(view("be"), DType.FLOAT64, Order.C));
    row("convert f8 to f4", _ -> copy(view("f8"), DType.FLOAT32, Order.C));
    row("convert f4 to f8", _ -> copy(view("f4").slice(0, 0, rows, 1), DType.FLOAT64, Order.C));
    for (String how : List.of("", ", by the Vector API", ", by the Vector API in blocks")) {
      row("convert u1 to f4" + how, _ -> copy(view("u1"), DType.FLOAT32, Order.C));
    }
    row("convert f2 to f4", _ -> copy(view("f2"), DType.FLOAT32, Order.C));
    row("copy f8 C to F", _ -> copy(view("f8"), DType.FLOAT64, Order.F));
  }

  private Result copy(NdView<?> source, DType dtype, Order order) {
    NdView<?> copy = target(dtype, order, source.shape());
    source.copyTo(copy, Casting.SAME_KIND);
    return bytes(copy);
  }

  private void selections() {
    row("gather 2 M by [i, j]", _ -> gatherAt(view("f8")));
    row(
        "gather 2 M by flat index",
        _ -> {
          NdView<?> taken = target(DType.FLOAT64, Order.C, Shape.of(Scale.GATHERED));
          view("f8").gather(positions("items"), taken);
          return bytes(taken);
        });
    for (String name : new String[] {"take 4096 rows", "take 4096 rows, clipped"}) {
      row(
          name,
          _ -> {
            NdView<?> taken = target(DType.FLOAT64, Order.C, Shape.of(Scale.TAKEN, columns));
            view("f8").take(positions("rows"), 0, taken);
            return bytes(taken);
          });
    }
  }

  private void masks() {
    row(
        "select half of f8",
        _ -> {
          NdView<?> source = view("f8");
          NdView<?> selected = emptyTarget(source);
          return front(selected, source.select(mask(), selected));
        });
    row(
        "compare and select f8",
        _ -> {
          NdView<?> source = view("f8");
          NdView<?> selected = emptyTarget(source);
          return front(selected, source.select(Comparison.GREATER, FfmLoops.HALF, selected));
        });
  }

  private NdView<?> emptyTarget(NdView<?> source) {
    return target(DType.FLOAT64, Order.C, Shape.of(source.itemCount()));
  }

  private static Result front(NdView<?> selected, long count) {
    return bytes(selected.slice(0, 0, count, 1));
  }

  /// Returns a precomputed mask of the elements to select.
  private ByteView mask() {
    ByteView found = mask;
    if (found == null) {
      found = view("f8").compare(Comparison.GREATER, FfmLoops.HALF);
      mask = found;
    }
    return found;
  }

  private Result gatherAt(NdView<?> source) {
    NdView<?> taken = target(DType.FLOAT64, Order.C, Shape.of(Scale.GATHERED));
    source.gatherAt(new long[][] {positions("item rows"), positions("item columns")}, taken);
    return bytes(taken);
  }

  private void expressions() {
    row(
        "sqrt(x*x + x) f8",
        _ -> {
          NdView<?> source = view("f8");
          NdView<?> roots = target(DType.FLOAT64, Order.C, source.shape());
          Expression x = Expression.of(source);
          x.times(x).plus(x).sqrt().into(roots);
          return bytes(roots);
        });
    row(
        "count |x - m| > s f8",
        _ -> {
          Expression distances = Expression.of(view("f8")).minus(FfmLoops.HALF).abs();
          return Result.integer(distances.compare(Comparison.GREATER, FfmLoops.FAR).countNonZero());
        });
    row(
        "sqrt(x*x + y*y) f8",
        _ -> {
          NdView<?> roots = target(DType.FLOAT64, Order.C, view("f8").shape());
          Expression x = Expression.of(view("f8"));
          Expression y = Expression.of(view("f8-too"));
          x.times(x).plus(y.times(y)).sqrt().into(roots);
          return bytes(roots);
        });
  }

  private void arithmetic() {
    add("a += s*b f8", "f8", DType.FLOAT64, rows, FfmLoops.SCALE);
    add("a += s*b f4", "f4", DType.FLOAT32, 2 * rows, FfmLoops.SCALE);
    add("a += s*b i4", "i4", DType.INT32, 2 * rows, FfmLoops.INT_SCALE);
  }

  private void add(String name, String file, DType dtype, int height, double scale) {
    Shape shape = Shape.of(height, columns);
    row(
        name,
        () -> target(dtype, Order.C, shape).fill(FfmLoops.START),
        _ -> {
          NdView<?> a = target(dtype, Order.C, shape);
          if (dtype.equals(DType.INT32)) {
            a.addScaled(view(file), (long) scale);
          } else {
            a.addScaled(view(file), scale);
          }
          return bytes(a);
        });
  }

  /// @param some the number of rows of doubles that are sorted
  private void orders(int some) {
    sort("f8", DType.FLOAT64, some);
    sort("f4", DType.FLOAT32, 2 * some);
    sort("i8", DType.INT64, some);
    sort("i4", DType.INT32, 2 * some);
    row("argsort f8", _ -> bytes(view("f8").slice(0, 0, some, 1).argSort()));
    row("unique f8", _ -> bytes(view("f8").slice(0, 0, some, 1).unique()));
  }

  private void sort(String file, DType dtype, int height) {
    row(
        "sort " + file,
        _ -> {
          NdView<?> source = view(file).slice(0, 0, height, 1);
          NdView<?> sorted = target(dtype, Order.C, Shape.of(source.itemCount()));
          source.sorted(sorted);
          return bytes(sorted);
        });
  }

  private void functions() {
    for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT32)) {
      String file = dtype.equals(DType.FLOAT64) ? "f8" : "f4";
      function("exp", file, dtype, Unary.EXP);
      function("log", file, dtype, Unary.LOG);
      function("sin", file, dtype, Unary.SIN);
      function("tanh", file, dtype, Unary.TANH);
      row(
          "power(x, x) " + file,
          _ -> {
            NdView<?> x = view(file);
            NdView<?> powers = target(dtype, Order.C, x.shape());
            x.combine(Binary.POWER, x, powers);
            return first(powers);
          });
    }
  }

  private void function(String name, String file, DType dtype, Unary operation) {
    row(
        name + " " + file,
        _ -> {
          NdView<?> results = target(dtype, Order.C, view(file).shape());
          view(file).map(operation, results);
          return first(results);
        });
  }

  /// Returns the first [Scale#SHOWN] results as doubles.
  private static Result first(NdView<?> results) {
    return () ->
        numbers(results.flatten(Order.C).slice(0, 0, Scale.SHOWN, 1).astype(DType.FLOAT64))
            .outcome();
  }

  private void products() {
    for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT32)) {
      String name = dtype.equals(DType.FLOAT64) ? "f8" : "f4";
      row(
          "x @ x " + name,
          _ -> {
            NdView<?> x = view("matrix-" + name);
            NdView<?> product = target(dtype, Order.C, x.shape());
            x.matmul(x, product);
            return () -> numbers(product.index(0, 0).astype(DType.FLOAT64)).outcome();
          });
    }
  }

  private void twoThreads() {
    row("std f8, two threads", _ -> Result.number(view("f8").parallel(THREADS).std()));
    row(
        "copy f8 C to F, two threads",
        _ -> copy(view("f8").parallel(THREADS), DType.FLOAT64, Order.F));
    row("gather 2 M by [i, j], two threads", _ -> gatherAt(view("f8").parallel(THREADS)));
  }

  private void small() {
    row("element loop get(i, j)", _ -> Result.number(sumItems(doubles("square"))));
    row("sum of 100 items", _ -> Result.number(sumOften(doubles("hundred"))));
    row("make a slice", _ -> Result.number(sliceOften(doubles("hundred"))));
  }

  /// Sums elements as a user's loop does, with `int` loop bounds, as `docs/performance.md`
  /// recommends.
  private static double sumItems(DoubleView view) {
    int height = (int) view.size(0);
    int width = (int) view.size(1);
    double sum = 0;
    for (int i = 0; i < height; i++) {
      for (int j = 0; j < width; j++) {
        sum += view.get(i, j);
      }
    }
    return sum;
  }

  private double sumOften(DoubleView hundred) {
    double sum = 0;
    for (int k = 0; k < Scale.CALLS; k++) {
      sum += hundred.sum();
    }
    sink = sum;
    return hundred.sum();
  }

  private double sliceOften(DoubleView hundred) {
    double sum = 0;
    for (int k = 0; k < Scale.CALLS; k++) {
      sum += hundred.slice(0, k & 7, 90, 1).get(3);
    }
    sink = sum;
    return hundred.slice(0, LAST_OFFSET, 90, 1).get(3);
  }

  private void cold() {
    row(
        "cold sum f8",
        _ -> {
          try (NpyFile file = NpyFile.open(files.path("cold-sum"))) {
            file.advise(Advice.SEQUENTIAL);
            return Result.number(file.view().sum());
          }
        });
    row(
        "cold rows of 512 B",
        set -> {
          long[] at = view("cold-rows").as(LongView.class).index(0, set).toArray();
          NdView<?> taken = target(DType.FLOAT64, Order.C, Shape.of(at.length, Scale.COLD_COLUMNS));
          try (NpyFile file = NpyFile.open(files.path("cold"))) {
            file.view().take(at, 0, taken);
          }
          return bytes(taken.slice(0, 0, Scale.NUMPY_COLD_ROWS, 1));
        });
  }

  private NdView<?> target(DType dtype, Order order, Shape shape) {
    return NdView.of(target, dtype, shape, order);
  }

  private static Result bytes(NdView<?> written) {
    return Result.bytes(written.segment(), written.itemCount() * written.dtype().itemsize());
  }

  private static Result numbers(NdView<?> sums) {
    return () -> Outcome.ofNumbers(sums.as(DoubleView.class).toArray());
  }

  private NdView<?> view(String name) {
    NpyFile file = opened.get(name);
    if (file == null) {
      try {
        file = NpyFile.open(files.path(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      opened.put(name, file);
    }
    return file.view();
  }

  private DoubleView doubles(String name) {
    return view(name).as(DoubleView.class);
  }

  private long[] positions(String name) {
    long[] found = indices.get(name);
    if (found == null) {
      found =
          switch (name) {
            case "item rows" -> Arrays.stream(positions("items")).map(at -> at / columns).toArray();
            case "item columns" ->
                Arrays.stream(positions("items")).map(at -> at % columns).toArray();
            default -> view(name).as(LongView.class).toArray();
          };
      indices.put(name, found);
    }
    return found;
  }

  @Override
  public void close() {
    opened.values().forEach(NpyFile::close);
  }
}
