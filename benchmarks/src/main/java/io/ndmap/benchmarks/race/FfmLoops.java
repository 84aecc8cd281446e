package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.JavaContender;
import io.ndmap.benchmarks.contest.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// The contender `ffm`: loops over the segment of a mapped file, as a Java programmer writes them
/// by hand with the Foreign Function & Memory API.
final class FfmLoops extends JavaContender {

  /// Elements greater than this are selected.
  static final double HALF = 0.5;

  /// Elements that differ from [#HALF] by more than this are counted.
  static final double FAR = 0.375;

  /// Floating-point elements are multiplied by this before they are added to the target.
  static final double SCALE = 0.25;

  /// Integers are multiplied by this before they are added to the target.
  static final int INT_SCALE = 3;

  /// Each element of the target before the check of an operation that adds to the target.
  static final int START = 7;

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int LAST_OFFSET = (Scale.CALLS - 1) & 7;

  private final RaceFiles files;
  private final MemorySegment target;
  private final Arena arena = Arena.ofShared();
  private final Map<String, MemorySegment> mapped = new HashMap<>();
  private long[][] coordinates = {};

  /// Never read; the sums are stored here so that the JIT cannot eliminate them.
  @SuppressWarnings("unused") // the JIT cannot know that
  private volatile double sink;

  FfmLoops(RaceFiles files, Scale scale, MemorySegment target) {
    super("ffm");
    this.files = files;
    this.target = target;
    int rows = (int) scale.rows();
    int columns = Scale.COLUMNS;
    int n = rows * columns;
    reductions(rows, columns);
    copies(rows, columns);
    selections(scale, n);
    expressions(n);
    arithmetic(n);
    functions(n);
    orders((int) (scale.sortedBytes() / Double.BYTES));
    products();
    small();
    row("cold sum f8", _ -> Result.number(coldSum(n)));
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      vectors(n);
    }
  }

  private void vectors(int n) {
    row(
        "sum f4, 1 MiB, by the Vector API",
        _ -> Result.number(VectorLoops.sumFloats(data("small-f4"), Scale.SMALL / Float.BYTES)));
    filling(
        "convert u1 to f4, by the Vector API",
        8L * n,
        () -> VectorLoops.bytesToFloats(data("u1"), target, 2 * n));
    filling(
        "convert u1 to f4, by the Vector API in blocks",
        8L * n,
        () -> VectorLoops.bytesToFloatsByBlocks(data("u1"), target, 2 * n));
  }

  private void reductions(int rows, int columns) {
    int n = rows * columns;
    int small = Scale.SMALL;
    row("sum f8", _ -> Result.number(FfmReductions.sum(data("f8"), 0, n)));
    row(
        "sum f4, 1 MiB",
        _ -> Result.number(FfmReductions.sumFloats(data("small-f4"), small / Float.BYTES)));
    row(
        "sum i4, 1 MiB",
        _ -> Result.integer(FfmReductions.sumInts(data("small-i4"), small / Integer.BYTES)));
    row(
        "sum i2, 1 MiB",
        _ -> Result.integer(FfmReductions.sumShorts(data("small-i2"), small / Short.BYTES)));
    row("sum u1, 1 MiB", _ -> Result.integer(FfmReductions.sumBytes(data("small-u1"), small)));
    row("count bool, 1 MiB", _ -> Result.integer(FfmReductions.sumBytes(data("small-b1"), small)));
    row("max f8", _ -> Result.number(FfmReductions.max(data("f8"), 0, n)));
    row("argmax f8", _ -> Result.integer(FfmReductions.argMax(data("f8"), n)));
    row("mean and std f8", _ -> numbers(FfmReductions.moments(data("f8"), n)));
    row("std f8", _ -> Result.number(FfmReductions.moments(data("f8"), n)[1]));
    row("stats f4", _ -> numbers(FfmOverviews.statistics(data("f4"), 2 * n)));
    row(
        "overview f4",
        _ -> {
          int high = Math.min(Scale.CELLS, 2 * rows);
          double[] cells = FfmOverviews.cells(data("f4"), 2 * rows, columns, high, Scale.CELLS);
          return numbers(Arrays.copyOfRange(cells, cells.length - 4 * Scale.CELLS, cells.length));
        });
    row("sum >f8", _ -> Result.number(FfmReductions.sumBig(data("be"), n)));
    row("sum f8 axis 0", _ -> numbers(FfmReductions.sumRowsTogether(data("f8"), rows, columns)));
    row("sum f8 axis 1", _ -> numbers(FfmReductions.sumEachRow(data("f8"), rows, columns)));
    row(
        "sum f8 [::2, ::3]",
        _ -> Result.number(FfmReductions.sumStrided(data("f8"), rows, columns)));
  }

  private void copies(int rows, int columns) {
    int n = rows * columns;
    filling("copy f8", 8L * n, () -> MemorySegment.copy(data("f8"), 0, target, 0, 8L * n));
    filling("copy >f8 to <f8", 8L * n, () -> FfmCopies.copySwapped(data("be"), target, n));
    filling("convert f8 to f4", 4L * n, () -> FfmCopies.doublesToFloats(data("f8"), target, n));
    filling("convert f4 to f8", 8L * n, () -> FfmCopies.floatsToDoubles(data("f4"), target, n));
    filling("convert u1 to f4", 8L * n, () -> FfmCopies.bytesToFloats(data("u1"), target, 2 * n));
    filling("convert f2 to f4", 8L * n, () -> FfmCopies.halvesToFloats(data("f2"), target, 2 * n));
    filling("copy f8 C to F", 8L * n, () -> FfmCopies.transpose(data("f8"), target, rows, columns));
  }

  /// Adds a row that stores its result into the first `bytes` bytes of the target.
  private void filling(String name, long bytes, Runnable work) {
    row(
        name,
        _ -> {
          work.run();
          return Result.bytes(target, bytes);
        });
  }

  private void selections(Scale scale, int n) {
    row(
        "gather 2 M by [i, j]",
        _ -> {
          long[][] at = coordinates();
          FfmCopies.gatherAt(data("f8"), Scale.COLUMNS, at[0], at[1], target);
          return Result.bytes(target, 8L * Scale.GATHERED);
        });
    filling(
        "gather 2 M by flat index",
        8L * Scale.GATHERED,
        () -> FfmCopies.gather(data("f8"), data("items"), target, Scale.GATHERED));
    for (String name : new String[] {"take 4096 rows", "take 4096 rows, clipped"}) {
      row(
          name,
          _ -> {
            long rowBytes = 8L * Scale.COLUMNS;
            FfmCopies.takeRows(data("f8"), data("rows"), target, Scale.TAKEN, rowBytes);
            return Result.bytes(target, Scale.TAKEN * rowBytes);
          });
    }
    row(
        "select half of f8",
        _ -> Result.bytes(target, 8L * FfmCopies.select(data("f8"), mask(scale), target, n)));
    row(
        "compare and select f8",
        _ -> Result.bytes(target, 8L * FfmCopies.selectAbove(data("f8"), HALF, target, n)));
  }

  private void expressions(int n) {
    row(
        "sqrt(x*x + x) f8",
        _ -> {
          FfmCopies.roots(data("f8"), target, n);
          return Result.bytes(target, 8L * n);
        });
    row(
        "count |x - m| > s f8",
        _ -> Result.integer(FfmReductions.countFar(data("f8"), HALF, FAR, n)));
    filling(
        "sqrt(x*x + y*y) f8",
        8L * n,
        () -> FfmCopies.distances(data("f8"), data("f8-too"), target, n));
  }

  private void orders(int n) {
    filling("sort f8", 8L * n, () -> FfmOrders.doubles(data("f8"), target, n));
    filling("sort f4", 8L * n, () -> FfmOrders.floats(data("f4"), target, 2 * n));
    filling("sort i8", 8L * n, () -> FfmOrders.longs(data("i8"), target, n));
    filling("sort i4", 8L * n, () -> FfmOrders.ints(data("i4"), target, 2 * n));
    filling("argsort f8", 8L * n, () -> FfmOrders.places(data("f8"), target, n));
    row("unique f8", _ -> Result.bytes(target, 8L * FfmOrders.distinct(data("f8"), target, n)));
  }

  private void functions(int n) {
    for (String name : FfmFunctions.NAMES) {
      DoubleUnaryOperator function = FfmFunctions.of(name);
      row(
          name + " f8",
          _ -> {
            FfmFunctions.doubles(function, data("f8"), target, n);
            return () -> Outcome.ofNumbers(target.asSlice(0, 8L * Scale.SHOWN).toArray(DOUBLE));
          });
      row(
          name + " f4",
          _ -> {
            FfmFunctions.floats(function, data("f4"), target, 2 * n);
            return this::firstFloats;
          });
    }
  }

  private Outcome firstFloats() {
    float[] first = target.asSlice(0, 4L * Scale.SHOWN).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    return Outcome.ofNumbers(IntStream.range(0, first.length).mapToDouble(i -> first[i]).toArray());
  }

  private void products() {
    int n = Scale.MATRIX;
    row(
        "x @ x f8",
        _ -> {
          FfmOrders.multiplyDoubles(data("matrix-f8"), target, n);
          return () -> Outcome.ofNumbers(target.asSlice(0, 8L * n).toArray(DOUBLE));
        });
    row(
        "x @ x f4",
        _ -> {
          FfmOrders.multiplyFloats(data("matrix-f4"), target, n);
          float[] first = target.asSlice(0, 4L * n).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
          return () ->
              Outcome.ofNumbers(IntStream.range(0, n).mapToDouble(j -> first[j]).toArray());
        });
  }

  private void arithmetic(int n) {
    row(
        "a += s*b f8",
        () -> FfmCopies.fillDoubles(target, START, n),
        _ -> {
          FfmCopies.addDoubles(target, data("f8"), SCALE, n);
          return Result.bytes(target, 8L * n);
        });
    row(
        "a += s*b f4",
        () -> FfmCopies.fillFloats(target, START, 2 * n),
        _ -> {
          FfmCopies.addFloats(target, data("f4"), (float) SCALE, 2 * n);
          return Result.bytes(target, 8L * n);
        });
    row(
        "a += s*b i4",
        () -> FfmCopies.fillInts(target, START, 2 * n),
        _ -> {
          FfmCopies.addInts(target, data("i4"), INT_SCALE, 2 * n);
          return Result.bytes(target, 8L * n);
        });
  }

  private void small() {
    row(
        "element loop get(i, j)",
        _ -> Result.number(FfmReductions.sumItems(data("square"), Scale.SQUARE, Scale.SQUARE)));
    row("sum of 100 items", _ -> Result.number(sumOften(data("hundred"))));
    row("make a slice", _ -> Result.number(sliceOften(data("hundred"))));
  }

  private double sumOften(MemorySegment hundred) {
    double sum = 0;
    for (int k = 0; k < Scale.CALLS; k++) {
      sum += FfmReductions.sum(hundred, 0, 100);
    }
    sink = sum;
    return FfmReductions.sum(hundred, 0, 100);
  }

  private double sliceOften(MemorySegment hundred) {
    double sum = 0;
    for (int k = 0; k < Scale.CALLS; k++) {
      int from = k & 7;
      sum += hundred.asSlice(8L * from, 8L * (90 - from)).get(DOUBLE, 24);
    }
    sink = sum;
    return hundred.get(DOUBLE, 24 + 8L * LAST_OFFSET);
  }

  private double coldSum(int n) throws IOException {
    try (Arena own = Arena.ofConfined()) {
      return FfmReductions.sum(map("cold-sum", own), 0, n);
    }
  }

  private long[][] coordinates() {
    if (coordinates.length == 0) {
      long[] flat = data("items").toArray(ValueLayout.JAVA_LONG_UNALIGNED);
      coordinates =
          new long[][] {
            Arrays.stream(flat).map(item -> item / Scale.COLUMNS).toArray(),
            Arrays.stream(flat).map(item -> item % Scale.COLUMNS).toArray()
          };
    }
    return coordinates;
  }

  private MemorySegment mask(Scale scale) {
    MemorySegment mask = mapped.get("mask");
    if (mask == null) {
      int n = Math.toIntExact(scale.bytes() / Double.BYTES);
      mask = arena.allocate(n);
      FfmCopies.compare(data("f8"), HALF, mask, n);
      mapped.put("mask", mask);
    }
    return mask;
  }

  /// Returns the mapped elements of a file.
  private MemorySegment data(String name) {
    MemorySegment segment = mapped.get(name);
    if (segment == null) {
      try {
        segment = map(name, arena);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      mapped.put(name, segment);
    }
    return segment;
  }

  private MemorySegment map(String name, Arena owner) throws IOException {
    try (FileChannel channel = FileChannel.open(files.path(name), StandardOpenOption.READ)) {
      long bytes = files.bytes(name);
      return channel.map(FileChannel.MapMode.READ_ONLY, channel.size() - bytes, bytes, owner);
    }
  }

  private static Result numbers(double[] values) {
    return () -> Outcome.ofNumbers(values);
  }

  @Override
  public void close() {
    arena.close();
  }
}
