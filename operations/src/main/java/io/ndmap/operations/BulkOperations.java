package io.ndmap.operations;

import static io.ndmap.operations.SquareOperands.backwards;
import static io.ndmap.operations.SquareOperands.positions;

import io.ndmap.array.AlongAxis;
import io.ndmap.array.Average;
import io.ndmap.array.Calculus;
import io.ndmap.array.Counting;
import io.ndmap.array.Creation;
import io.ndmap.array.Cumulative;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.array.Products;
import io.ndmap.array.Rounding;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.Axes;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Expression;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Tolerance;
import io.ndmap.op.Unary;
import io.ndmap.operations.BulkOperation.Reach;
import io.ndmap.operations.MeasuredOperation.Layouts;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Pattern;

/// The bulk operations that tests interrupt, and whose file they truncate or close, see
/// [BulkOperation].
public final class BulkOperations {

  /// Measured operations that are left out, because they throw if all elements are NaN or some are
  /// not finite. Other operations may store such elements into the arrays.
  private static final Set<String> NEED_FINITE =
      Set.of(
          "histogram of bins",
          "nanHistogram",
          "statistics",
          "nanArgMin",
          "nanArgMax",
          "nanArgMin along",
          "nanArgMax along");

  /// Measured operations that are left out, because they run the same loops and passes as other
  /// measured operations.
  private static final Pattern REPEATED =
      Pattern.compile(
          ".*, (new|lower)|three nan.*|three .* along|nanMedian.*|quantile along|astype .*");

  private static final List<BulkOperation> OTHERS =
      List.of(
          all("SUM_OF_MANY", (x, y) -> x.broadcastTo(Shape.of(8, x.size(0), x.size(1))).sum()),
          few("SUM_OF_FEW", (x, y) -> x.index(0, 0).sum()),
          all("SUM_OF_SOME", (x, y) -> x.slice("::2, ::3").sum()),
          all("SUM_BACKWARDS", (x, y) -> x.slice("::-1, ::-1").sum()),
          few("SUM_OF_SMALL_VIEW", (x, y) -> x.slice("::40, ::40").sum()),
          few("STD_OF_SMALL_RUN", (x, y) -> x.index(0, 0).slice(":100").std()),
          few("STD_OF_SMALL_BYTES", (x, y) -> small(x).viewAs(DType.UINT8).std()),
          few("MAX_OF_SMALL_BIG_ENDIAN", (x, y) -> big(small(x)).max()),
          few("ARG_MAX_OF_SMALL_VIEW", (x, y) -> x.slice("::-40, 7").argMax()),
          few("NAN_SUM_OF_SMALL_RUN", (x, y) -> small(x).nanSum()),
          few(
              "MEAN_ALONG_COLUMNS_OF_SMALL_VIEW",
              (x, y) -> x.slice("::40, ::40").mean(0).itemCount()),
          all("CELLS", (x, y) -> x.cellStatistics(ComplexPart.REAL, 7, 9).mean()),
          all("SUM_OF_BYTES", (x, y) -> x.viewAs(DType.UINT8).sum()),
          all("SUM_OF_BOOLEANS", (x, y) -> x.viewAs(DType.BOOL).sum()),
          all("SUM_OF_SHORTS", (x, y) -> x.viewAs(DType.INT16).sum()),
          all("SUM_OF_INTS", (x, y) -> x.viewAs(DType.INT32).sumLong()),
          all("SUM_OF_LONGS", (x, y) -> x.viewAs(DType.INT64).sumLong()),
          all("SUM_OF_HALVES", (x, y) -> x.viewAs(DType.FLOAT16).sum()),
          all("SUM_OF_FLOATS", (x, y) -> x.viewAs(DType.FLOAT32).sum()),
          all("SUM_OF_BFLOATS", (x, y) -> x.viewAs(DType.BFLOAT16).sum()),
          all(
              "CAST_OF_BFLOATS",
              (x, y) -> x.viewAs(DType.BFLOAT16).astype(DType.FLOAT32).itemCount()),
          all(
              "CAST_TO_BYTES_OF_FLOATS",
              (x, y) -> {
                y.viewAs(DType.UINT8).copyTo(x.viewAs(DType.FLOAT8_E4M3FN), Casting.UNSAFE);
                return 0;
              }),
          all(
              "DOT_OF_BFLOATS",
              (x, y) -> x.viewAs(DType.BFLOAT16).dot(y.viewAs(DType.BFLOAT16).index(0, 0)).rank()),
          all("SUM_OF_BIG_ENDIAN", (x, y) -> big(x).sum()),
          all(
              "SUM_OF_COMPLEX",
              (x, y) -> x.viewAs(DType.COMPLEX128).reduce(Reduction.SUM).itemCount()),
          all("PROD_OF_INTS", (x, y) -> x.viewAs(DType.INT32).prodLong()),
          all(
              "PROD_OF_COMPLEX",
              (x, y) -> x.viewAs(DType.COMPLEX128).reduce(Reduction.PROD).itemCount()),
          all(
              "SUM_WHERE_FILE",
              (x, y) -> y.reduce(Reduction.SUM, Axes.of(1).where(bits(x))).size(0)),
          all("MAX_OF_INTS", (x, y) -> x.viewAs(DType.INT32).max()),
          all(
              "SUM_OF_SMALL_INTEGERS_ALONG_COLUMNS",
              (x, y) -> x.viewAs(DType.INT16).sum(0).itemCount()),
          all("DOT_OF_FILE", (x, y) -> y.dot(x.index(0, 0)).itemCount()),
          all(
              "DOT_OF_FLOATS",
              (x, y) -> x.viewAs(DType.FLOAT32).dot(y.viewAs(DType.FLOAT32).index(0, 0)).rank()),
          all("NEAREST", (x, y) -> big(x).nearest(y.index(0, 0), 3).size()),
          all("NEAREST_TO_EACH", (x, y) -> x.nearestToEach(y.slice(":2"), 3).size()),
          all("MATMUL", (x, y) -> x.matmul(y.slice(":, :8")).itemCount()),
          all("MATMUL_OF_COLUMNS", (x, y) -> y.slice(":8").matmul(x).itemCount()),
          all(
              "MATMUL_INTO_FILE",
              (x, y) -> {
                y.slice("..., :1").matmul(y.slice(":1"), x);
                return 0;
              }),
          each("ROWS", (x, y) -> sumOfRows(x)),
          all("HISTOGRAM", (x, y) -> x.viewAs(DType.UINT8).histogram(10).outside()),
          all("HISTOGRAM_IN_RANGE", (x, y) -> x.histogram(10, 0, 1).outside()),
          all("HISTOGRAM_OF_INTS", (x, y) -> ints(x).histogram(new double[] {0, 1, 9}).outside()),
          all("QUANTILE_OF_FEW", (x, y) -> x.slice("::2, ::2").quantile(0.5)),
          all(
              "CUM_SUM_OF_LONG_DOUBLES",
              (x, y) -> x.viewAs(DType.parse("<f16")).cumSum(1).itemCount()),
          all("CUM_SUM_OF_SPANS", (x, y) -> x.viewAs(DType.parse("<m8[s]")).cumSum(0).itemCount()),
          all("CUM_PROD", (x, y) -> Cumulative.prod(x).itemCount()),
          all("CUM_PROD_ALONG_COLUMNS", (x, y) -> Cumulative.prod(x, 0).itemCount()),
          all(
              "CUM_PROD_OF_COMPLEX_NUMBERS",
              (x, y) -> Cumulative.prod(x.viewAs(DType.parse("<c8")), 1).itemCount()),
          all(
              "CUM_PROD_OF_LONG_DOUBLES",
              (x, y) -> Cumulative.prod(x.viewAs(DType.parse("<c32")), 1).itemCount()),
          all("CUM_PROD_INTO_FILE", (x, y) -> done(() -> Cumulative.prod(y, 1, x))),
          all("NAN_CUM_SUM", (x, y) -> Cumulative.nanSum(x, 1).itemCount()),
          all("AVERAGE", (x, y) -> Average.of(x, Creation.onesLike(y), 0).average().itemCount()),
          all(
              "BINCOUNT",
              (x, y) -> Counting.bincount(x.viewAs(DType.UINT8).reshape(-1), 0).itemCount()),
          all(
              "DIGITIZE",
              (x, y) -> Counting.digitize(x, NdView.of(new double[] {1, 2}), true).itemCount()),
          all("TAKE_ALONG_AXIS", (x, y) -> AlongAxis.take(x, positions(x.shape()), 1).itemCount()),
          all("PUT_ALONG_AXIS", (x, y) -> done(() -> AlongAxis.put(x, positions(x.shape()), y, 1))),
          all("UNIQUE_ROWS", (x, y) -> AlongAxis.unique(x, 0).itemCount()),
          all("LEXSORT", (x, y) -> AlongAxis.lexSort(List.of(y, x), 0).itemCount()),
          all("GRADIENT", (x, y) -> Calculus.gradient(x, 1, 0, 1).itemCount()),
          all("TRAPEZOID", (x, y) -> Calculus.trapezoid(x, 1, 0).itemCount()),
          all("INTERP", (x, y) -> Calculus.interp(x, y.index(0, 0), y.index(0, 0)).itemCount()),
          all("UNWRAP", (x, y) -> Calculus.unwrap(x, 1, 1).itemCount()),
          all(
              "PAD_BY_MEANS",
              (x, y) -> Manipulation.pad(x, new long[][] {{1}}, Padding.MEAN).itemCount()),
          all("CUM_SUM_INTO_FILE", (x, y) -> done(() -> y.cumSum(1, x))),
          all("COPY_INTO_FILE", (x, y) -> copy(y, x)),
          all("TRANSPOSE_FROM_FILE", (x, y) -> copy(x.transpose(), y)),
          all("TRANSPOSE_INTO_FILE", (x, y) -> copy(y.transpose(), x)),
          few("COPY_OF_SOME", (x, y) -> copy(x.slice("::2, ::3"), y.slice("::2, ::3"))),
          all("COPY_SWAPPED", (x, y) -> copy(big(x), y)),
          all("COPY_TO_ARRAY", (x, y) -> x.toArray().length),
          all("CAST_TO_HALVES", (x, y) -> x.astype(DType.FLOAT16).itemCount()),
          all("CAST_OF_INTS", (x, y) -> x.viewAs(DType.INT32).astype(DType.FLOAT64).itemCount()),
          all("CAST_OF_BYTES", (x, y) -> x.viewAs(DType.UINT8).astype(DType.FLOAT32).itemCount()),
          all("CAST_OF_BIG_ENDIAN", (x, y) -> big(x).astype(DType.FLOAT32).itemCount()),
          all("CAST_INTO_FILE", (x, y) -> cast(y, x.viewAs(DType.FLOAT32).slice("..., ::2"))),
          all("ASSIGN", (x, y) -> done(() -> x.copyFrom(y.index(0, 0).broadcastTo(x.shape())))),
          all("PLUS_INTS", (x, y) -> done(() -> ints(x).plus(3, ints(x)))),
          all("DIVIDE_INTO_FILE", (x, y) -> done(() -> y.dividedBy(2.0, x))),
          all("ADD_SCALED_FROM_FILE", (x, y) -> done(() -> y.addScaled(x, 0.5))),
          all(
              "EXPRESSION_INTO_FILE",
              (x, y) ->
                  done(() -> Expression.of(y).times(2).plus(Expression.of(x)).sqrt().into(x))),
          all(
              "EXPRESSION_FROM_FILE",
              (x, y) -> done(() -> Expression.of(x).minus(Expression.of(big(x))).abs().into(y))),
          all(
              "SUM_OF_EXPRESSION",
              (x, y) -> Expression.of(x).times(Expression.of(y)).plus(1).sum()),
          all(
              "SUMS_OF_EXPRESSION",
              (x, y) ->
                  Expression.of(x).times(Expression.of(y)).reduce(Reduction.SUM, 0).itemCount()),
          all(
              "SELECTION_OF_EXPRESSION",
              (x, y) ->
                  Expression.of(x)
                      .times(2)
                      .select(Expression.of(x).compare(Comparison.LESS, 1.0))
                      .itemCount()),
          all(
              "PLACES_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().reduce(Reduction.ARG_MAX, 1).itemCount()),
          all(
              "EXPRESSION_WITH_REDUCTION",
              (x, y) ->
                  done(() -> Expression.parse("x - mean(x * 2, axis=0)", Map.of("x", x)).into(y))),
          all(
              "MASKED_SUMS_OF_EXPRESSION",
              (x, y) ->
                  Expression.evaluate("sum(x * 2, axis=1, where=x < 1)", Map.of("x", x))
                      .itemCount()),
          all(
              "HISTOGRAM_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().histogram(9, 0, 1).bins()),
          all(
              "COUNT_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().compare(Comparison.LESS, 1.0).countNonZero()),
          all("MAP", (x, y) -> done(() -> y.map(Unary.SQRT, x))),
          all("SINES", (x, y) -> done(() -> y.map(Unary.SIN, x))),
          all("CLOSE", (x, y) -> x.isClose(y).itemCount()),
          all("ALL_CLOSE", (x, y) -> x.allClose(y) ? 1 : 0),
          all("COMBINE", (x, y) -> done(() -> x.combine(Binary.MAXIMUM, y, x))),
          all("WHERE", (x, y) -> done(() -> x.where(y.compare(Comparison.LESS, 1.0), y, x))),
          all(
              "WHERE_OF_TEXT",
              (x, y) -> text(x).where(y.compare(Comparison.LESS, 1.0), text(y)).itemCount()),
          all("APPLY", (x, y) -> done(() -> x.apply(v -> 0.5 * v))),
          all("ZIP", (x, y) -> done(() -> x.zip(y, (a, b) -> a - b, y))),
          each(
              "RUNS",
              (x, y) ->
                  done(
                      () ->
                          x.forEachRun(
                              (memory, at, stride, count) ->
                                  memory.get(ValueLayout.JAVA_BYTE, at)))),
          all(
              "CONCATENATE_INTO_FILE",
              (x, y) ->
                  done(() -> NdView.concatenate(0, List.of(y.slice("1:"), y.slice(":1")), x))),
          all("TRIL", (x, y) -> Creation.tril(x, 0).itemCount()),
          all("TRIU_INTO_FILE", (x, y) -> done(() -> Creation.triu(y, 0, x))),
          all("TILE", (x, y) -> Manipulation.tile(x, 2, 2).itemCount()),
          all("REPEAT", (x, y) -> Manipulation.repeat(x, 2, 1).itemCount()),
          all("REPEAT_BY_COUNTS", (x, y) -> Manipulation.repeat(x, new long[] {2}, 0).itemCount()),
          all("ROLL", (x, y) -> Manipulation.roll(x, 7, 1).itemCount()),
          all("ROLL_IN_C_ORDER", (x, y) -> Manipulation.roll(x, 7).itemCount()),
          all("ROLL_INTO_FILE", (x, y) -> done(() -> Manipulation.roll(y, 7, 0, x))),
          all(
              "PAD",
              (x, y) -> Manipulation.pad(x, new long[][] {{1}}, Padding.REFLECT).itemCount()),
          all(
              "PAD_INTO_FILE",
              (x, y) ->
                  done(
                      () ->
                          Manipulation.pad(
                              y.slice("1:-1, 1:-1"), new long[][] {{1}}, Padding.WRAP, x))),
          all("INSERT", (x, y) -> Manipulation.insert(x, 7, y.index(0, 0), 0).itemCount()),
          all("DELETE", (x, y) -> Manipulation.delete(x, new long[] {7}, 0).itemCount()),
          all("RESIZE", (x, y) -> Manipulation.resize(x, x.itemCount()).itemCount()),
          all("TAKE_INTO_FILE", (x, y) -> done(() -> y.take(backwards(x.size(0)), 0, x))),
          all("TAKE_SORTED", (x, y) -> sorting(x).take(backwards(x.size(0)), 0).itemCount()),
          all(
              "TAKE_SORTED_INTO_FILE",
              (x, y) -> done(() -> sorting(y).take(backwards(x.size(0)), 1, x))),
          all(
              "GATHER_SORTED",
              (x, y) -> sorting(x).gather(backwards(x.itemCount() / 8)).itemCount()),
          all("DIFFERENCES", (x, y) -> x.differences(y.slice("::-1"), Tolerance.EXACT).count()),
          all("COMPARE_ITEMS", (x, y) -> y.compare(Comparison.LESS_EQUAL, x).itemCount()),
          few(
              "COMPARE_LONG_DOUBLES",
              (x, y) -> longDoubles(x).compare(Comparison.EQUAL, longDoubles(y)).itemCount()),
          all("COMPARE_TEXT", (x, y) -> text(x).compare(Comparison.LESS, text(y)).rank()),
          all(
              "COMPARE_STRUCTURES",
              (x, y) -> structures(x).compare(Comparison.EQUAL, structures(y)).itemCount()),
          all(
              "COMPARE_INTO_FILE",
              (x, y) -> done(() -> y.compare(Comparison.GREATER, y.index(0, 3), booleans(x)))),
          all("SELECT_BY_FILE", (x, y) -> y.select(booleans(x)).itemCount()),
          all(
              "SELECT_COMPARED_INTO_FILE",
              (x, y) -> y.select(Comparison.LESS, 1e300, x.reshape(x.itemCount()))),
          all("SORT", (x, y) -> done(() -> x.sort(1))),
          all("SORT_COLUMNS", (x, y) -> done(() -> big(x).sort(0))),
          all("SORT_INTO_FILE", (x, y) -> done(() -> y.sorted(1, x))),
          all("SORT_STRUCTURES", (x, y) -> done(() -> structures(x).sort(0))),
          all("PARTITION", (x, y) -> done(() -> x.partition(1, 7))),
          all("UNIQUE_COUNTS", (x, y) -> x.uniqueCounts().counts().get(0)),
          all("UNIQUE_INVERSE", (x, y) -> x.uniqueInverse().itemCount()),
          all("LARGEST", (x, y) -> x.largest(9).values().get(0)),
          all("SMALLEST_OF_ROWS", (x, y) -> x.smallest(9, 1).values().itemCount()),
          each("STREAM", (x, y) -> x.stream().sum()),
          each("STREAM_OF_SOME", (x, y) -> x.slice("::-2, ::3").stream().sum()),
          each("STREAM_PARALLEL", (x, y) -> x.stream().parallel().sum()),
          each(
              "STREAM_OF_INTS",
              (x, y) -> x.viewAs(DType.INT32).as(IntView.class).stream().parallel().sum()),
          each("STREAM_OF_FEW", (x, y) -> x.stream().limit(3).sum()),
          each("STREAM_OF_ONE", (x, y) -> x.stream().findFirst().getAsDouble()),
          each(
              "STREAM_UNTIL_FOUND", (x, y) -> x.stream().parallel().anyMatch(v -> v == 77) ? 1 : 0),
          each("STREAM_OF_DOUBLES", (x, y) -> big(x).doubles().sum()),
          each("STREAM_OF_LONGS", (x, y) -> x.viewAs(DType.INT64).longs().parallel().sum()),
          each("STREAM_OF_VALUES", (x, y) -> x.values().mapToInt(Object::hashCode).sum()),
          each("PRINT", (x, y) -> x.toString().length()),
          each("CANONICAL_BYTES", (x, y) -> sumOfBlocks(x)),
          each("FOR_EACH", (x, y) -> sumOfEach(x)),
          each("ITERATOR", (x, y) -> iterated(x.index(0, 1).stream().iterator())),
          each("ITERATOR_OF_VALUES", (x, y) -> iterated(big(x).index(0, 1).values().iterator())),
          all("STATISTICS", (x, y) -> x.statistics().count()),
          all("FILL_WITH_INTEGER", (x, y) -> done(() -> x.fill(1L))),
          all("FILL_WITH_TRUTH", (x, y) -> done(() -> x.fill(true))),
          all("FILL_WITH_BYTES", (x, y) -> done(() -> x.fill(new byte[Double.BYTES]))),
          all(
              "COPY_INTO_ARRAY",
              (x, y) -> done(() -> x.reshape(-1).copyTo(new double[(int) x.itemCount()]))),
          all(
              "COPY_FROM_ARRAY",
              (x, y) -> done(() -> x.reshape(-1).copyFrom(new double[(int) x.itemCount()]))),
          all("LOGICAL_AND", (x, y) -> x.combine(Binary.LOGICAL_AND, y).itemCount()),
          all(
              "VARIANCES_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().reduce(Reduction.VAR, 1).itemCount()),
          all(
              "WHERE_NUMBER_INTO_FILE",
              (x, y) -> done(() -> y.where(y.compare(Comparison.LESS, 1.0), 1.0, x))),
          all(
              "BINCOUNT_OF_WEIGHTS",
              (x, y) ->
                  Counting.bincount(
                          x.viewAs(DType.UINT8).reshape(-1), y.viewAs(DType.UINT8).reshape(-1), 0)
                      .itemCount()),
          all("KRON", (x, y) -> Products.kron(x, NdView.of(new double[] {1, 2})).itemCount()),
          all("ROUND", (x, y) -> Rounding.round(x, 2).itemCount()),
          all("STACK", (x, y) -> Manipulation.stack(0, List.of(x, y)).itemCount()),
          all("TRIM_ZEROS", (x, y) -> Manipulation.trimZeros(x.reshape(-1)).itemCount()),
          few(
              "SCATTER_AT_COLUMNS",
              (x, y) ->
                  done(
                      () ->
                          x.scatterAt(
                              new long[][] {backwards(x.size(0)), backwards(x.size(0))},
                              y.index(0, 0)))),
          all("ARG_PARTITION", (x, y) -> x.argPartition(1, 7).itemCount()),
          all("SEARCH_MANY", (x, y) -> x.index(0, 0).searchSorted(y.reshape(-1), Side.LEFT)[0]));

  /// All these operations: those of [MeasuredOperations] on doubles (except [#NEED_FINITE] and
  /// [#REPEATED]), variants with other dtypes, views and targets, and operations that are not
  /// measured. New measured operations are included automatically.
  public static final List<BulkOperation> ALL = all();

  private BulkOperations() {}

  private static List<BulkOperation> all() {
    List<BulkOperation> all = new ArrayList<>();
    for (MeasuredOperation measured : MeasuredOperations.all()) {
      if (measured.dtypes().contains("f8")
          && !NEED_FINITE.contains(measured.name())
          && !REPEATED.matcher(measured.name()).matches()) {
        all.add(on(measured, 0));
        if (measured.layouts() == Layouts.AXES) {
          all.add(on(measured, 1));
        }
      }
    }
    all.addAll(OTHERS);
    return List.copyOf(all);
  }

  private static BulkOperation on(MeasuredOperation measured, int axis) {
    return all(
        measured.layouts() == Layouts.AXES ? measured.name() + " " + axis : measured.name(),
        (x, y) -> measured.work().of(new SquareOperands(x, y, axis)).hashCode());
  }

  private static BulkOperation all(String name, ToDoubleBiFunction<DoubleView, DoubleView> work) {
    return new BulkOperation(name, Reach.ALL, work);
  }

  private static BulkOperation few(String name, ToDoubleBiFunction<DoubleView, DoubleView> work) {
    return new BulkOperation(name, Reach.FEW, work);
  }

  private static BulkOperation each(String name, ToDoubleBiFunction<DoubleView, DoubleView> work) {
    return new BulkOperation(name, Reach.EACH, work);
  }

  private static DoubleView small(DoubleView view) {
    return view.slice("0, :15");
  }

  private static NdView<?> big(DoubleView view) {
    return view.viewAs(DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN));
  }

  private static ByteView bits(DoubleView view) {
    return view.viewAs(DType.BOOL).slice("..., ::8").as(ByteView.class);
  }

  private static NdView<?> ints(DoubleView view) {
    return view.viewAs(DType.INT32);
  }

  private static DoubleView sorting(DoubleView view) {
    return view.on(view.execution().sortingAccesses());
  }

  private static ByteView booleans(DoubleView view) {
    return view.viewAs(DType.BOOL).as(ByteView.class).slice("..., ::8");
  }

  private static NdView<?> longDoubles(DoubleView view) {
    return view.viewAs(DType.parse("<f16")).slice("::40");
  }

  private static NdView<?> structures(DoubleView view) {
    return view.viewAs(DType.parse("[('a', '<f4'), ('b', '<i2', (2,))]"));
  }

  private static NdView<?> text(DoubleView view) {
    return view.viewAs(DType.parse("<U2"));
  }

  private static double copy(NdView<?> source, NdView<?> target) {
    source.copyTo(target);
    return 0;
  }

  private static double cast(NdView<?> source, NdView<?> target) {
    source.copyTo(target, Casting.UNSAFE);
    return 0;
  }

  /// Adds the elements, because compiled code would not read elements that are not used.
  private static double sumOfEach(DoubleView view) {
    double[] sum = {0};
    view.stream().forEach(item -> sum[0] += item);
    return sum[0];
  }

  private static double sumOfBlocks(DoubleView view) {
    double[] sum = {0};
    view.forEachCanonicalBlock(block -> sum[0] += block.get(0));
    return sum[0];
  }

  private static double sumOfRows(DoubleView view) {
    double[] sum = {0};
    view.forEachRow((number, row) -> sum[0] += row.get(0));
    return sum[0];
  }

  private static double iterated(Iterator<?> items) {
    double count = 0;
    while (items.hasNext()) {
      count += items.next().hashCode();
    }
    return count;
  }

  private static double done(Runnable operation) {
    operation.run();
    return 0;
  }
}
