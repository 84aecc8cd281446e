package io.ndmap.mmap;

import io.ndmap.array.AlongAxis;
import io.ndmap.array.Average;
import io.ndmap.array.Calculus;
import io.ndmap.array.Counting;
import io.ndmap.array.Creation;
import io.ndmap.array.Cumulative;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/// A bulk operation on the items of a file that may be truncated at any time.
///
/// @param name what it is called
/// @param work what it does, given the items of the file, of shape (400, 400), and those of another
///   one of the same shape, which stays whole; gives anything that depends on the items
record FaultKernel(String name, ToDoubleBiFunction<DoubleView, DoubleView> work) {

  static final List<FaultKernel> ALL =
      List.of(
          new FaultKernel("SUM", (x, y) -> x.sum()),
          new FaultKernel("SUM_OF_MANY", (x, y) -> x.broadcastTo(Shape.of(8, 400, 400)).sum()),
          new FaultKernel("SUM_OF_FEW", (x, y) -> x.index(0, 0).sum()),
          new FaultKernel("SUM_OF_SOME", (x, y) -> x.slice("::2, ::3").sum()),
          new FaultKernel("SUM_BACKWARDS", (x, y) -> x.slice("::-1, ::-1").sum()),
          new FaultKernel("SUM_OF_SMALL_VIEW", (x, y) -> x.slice("::40, ::40").sum()),
          new FaultKernel("STD_OF_SMALL_RUN", (x, y) -> x.index(0, 0).slice(":100").std()),
          new FaultKernel("STD_OF_SMALL_BYTES", (x, y) -> small(x).viewAs(DType.UINT8).std()),
          new FaultKernel("MAX_OF_SMALL_BIG_ENDIAN", (x, y) -> big(small(x)).max()),
          new FaultKernel("ARG_MAX_OF_SMALL_VIEW", (x, y) -> x.slice("::-40, 7").argMax()),
          new FaultKernel("NAN_SUM_OF_SMALL_RUN", (x, y) -> small(x).nanSum()),
          new FaultKernel(
              "MEAN_ALONG_COLUMNS_OF_SMALL_VIEW",
              (x, y) -> x.slice("::40, ::40").mean(0).itemCount()),
          new FaultKernel("CELLS", (x, y) -> x.cellStatistics(ComplexPart.REAL, 7, 9).mean()),
          new FaultKernel("SUM_OF_BYTES", (x, y) -> x.viewAs(DType.UINT8).sum()),
          new FaultKernel("SUM_OF_BOOLEANS", (x, y) -> x.viewAs(DType.BOOL).sum()),
          new FaultKernel("SUM_OF_SHORTS", (x, y) -> x.viewAs(DType.INT16).sum()),
          new FaultKernel("SUM_OF_INTS", (x, y) -> x.viewAs(DType.INT32).sumLong()),
          new FaultKernel("SUM_OF_LONGS", (x, y) -> x.viewAs(DType.INT64).sumLong()),
          new FaultKernel("SUM_OF_HALVES", (x, y) -> x.viewAs(DType.FLOAT16).sum()),
          new FaultKernel("SUM_OF_FLOATS", (x, y) -> x.viewAs(DType.FLOAT32).sum()),
          new FaultKernel("SUM_OF_BIG_ENDIAN", (x, y) -> big(x).sum()),
          new FaultKernel(
              "SUM_OF_COMPLEX",
              (x, y) -> x.viewAs(DType.COMPLEX128).reduce(Reduction.SUM).itemCount()),
          new FaultKernel("PROD", (x, y) -> x.prod()),
          new FaultKernel("PROD_OF_INTS", (x, y) -> x.viewAs(DType.INT32).prodLong()),
          new FaultKernel(
              "PROD_OF_COMPLEX",
              (x, y) -> x.viewAs(DType.COMPLEX128).reduce(Reduction.PROD).itemCount()),
          new FaultKernel("PROD_ALONG_COLUMNS", (x, y) -> x.prod(0).itemCount()),
          new FaultKernel(
              "SUM_WHERE",
              (x, y) ->
                  x.reduce(Reduction.SUM, Axes.all().where(y.compare(Comparison.LESS, 1.0)))
                      .itemCount()),
          new FaultKernel(
              "SUM_WHERE_FILE",
              (x, y) -> y.reduce(Reduction.SUM, Axes.of(1).where(bits(x))).size(0)),
          new FaultKernel("MEAN", (x, y) -> x.mean()),
          new FaultKernel("STD", (x, y) -> x.std()),
          new FaultKernel("NAN_STD", (x, y) -> x.nanStd()),
          new FaultKernel("MIN", (x, y) -> x.min()),
          new FaultKernel("MAX", (x, y) -> x.max()),
          new FaultKernel("MAX_OF_INTS", (x, y) -> x.viewAs(DType.INT32).max()),
          new FaultKernel("ARG_MAX", (x, y) -> x.argMax()),
          new FaultKernel("ANY", (x, y) -> x.any() ? 1 : 0),
          new FaultKernel("COUNT_NON_ZERO", (x, y) -> x.countNonZero()),
          new FaultKernel("SUM_ALONG_COLUMNS", (x, y) -> x.sum(0).itemCount()),
          new FaultKernel("SUM_ALONG_ROWS", (x, y) -> x.sum(1).itemCount()),
          new FaultKernel("STD_ALONG_COLUMNS", (x, y) -> x.std(0).itemCount()),
          new FaultKernel("MAX_ALONG_COLUMNS", (x, y) -> x.max(0).itemCount()),
          new FaultKernel(
              "NAN_MIN_ALONG_COLUMNS", (x, y) -> x.reduce(Reduction.NAN_MIN, 0).itemCount()),
          new FaultKernel(
              "SUM_OF_SMALL_INTEGERS_ALONG_COLUMNS",
              (x, y) -> x.viewAs(DType.INT16).sum(0).itemCount()),
          new FaultKernel("MAX_ALONG_ROWS", (x, y) -> x.max(1).itemCount()),
          new FaultKernel("ARG_MIN_ALONG_COLUMNS", (x, y) -> x.argMin(0).itemCount()),
          new FaultKernel("DOT", (x, y) -> x.dot(y.index(0, 0)).itemCount()),
          new FaultKernel("DOT_OF_FILE", (x, y) -> y.dot(x.index(0, 0)).itemCount()),
          new FaultKernel(
              "DOT_OF_FLOATS",
              (x, y) -> x.viewAs(DType.FLOAT32).dot(y.viewAs(DType.FLOAT32).index(0, 0)).rank()),
          new FaultKernel("NEAREST", (x, y) -> big(x).nearest(y.index(0, 0), 3).size()),
          new FaultKernel("NEAREST_TO_EACH", (x, y) -> x.nearestToEach(y.slice(":2"), 3).size()),
          new FaultKernel("MATMUL", (x, y) -> x.matmul(y.slice(":, :8")).itemCount()),
          new FaultKernel("MATMUL_OF_COLUMNS", (x, y) -> y.slice(":8").matmul(x).itemCount()),
          new FaultKernel(
              "MATMUL_INTO_FILE",
              (x, y) -> {
                y.slice("..., :1").matmul(y.slice(":1"), x);
                return 0;
              }),
          new FaultKernel("ROWS", (x, y) -> sumOfRows(x)),
          new FaultKernel("HISTOGRAM", (x, y) -> x.viewAs(DType.UINT8).histogram(10).outside()),
          new FaultKernel("HISTOGRAM_IN_RANGE", (x, y) -> x.histogram(10, 0, 1).outside()),
          new FaultKernel(
              "HISTOGRAM_OF_INTS", (x, y) -> ints(x).histogram(new double[] {0, 1, 9}).outside()),
          new FaultKernel("MEDIAN", (x, y) -> x.median()),
          new FaultKernel("QUANTILES", (x, y) -> x.quantile(0.1, 0.5, 1)[2]),
          new FaultKernel("QUANTILE_OF_FEW", (x, y) -> x.slice("::2, ::2").quantile(0.5)),
          new FaultKernel("MEDIAN_ALONG_COLUMNS", (x, y) -> x.median(0).itemCount()),
          new FaultKernel("MEDIAN_ALONG_ROWS", (x, y) -> x.median(1).itemCount()),
          new FaultKernel(
              "CUM_SUM_OF_LONG_DOUBLES",
              (x, y) -> x.viewAs(DType.parse("<f16")).cumSum(1).itemCount()),
          new FaultKernel(
              "CUM_SUM_OF_SPANS", (x, y) -> x.viewAs(DType.parse("<m8[s]")).cumSum(0).itemCount()),
          new FaultKernel("CUM_SUM", (x, y) -> x.cumSum().itemCount()),
          new FaultKernel("CUM_PROD", (x, y) -> Cumulative.prod(x).itemCount()),
          new FaultKernel("CUM_PROD_ALONG_COLUMNS", (x, y) -> Cumulative.prod(x, 0).itemCount()),
          new FaultKernel(
              "CUM_PROD_OF_COMPLEX_NUMBERS",
              (x, y) -> Cumulative.prod(x.viewAs(DType.parse("<c8")), 1).itemCount()),
          new FaultKernel(
              "CUM_PROD_OF_LONG_DOUBLES",
              (x, y) -> Cumulative.prod(x.viewAs(DType.parse("<c32")), 1).itemCount()),
          new FaultKernel("CUM_PROD_INTO_FILE", (x, y) -> done(() -> Cumulative.prod(y, 1, x))),
          new FaultKernel("NAN_CUM_SUM", (x, y) -> Cumulative.nanSum(x, 1).itemCount()),
          new FaultKernel(
              "AVERAGE", (x, y) -> Average.of(x, Creation.onesLike(y), 0).average().itemCount()),
          new FaultKernel(
              "BINCOUNT",
              (x, y) -> Counting.bincount(x.viewAs(DType.UINT8).reshape(-1), 0).itemCount()),
          new FaultKernel(
              "DIGITIZE",
              (x, y) -> Counting.digitize(x, NdView.of(new double[] {1, 2}), true).itemCount()),
          new FaultKernel("TAKE_ALONG_AXIS", (x, y) -> AlongAxis.take(x, places(), 1).itemCount()),
          new FaultKernel("PUT_ALONG_AXIS", (x, y) -> done(() -> AlongAxis.put(x, places(), y, 1))),
          new FaultKernel("UNIQUE_ROWS", (x, y) -> AlongAxis.unique(x, 0).itemCount()),
          new FaultKernel("LEXSORT", (x, y) -> AlongAxis.lexSort(List.of(y, x), 0).itemCount()),
          new FaultKernel("GRADIENT", (x, y) -> Calculus.gradient(x, 1, 0, 1).itemCount()),
          new FaultKernel("TRAPEZOID", (x, y) -> Calculus.trapezoid(x, 1, 0).itemCount()),
          new FaultKernel(
              "INTERP", (x, y) -> Calculus.interp(x, y.index(0, 0), y.index(0, 0)).itemCount()),
          new FaultKernel("UNWRAP", (x, y) -> Calculus.unwrap(x, 1, 1).itemCount()),
          new FaultKernel(
              "PAD_BY_MEANS",
              (x, y) -> Manipulation.pad(x, new long[][] {{1}}, Padding.MEAN).itemCount()),
          new FaultKernel("CUM_SUM_ALONG_COLUMNS", (x, y) -> x.cumSum(0).itemCount()),
          new FaultKernel("CUM_SUM_ALONG_ROWS", (x, y) -> x.cumSum(1).itemCount()),
          new FaultKernel("CUM_SUM_INTO_FILE", (x, y) -> done(() -> y.cumSum(1, x))),
          new FaultKernel("COPY_FROM_FILE", (x, y) -> copy(x, y)),
          new FaultKernel("COPY_INTO_FILE", (x, y) -> copy(y, x)),
          new FaultKernel("TRANSPOSE_FROM_FILE", (x, y) -> copy(x.transpose(), y)),
          new FaultKernel("TRANSPOSE_INTO_FILE", (x, y) -> copy(y.transpose(), x)),
          new FaultKernel("COPY_OF_SOME", (x, y) -> copy(x.slice("::2, ::3"), y.slice("::2, ::3"))),
          new FaultKernel("COPY_SWAPPED", (x, y) -> copy(big(x), y)),
          new FaultKernel("COPY_TO_ARRAY", (x, y) -> x.toArray().length),
          new FaultKernel("CAST_TO_FLOATS", (x, y) -> x.astype(DType.FLOAT32).itemCount()),
          new FaultKernel("CAST_TO_INTS", (x, y) -> x.astype(DType.INT32).itemCount()),
          new FaultKernel("CAST_TO_HALVES", (x, y) -> x.astype(DType.FLOAT16).itemCount()),
          new FaultKernel(
              "CAST_OF_INTS", (x, y) -> x.viewAs(DType.INT32).astype(DType.FLOAT64).itemCount()),
          new FaultKernel(
              "CAST_OF_BYTES", (x, y) -> x.viewAs(DType.UINT8).astype(DType.FLOAT32).itemCount()),
          new FaultKernel("CAST_OF_BIG_ENDIAN", (x, y) -> big(x).astype(DType.FLOAT32).itemCount()),
          new FaultKernel(
              "CAST_INTO_FILE", (x, y) -> cast(y, x.viewAs(DType.FLOAT32).slice("..., ::2"))),
          new FaultKernel("FILL", (x, y) -> done(() -> x.fill(2.5))),
          new FaultKernel(
              "ASSIGN", (x, y) -> done(() -> x.copyFrom(y.index(0, 0).broadcastTo(x.shape())))),
          new FaultKernel("PLUS", (x, y) -> done(() -> x.plus(1.5, x))),
          new FaultKernel("PLUS_INTS", (x, y) -> done(() -> ints(x).plus(3, ints(x)))),
          new FaultKernel("TIMES_FROM_FILE", (x, y) -> done(() -> x.times(y, y))),
          new FaultKernel("DIVIDE_INTO_FILE", (x, y) -> done(() -> y.dividedBy(2.0, x))),
          new FaultKernel("ADD_SCALED", (x, y) -> done(() -> x.addScaled(y, 0.5))),
          new FaultKernel("ADD_SCALED_FROM_FILE", (x, y) -> done(() -> y.addScaled(x, 0.5))),
          new FaultKernel(
              "EXPRESSION_INTO_FILE",
              (x, y) ->
                  done(() -> Expression.of(y).times(2).plus(Expression.of(x)).sqrt().into(x))),
          new FaultKernel(
              "EXPRESSION_FROM_FILE",
              (x, y) -> done(() -> Expression.of(x).minus(Expression.of(big(x))).abs().into(y))),
          new FaultKernel(
              "SUM_OF_EXPRESSION",
              (x, y) -> Expression.of(x).times(Expression.of(y)).plus(1).sum()),
          new FaultKernel(
              "SUMS_OF_EXPRESSION",
              (x, y) ->
                  Expression.of(x).times(Expression.of(y)).reduce(Reduction.SUM, 0).itemCount()),
          new FaultKernel(
              "SELECTION_OF_EXPRESSION",
              (x, y) ->
                  Expression.of(x)
                      .times(2)
                      .select(Expression.of(x).compare(Comparison.LESS, 1.0))
                      .itemCount()),
          new FaultKernel(
              "PLACES_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().reduce(Reduction.ARG_MAX, 1).itemCount()),
          new FaultKernel(
              "EXPRESSION_WITH_REDUCTION",
              (x, y) ->
                  done(() -> Expression.parse("x - mean(x * 2, axis=0)", Map.of("x", x)).into(y))),
          new FaultKernel(
              "MASKED_SUMS_OF_EXPRESSION",
              (x, y) ->
                  Expression.evaluate("sum(x * 2, axis=1, where=x < 1)", Map.of("x", x))
                      .itemCount()),
          new FaultKernel(
              "HISTOGRAM_OF_EXPRESSION", (x, y) -> Expression.of(x).abs().histogram(9).bins()),
          new FaultKernel(
              "COUNT_OF_EXPRESSION",
              (x, y) -> Expression.of(x).abs().compare(Comparison.LESS, 1.0).count()),
          new FaultKernel("CLIP", (x, y) -> done(() -> x.clip(0.0, 1.0))),
          new FaultKernel("MAP", (x, y) -> done(() -> y.map(Unary.SQRT, x))),
          new FaultKernel("SINES", (x, y) -> done(() -> y.map(Unary.SIN, x))),
          new FaultKernel("CLOSE", (x, y) -> x.isClose(y).itemCount()),
          new FaultKernel("ALL_CLOSE", (x, y) -> x.allClose(y) ? 1 : 0),
          new FaultKernel("COMBINE", (x, y) -> done(() -> x.combine(Binary.MAXIMUM, y, x))),
          new FaultKernel(
              "WHERE", (x, y) -> done(() -> x.where(y.compare(Comparison.LESS, 1.0), y, x))),
          new FaultKernel(
              "WHERE_OF_TEXT",
              (x, y) -> text(x).where(y.compare(Comparison.LESS, 1.0), text(y)).itemCount()),
          new FaultKernel("APPLY", (x, y) -> done(() -> x.apply(v -> 0.5 * v))),
          new FaultKernel("ZIP", (x, y) -> done(() -> x.zip(y, (a, b) -> a - b, y))),
          new FaultKernel(
              "RUNS",
              (x, y) ->
                  done(
                      () ->
                          x.forEachRun(
                              (memory, at, stride, count) ->
                                  memory.get(ValueLayout.JAVA_BYTE, at)))),
          new FaultKernel(
              "CONCATENATE", (x, y) -> NdView.concatenate(1, List.of(y, x)).itemCount()),
          new FaultKernel(
              "CONCATENATE_INTO_FILE",
              (x, y) ->
                  done(() -> NdView.concatenate(0, List.of(y.slice("200:"), y.slice(":200")), x))),
          new FaultKernel("TRIL", (x, y) -> Creation.tril(x, 0).itemCount()),
          new FaultKernel("TRIU_INTO_FILE", (x, y) -> done(() -> Creation.triu(y, 0, x))),
          new FaultKernel("TILE", (x, y) -> Manipulation.tile(x, 2, 2).itemCount()),
          new FaultKernel("REPEAT", (x, y) -> Manipulation.repeat(x, 2, 1).itemCount()),
          new FaultKernel(
              "REPEAT_BY_COUNTS", (x, y) -> Manipulation.repeat(x, new long[] {2}, 0).itemCount()),
          new FaultKernel("ROLL", (x, y) -> Manipulation.roll(x, 7, 1).itemCount()),
          new FaultKernel("ROLL_IN_C_ORDER", (x, y) -> Manipulation.roll(x, 7).itemCount()),
          new FaultKernel("ROLL_INTO_FILE", (x, y) -> done(() -> Manipulation.roll(y, 7, 0, x))),
          new FaultKernel(
              "PAD",
              (x, y) -> Manipulation.pad(x, new long[][] {{1}}, Padding.REFLECT).itemCount()),
          new FaultKernel(
              "PAD_INTO_FILE",
              (x, y) ->
                  done(
                      () ->
                          Manipulation.pad(
                              y.slice("1:-1, 1:-1"), new long[][] {{1}}, Padding.WRAP, x))),
          new FaultKernel(
              "INSERT", (x, y) -> Manipulation.insert(x, 200, y.index(0, 0), 0).itemCount()),
          new FaultKernel(
              "DELETE", (x, y) -> Manipulation.delete(x, new long[] {200}, 0).itemCount()),
          new FaultKernel("RESIZE", (x, y) -> Manipulation.resize(x, 500, 800).itemCount()),
          new FaultKernel("TAKE", (x, y) -> x.take(backwards(400), 0).itemCount()),
          new FaultKernel("TAKE_COLUMNS", (x, y) -> done(() -> x.take(backwards(400), 1, y))),
          new FaultKernel("TAKE_INTO_FILE", (x, y) -> done(() -> y.take(backwards(400), 0, x))),
          new FaultKernel("GATHER", (x, y) -> x.gather(backwards(20_000)).itemCount()),
          new FaultKernel(
              "GATHER_AT", (x, y) -> x.gatherAt(backwards(400), backwards(400)).itemCount()),
          new FaultKernel("TAKE_SORTED", (x, y) -> sorting(x).take(backwards(400), 0).itemCount()),
          new FaultKernel(
              "TAKE_SORTED_INTO_FILE", (x, y) -> done(() -> sorting(y).take(backwards(400), 1, x))),
          new FaultKernel(
              "GATHER_SORTED", (x, y) -> sorting(x).gather(backwards(20_000)).itemCount()),
          new FaultKernel(
              "SCATTER", (x, y) -> done(() -> x.scatter(backwards(400), y.index(0, 0)))),
          new FaultKernel(
              "DIFFERENCES", (x, y) -> x.differences(y.slice("::-1"), Tolerance.EXACT).count()),
          new FaultKernel("COMPARE", (x, y) -> x.compare(Comparison.LESS, 1.0).itemCount()),
          new FaultKernel(
              "COMPARE_ITEMS", (x, y) -> y.compare(Comparison.LESS_EQUAL, x).itemCount()),
          new FaultKernel(
              "COMPARE_LONG_DOUBLES",
              (x, y) -> longDoubles(x).compare(Comparison.EQUAL, longDoubles(y)).itemCount()),
          new FaultKernel(
              "COMPARE_TEXT", (x, y) -> text(x).compare(Comparison.LESS, text(y)).rank()),
          new FaultKernel(
              "COMPARE_STRUCTURES",
              (x, y) -> structures(x).compare(Comparison.EQUAL, structures(y)).itemCount()),
          new FaultKernel(
              "COMPARE_INTO_FILE",
              (x, y) -> done(() -> y.compare(Comparison.GREATER, y.index(0, 3), booleans(x)))),
          new FaultKernel(
              "SELECT", (x, y) -> x.select(y.compare(Comparison.LESS, 1e300)).itemCount()),
          new FaultKernel("SELECT_BY_FILE", (x, y) -> y.select(booleans(x)).itemCount()),
          new FaultKernel(
              "SELECT_COMPARED", (x, y) -> x.select(Comparison.LESS, 1e300).itemCount()),
          new FaultKernel(
              "SELECT_COMPARED_INTO_FILE",
              (x, y) -> y.select(Comparison.LESS, 1e300, x.reshape(x.itemCount()))),
          new FaultKernel("NON_ZERO", (x, y) -> x.nonZero().length),
          new FaultKernel(
              "SEARCH",
              (x, y) -> x.index(0, 0).searchSorted(NdView.of(new double[500]), Side.LEFT)[0]),
          new FaultKernel("SORT", (x, y) -> done(() -> x.sort(1))),
          new FaultKernel("SORT_COLUMNS", (x, y) -> done(() -> big(x).sort(0))),
          new FaultKernel("SORT_ALL", (x, y) -> x.sorted().get(0)),
          new FaultKernel("SORT_INTO_FILE", (x, y) -> done(() -> y.sorted(1, x))),
          new FaultKernel(
              "SORT_THROUGH_RUNS",
              (x, y) -> sortThroughRuns(FileSort.flat(), x, NdView.zeros(DType.FLOAT64, 160_000))),
          new FaultKernel(
              "SORT_COLUMNS_THROUGH_RUNS",
              (x, y) ->
                  sortThroughRuns(FileSort.along(0), x, NdView.zeros(DType.FLOAT64, 400, 400))),
          new FaultKernel(
              "SORT_THROUGH_RUNS_INTO_FILE", (x, y) -> sortThroughRuns(FileSort.along(0), y, x)),
          new FaultKernel("SORT_STRUCTURES", (x, y) -> done(() -> structures(x).sort(0))),
          new FaultKernel("ARG_SORT", (x, y) -> x.argSort(0).itemCount()),
          new FaultKernel("PARTITION", (x, y) -> done(() -> x.partition(1, 7))),
          new FaultKernel("UNIQUE", (x, y) -> x.unique().get(0)),
          new FaultKernel("UNIQUE_COUNTS", (x, y) -> x.uniqueCounts().counts().get(0)),
          new FaultKernel("UNIQUE_INVERSE", (x, y) -> x.uniqueInverse().itemCount()),
          new FaultKernel("LARGEST", (x, y) -> x.largest(9).values().get(0)),
          new FaultKernel("SMALLEST_OF_ROWS", (x, y) -> x.smallest(9, 1).values().itemCount()),
          new FaultKernel("COPY_TO_NEW_ARRAY", (x, y) -> x.copy(Order.F).itemCount()),
          new FaultKernel("CONTENT_EQUALS", (x, y) -> x.contentEquals(y, true) ? 1 : 0),
          new FaultKernel("STREAM", (x, y) -> x.stream().sum()),
          new FaultKernel("STREAM_OF_SOME", (x, y) -> x.slice("::-2, ::3").stream().sum()),
          new FaultKernel("STREAM_PARALLEL", (x, y) -> x.stream().parallel().sum()),
          new FaultKernel(
              "STREAM_OF_INTS",
              (x, y) -> x.viewAs(DType.INT32).as(IntView.class).stream().parallel().sum()),
          new FaultKernel("STREAM_OF_FEW", (x, y) -> x.stream().limit(3).sum()),
          new FaultKernel("STREAM_OF_ONE", (x, y) -> x.stream().findFirst().getAsDouble()),
          new FaultKernel(
              "STREAM_UNTIL_FOUND", (x, y) -> x.stream().parallel().anyMatch(v -> v == 77) ? 1 : 0),
          new FaultKernel("STREAM_OF_DOUBLES", (x, y) -> big(x).doubles().sum()),
          new FaultKernel(
              "STREAM_OF_LONGS", (x, y) -> x.viewAs(DType.INT64).longs().parallel().sum()),
          new FaultKernel(
              "STREAM_OF_VALUES", (x, y) -> x.values().mapToInt(Object::hashCode).sum()),
          new FaultKernel("FOR_EACH", (x, y) -> sumOfEach(x)),
          new FaultKernel("ITERATOR", (x, y) -> iterated(x.index(0, 1).stream().iterator())),
          new FaultKernel(
              "ITERATOR_OF_VALUES", (x, y) -> iterated(big(x).index(0, 1).values().iterator())));

  double run(DoubleView x, DoubleView y) {
    return work.applyAsDouble(x, y);
  }

  /// Positions of an axis in every row.
  private static NdView<?> places() {
    return NdView.of(backwards(400)).broadcastTo(Shape.of(400, 400));
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

  private static double sortThroughRuns(FileSort sort, NdView<?> view, NdView<?> target) {
    try {
      Path beside = Path.of(System.getProperty("java.io.tmpdir"), "x.npy");
      sort.withMemory(8000).into(view, target, beside);
      return target.reshape(target.itemCount()).getDouble(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /// Items that nobody looks at would not be read in compiled code.
  private static double sumOfEach(DoubleView view) {
    double[] sum = {0};
    view.stream().forEach(item -> sum[0] += item);
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

  private static long[] backwards(int count) {
    return IntStream.range(0, count).mapToLong(i -> count - 1 - i).toArray();
  }
}
