package io.ndmap.operations;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.nd.Axes;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Moments;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import io.ndmap.op.Statistics;
import io.ndmap.op.Unary;
import io.ndmap.operations.MeasuredOperation.Layouts;
import io.ndmap.operations.MeasuredOperation.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/// The rows of the benchmark matrix. Every public bulk operation of [NdView] is in a row, or in
/// [#EXEMPT] with the reason why it is not measured.
public final class MeasuredOperations {

  // Groups of dtypes, separated by spaces.
  private static final String REAL = "f8 f4 i4 i8 u1 >f8";
  private static final String MORE = REAL + " i2 u2 u8 >f4 >i4";
  private static final String FLOATS = "f8 f4 >f8";
  private static final String INTEGERS = "i4 i8 u1";
  private static final double EXACT = 0;

  /// The maximum relative difference of sums of `f4`, which NumPy computes in single precision. The
  /// matrix applies a lower limit to other dtypes.
  private static final double ROUNDED = 2e-3;

  /// Operations that are also measured on operands larger than the caches. There they represent all
  /// other operations, whose loops are limited by memory in the same way.
  private static final Set<String> FROM_MEMORY =
      Set.of(
          "sum",
          "var",
          "max",
          "argMax",
          "countNonZero",
          "histogram of a range",
          "median",
          "cumSum",
          "plus number",
          "times number",
          "plus view",
          "dividedBy view",
          "addScaled",
          "clip",
          "compare number",
          "compare view",
          "copy",
          "copyTo",
          "fill",
          "astype f8",
          "astype f4",
          "astype i4",
          "cast into f8",
          "cast into f4",
          "cast into i4",
          "cast into u1",
          "take",
          "select",
          "sum along",
          "var along",
          "max along",
          "argMax along",
          "countNonZero along",
          "cumSum along");

  /// Operations that share the loop of another operation, and are therefore measured in few
  /// layouts.
  private static final Pattern TWINS =
      Pattern.compile(
          "astype .*|minus .*|.*, new|take into|select by .*|histogram of bins|quantile");

  private static final double[] FEW_QUANTILES = {0.1, 0.5, 0.9};

  /// The reasons why methods are not measured, by their names or signatures, separated by spaces.
  public static final Map<String, String> EXEMPT =
      Map.ofEntries(
          Map.entry("zeros of as", "makes views, touches no elements"),
          Map.entry(
              "stream doubles longs values toString toList setValue", "passes single elements"),
          Map.entry("cellStatistics", "takes what statistics take, of planes alone"),
          Map.entry("toArray(Class)", "is copyTo of Java arrays, many of them"),
          Map.entry(
              "parallel on execution forEachRun forEachBlock",
              "measures the caller's code, or changes only how others run"),
          Map.entry(
              "slice index newAxis transpose flip swapAxes moveAxis squeeze broadcastTo reshape"
                  + " flatten split diagonal slidingWindow viewAs field real imag",
              "shape algebra, touches no elements; flatten is copy where it copies"),
          Map.entry(
              "map(Unary) combine(Binary,NdView) combine(Binary,Number)"
                  + " where(ByteView,Number,NdView)"
                  + " plus(NdView) plus(Number) minus(NdView) minus(Number)"
                  + " times(NdView) times(Number) dividedBy(NdView) dividedBy(Number) negate",
              "is the same into a new array, or with another number"),
          Map.entry(
              "largestProducts nearest largestProductsWithEach nearestToEach",
              "is dot or squaredDistances, and a ranking"),
          Map.entry("emptyLike", "makes an array and reads none"),
          Map.entry("concatenate(int,List,NdView)", "is concatenate into an array that is there"),
          Map.entry("matmul", "needs matrices that fit together"),
          Map.entry("outer", "is combine of views with more axes"),
          Map.entry(
              "sort sorted(int,String[]) sorted(int,NdView,String[]) sorted(NdView,String[])"
                  + " argSort(int,String[])",
              "is sorted or argSort of all elements, along an axis or elsewhere"),
          Map.entry(
              "partition argPartition smallest largest uniqueCounts uniqueInverse",
              "brings the elements to the heap as argSort does, and sorts fewer or all"),
          Map.entry("forEachRow", "measures the caller's code"),
          Map.entry("isClose allClose", "is an expression of others, in one pass"),
          Map.entry("differences", "is a comparison and its extremes, in one pass"),
          Map.entry("copyFrom", "is copyTo with the operands exchanged"),
          Map.entry("reduce", "is what all reductions along axes call"),
          Map.entry("forEachCanonicalBlock", "numpy has nothing like it"));

  private MeasuredOperations() {}

  /// Returns all rows.
  public static List<MeasuredOperation> all() {
    List<MeasuredOperation> rows = new ArrayList<>();
    reductions(rows);
    distributions(rows);
    arithmetic(rows);
    comparisons(rows);
    copies(rows);
    selections(rows);
    alongAxes(rows);
    vectors(rows);
    return rows;
  }

  private static void reductions(List<MeasuredOperation> rows) {
    Rows all = new Rows(rows, Layouts.ALL, MORE, ROUNDED);
    all.add("sum", "sum() sumLong()", "x.sum()", o -> whole(o, NdView::sumLong, NdView::sum));
    all.add("prod", "prod() prodLong()", "x.prod()", o -> whole(o, NdView::prodLong, NdView::prod));
    all.of(REAL)
        .add(
            "sum where",
            "reduce(Reduction,Axes)",
            "x.sum(where=s)",
            o -> o.x().reduce(Reduction.SUM, Axes.all().where(o.s())));
    all.add("mean", "mean()", "x.mean()", o -> o.x().mean());
    all.add("var", "var()", "x.var()", o -> o.x().var());
    all.add("std", "std()", "x.std()", o -> o.x().std());
    all.add(
        "min",
        "min()",
        "x.min()",
        o -> whole(o, x -> x.reduce(Reduction.MIN).getLong(), NdView::min));
    all.add(
        "max",
        "max()",
        "x.max()",
        o -> whole(o, x -> x.reduce(Reduction.MAX).getLong(), NdView::max));
    all.add("argMin", "argMin()", "x.argmin()", o -> o.x().argMin());
    all.add("argMax", "argMax()", "x.argmax()", o -> o.x().argMax());
    Rows truths = all.of(MORE + " b1");
    truths.add("any", "any()", "w.any()", o -> o.w().any());
    truths.add("countNonZero", "countNonZero()", "np.count_nonzero(x)", o -> o.x().countNonZero());
    all.add("all", "all()", "x.all()", o -> o.x().all());
    all.of(FLOATS).add("count", "count()", "np.count_nonzero(x == x)", o -> o.x().count());
    Rows few = new Rows(rows, Layouts.FEW, "f8 f4", ROUNDED);
    few.add(
        "moments",
        "moments()",
        "(x.mean(), x.var())",
        o -> {
          Moments moments = o.x().moments();
          return new double[] {moments.mean(), moments.var()};
        });
    few.add(
        "statistics",
        "statistics()",
        "(x.min(), x.max(), x.mean(), x.std())",
        o -> {
          Statistics it = o.x().statistics();
          return new double[] {
            it.min().orElseThrow().doubleValue(),
            it.max().orElseThrow().doubleValue(),
            it.mean(),
            it.std()
          };
        });
    few.add("nanSum", "nanSum()", "np.nansum(x)", o -> o.x().nanSum());
    few.add("nanMean", "nanMean()", "np.nanmean(x)", o -> o.x().nanMean());
    few.add("nanVar", "nanVar()", "np.nanvar(x)", o -> o.x().nanVar());
    few.add("nanStd", "nanStd()", "np.nanstd(x)", o -> o.x().nanStd());
    few.add("nanMin", "nanMin()", "np.nanmin(x)", o -> o.x().nanMin());
    few.add("nanMax", "nanMax()", "np.nanmax(x)", o -> o.x().nanMax());
    few.add("nanArgMin", "nanArgMin()", "np.nanargmin(x)", o -> o.x().nanArgMin());
    few.add("nanArgMax", "nanArgMax()", "np.nanargmax(x)", o -> o.x().nanArgMax());
  }

  /// Returns the result of an operation: exact as a `long` if the elements are integers, otherwise
  /// as a `double`.
  private static Object whole(
      MeasuredOperands o, ToLongFunction<NdView<?>> exact, ToDoubleFunction<NdView<?>> real) {
    return o.isInteger() ? (Object) exact.applyAsLong(o.x()) : (Object) real.applyAsDouble(o.x());
  }

  private static void distributions(List<MeasuredOperation> rows) {
    Rows all = new Rows(rows, Layouts.ALL, REAL, EXACT);
    Rows few = new Rows(rows, Layouts.FEW, "f8 f4", EXACT);
    QuantileMethod lower = QuantileMethod.LOWER;
    all.add(
        "histogram of bins",
        "histogram(int)",
        "np.histogram(x, 64)[0]",
        o -> o.x().histogram(64).counts());
    all.add(
        "histogram of a range",
        "histogram(int,double,double)",
        "np.histogram(x, 64, (0, 128))[0]",
        o -> o.x().histogram(64, 0, 128).counts());
    few.add(
        "histogram of edges",
        "histogram(double[])",
        "np.histogram(x, e)[0]",
        o -> o.x().histogram(o.e()).counts());
    few.add(
        "nanHistogram",
        "nanHistogram(int)",
        "np.histogram(x[~np.isnan(x)], 64)[0]",
        o -> o.x().nanHistogram(64).counts());
    all = all.within(ROUNDED);
    few = few.within(ROUNDED);
    all.add("median", "median()", "np.median(x)", o -> o.x().median());
    all.add("quantile", "quantile(double)", "np.quantile(x, 0.3)", o -> o.x().quantile(0.3));
    few.add(
        "three quantiles",
        "quantile(double[])",
        "np.quantile(x, [0.1, 0.5, 0.9])",
        o -> o.x().quantile(FEW_QUANTILES));
    few.add(
        "quantile, lower",
        "quantile(QuantileMethod,Axes,double)",
        "np.quantile(x, 0.3, method='lower')",
        o -> o.x().quantile(lower, Axes.all(), 0.3));
    few.add(
        "three quantiles, lower",
        "quantile(QuantileMethod,Axes,double[])",
        "np.quantile(x, [0.1, 0.5, 0.9], method='lower')",
        o -> o.x().quantile(lower, Axes.all(), FEW_QUANTILES));
    few.add("nanMedian", "nanMedian()", "np.nanmedian(x)", o -> o.x().nanMedian());
    few.add(
        "nanQuantile",
        "nanQuantile(double)",
        "np.nanquantile(x, 0.3)",
        o -> o.x().nanQuantile(0.3));
    few.add(
        "three nanQuantiles",
        "nanQuantile(double[])",
        "np.nanquantile(x, [0.1, 0.5, 0.9])",
        o -> o.x().nanQuantile(FEW_QUANTILES));
    few.add(
        "nanQuantile, lower",
        "nanQuantile(QuantileMethod,Axes,double)",
        "np.nanquantile(x, 0.3, method='lower')",
        o -> o.x().nanQuantile(lower, Axes.all(), 0.3));
    few.add(
        "three nanQuantiles, lower",
        "nanQuantile(QuantileMethod,Axes,double[])",
        "np.nanquantile(x, [0.1, 0.5, 0.9], method='lower')",
        o -> o.x().nanQuantile(lower, Axes.all(), FEW_QUANTILES));
    all.add("cumSum, new", "cumSum()", "x.cumsum()", o -> o.x().cumSum());
    all.add(
        "cumSum",
        "cumSum(NdView)",
        "np.cumsum(x, out=v)",
        into(MeasuredOperands::v, o -> o.x().cumSum(o.v())));
  }

  private static void arithmetic(List<MeasuredOperation> rows) {
    Rows floats = new Rows(rows, Layouts.ALL, FLOATS + " f2 >f4 c16", EXACT);
    Rows integers = floats.of(INTEGERS + " i2 u2 u8 >i4");
    Rows real = floats.of(MORE + " f2 c16");
    floats.add(
        "plus number",
        "plus(Number,NdView)",
        "np.add(x, 3, out=z)",
        into(MeasuredOperands::z, o -> o.x().plus(3.0, o.z())));
    integers.add(
        "plus number",
        "plus(Number,NdView)",
        "np.add(x, 3, out=z)",
        into(MeasuredOperands::z, o -> o.x().plus(3L, o.z())));
    floats.add(
        "minus number",
        "minus(Number,NdView)",
        "np.subtract(x, 3, out=z)",
        into(MeasuredOperands::z, o -> o.x().minus(3.0, o.z())));
    integers.add(
        "minus number",
        "minus(Number,NdView)",
        "np.subtract(x, 3, out=z)",
        into(MeasuredOperands::z, o -> o.x().minus(3L, o.z())));
    floats.add(
        "times number",
        "times(Number,NdView)",
        "np.multiply(x, 2, out=z)",
        into(MeasuredOperands::z, o -> o.x().times(2.0, o.z())));
    integers.add(
        "times number",
        "times(Number,NdView)",
        "np.multiply(x, 2, out=z)",
        into(MeasuredOperands::z, o -> o.x().times(2L, o.z())));
    floats
        .of(FLOATS)
        .add(
            "dividedBy number",
            "dividedBy(Number,NdView)",
            "np.divide(x, 3, out=d)",
            into(MeasuredOperands::d, o -> o.x().dividedBy(3.0, o.d())));
    integers
        .of(INTEGERS)
        .wide(Double.BYTES)
        .add(
            "dividedBy number",
            "dividedBy(Number,NdView)",
            "np.divide(x, 3, out=d)",
            into(MeasuredOperands::d, o -> o.x().dividedBy(3L, o.d())));
    real.add(
        "plus view",
        "plus(NdView,NdView)",
        "np.add(x, y, out=z)",
        into(MeasuredOperands::z, o -> o.x().plus(o.y(), o.z())));
    real.add(
        "minus view",
        "minus(NdView,NdView)",
        "np.subtract(x, y, out=z)",
        into(MeasuredOperands::z, o -> o.x().minus(o.y(), o.z())));
    real.of(MORE)
        .add(
            "times view",
            "times(NdView,NdView)",
            "np.multiply(x, y, out=z)",
            into(MeasuredOperands::z, o -> o.x().times(o.y(), o.z())));
    real.of(REAL)
        .wide(Double.BYTES)
        .add(
            "dividedBy view",
            "dividedBy(NdView,NdView)",
            "np.divide(x, y, out=d)",
            into(MeasuredOperands::d, o -> o.x().dividedBy(o.y(), o.d())));
    Rows inPlace = real.of(REAL);
    inPlace.add(
        "times number in place",
        "times(Number,NdView)",
        "np.multiply(a, 1, out=a)",
        into(MeasuredOperands::a, o -> o.a().times(1L, o.a())));
    inPlace.add(
        "plus view in place",
        "plus(NdView,NdView)",
        "np.add(a, y, out=a)",
        into(MeasuredOperands::a, o -> o.a().plus(o.y(), o.a())));
    floats
        .of(FLOATS)
        .add(
            "addScaled",
            "addScaled(NdView,Number)",
            "np.add(a, np.multiply(y, 2, out=z), out=a)",
            into(MeasuredOperands::a, o -> o.a().addScaled(o.y(), 2.0)));
    integers
        .of(INTEGERS)
        .add(
            "addScaled",
            "addScaled(NdView,Number)",
            "np.add(a, np.multiply(y, 2, out=z), out=a)",
            into(MeasuredOperands::a, o -> o.a().addScaled(o.y(), 2L)));
    floats
        .of(FLOATS)
        .add(
            "clip",
            "clip(Number,Number)",
            "np.clip(a, 30, 90, out=a)",
            into(MeasuredOperands::a, o -> o.a().clip(30.0, 90.0)));
    functions(floats.of(FLOATS));
    integers.add(
        "clip",
        "clip(Number,Number)",
        "np.clip(a, 30, 90, out=a)",
        into(MeasuredOperands::a, o -> o.a().clip(30L, 90L)));
  }

  private static void functions(Rows floats) {
    Rows choices = floats.of(REAL + " i2");
    choices.add(
        "where, new",
        "where(ByteView,NdView)",
        "np.where(s, x, y)",
        o -> o.x().where(o.s(), o.y()));
    choices.add(
        "where",
        "where(ByteView,NdView,NdView)",
        "np.copyto(z, np.where(s, x, y)) -> z",
        into(MeasuredOperands::z, o -> o.x().where(o.s(), o.y(), o.z())));
    floats.add(
        "where of a number, new",
        "where(ByteView,Number)",
        "np.where(s, x, 3)",
        o -> o.x().where(o.s(), 3.0));
    floats.add(
        "sqrt",
        "map(Unary,NdView)",
        "np.sqrt(x, out=z)",
        into(MeasuredOperands::z, o -> o.x().map(Unary.SQRT, o.z())));
    floats.add(
        "absolute",
        "map(Unary,NdView)",
        "np.absolute(x, out=z)",
        into(MeasuredOperands::z, o -> o.x().map(Unary.ABSOLUTE, o.z())));
    Rows rounded = floats.within(ROUNDED);
    rounded.add(
        "sin",
        "map(Unary,NdView)",
        "np.sin(x, out=z)",
        into(MeasuredOperands::z, o -> o.x().map(Unary.SIN, o.z())));
    rounded.add(
        "exp2",
        "map(Unary,NdView)",
        "np.exp2(x, out=z)",
        into(MeasuredOperands::z, o -> o.x().map(Unary.EXP2, o.z())));
    rounded.add(
        "log2",
        "map(Unary,NdView)",
        "np.log2(x, out=z)",
        into(MeasuredOperands::z, o -> o.x().map(Unary.LOG2, o.z())));
    rounded.add(
        "hypot",
        "combine(Binary,NdView,NdView)",
        "np.hypot(x, y, out=z)",
        into(MeasuredOperands::z, o -> o.x().combine(Binary.HYPOT, o.y(), o.z())));
    floats.add(
        "maximum",
        "combine(Binary,NdView,NdView)",
        "np.maximum(x, y, out=z)",
        into(MeasuredOperands::z, o -> o.x().combine(Binary.MAXIMUM, o.y(), o.z())));
    floats.add(
        "remainder of a number",
        "combine(Binary,Number,NdView)",
        "np.remainder(x, 3, out=z)",
        into(MeasuredOperands::z, o -> o.x().combine(Binary.REMAINDER, 3.0, o.z())));
  }

  private static void comparisons(List<MeasuredOperation> rows) {
    Comparison less = Comparison.LESS;
    Rows floats = new Rows(rows, Layouts.ALL, FLOATS + " f2 >f4", EXACT);
    Rows integers = floats.of(INTEGERS + " i2 u2 u8 >i4");
    Rows real = floats.of(MORE + " f2");
    floats.add(
        "compare number",
        "compare(Comparison,Number,ByteView)",
        "np.less(x, 60, out=m)",
        into(MeasuredOperands::m, o -> o.x().compare(less, 60.0, o.m())));
    integers.add(
        "compare number",
        "compare(Comparison,Number,ByteView)",
        "np.less(x, 60, out=m)",
        into(MeasuredOperands::m, o -> o.x().compare(less, 60L, o.m())));
    floats
        .of(FLOATS)
        .add(
            "compare number, new",
            "compare(Comparison,Number)",
            "x < 60",
            o -> o.x().compare(less, 60.0));
    integers
        .of(INTEGERS)
        .add(
            "compare number, new",
            "compare(Comparison,Number)",
            "x < 60",
            o -> o.x().compare(less, 60L));
    real.add(
        "compare view",
        "compare(Comparison,NdView,ByteView)",
        "np.less(x, y, out=m)",
        into(MeasuredOperands::m, o -> o.x().compare(less, o.y(), o.m())));
    real.of(REAL)
        .add(
            "compare view, new",
            "compare(Comparison,NdView)",
            "x < y",
            o -> o.x().compare(less, o.y()));
    real.of(REAL)
        .add(
            "contentEquals",
            "contentEquals(NdView)",
            "np.array_equal(x, u)",
            o -> o.x().contentEquals(o.u()));
    new Rows(rows, Layouts.FEW, FLOATS, EXACT)
        .add(
            "contentEquals, NaN too",
            "contentEquals(NdView,boolean)",
            "np.array_equal(x, u, equal_nan=True)",
            o -> o.x().contentEquals(o.u(), true));
    Rows sorted = new Rows(rows, Layouts.ONE, REAL, EXACT);
    sorted.add(
        "searchSorted",
        "searchSorted(NdView,Side)",
        "np.searchsorted(o, f)",
        o -> o.o().searchSorted(o.f(), Side.LEFT));
    sorted.add("sorted", "sorted(String[])", "np.sort(x, axis=None)", o -> o.x().sorted());
    sorted.add(
        "argSort",
        "argSort(String[])",
        "np.argsort(x, axis=None, kind='stable')",
        o -> o.x().argSort());
    sorted.add("unique", "unique()", "np.unique(x)", o -> o.x().unique());
  }

  private static void copies(List<MeasuredOperation> rows) {
    Rows all = new Rows(rows, Layouts.ALL, MORE + " f2 c16 b1", EXACT);
    Rows few = new Rows(rows, Layouts.FEW, "f8 u1", EXACT);
    all.add("copy", "copy()", "x.copy()", o -> o.x().copy());
    few.add("copy in Fortran order", "copy(Order)", "x.copy('F')", o -> o.x().copy(Order.F));
    all.add(
        "copyTo",
        "copyTo(NdView)",
        "np.copyto(z, x) -> z",
        into(MeasuredOperands::z, o -> o.x().copyTo(o.z())));
    few.add(
        "copyTo segment",
        "copyTo(MemorySegment)",
        "np.copyto(u, x) -> u",
        into(MeasuredOperands::u, o -> o.x().copyTo(o.u().segment())));
    fills(rows);
    for (String to : List.of("f8", "f4", "i4", "u1")) {
      DType dtype = DType.parse(to);
      List<String> from = new ArrayList<>(List.of((MORE + " f2 b1").split(" ")));
      from.remove(to);
      Rows casts = all.of(String.join(" ", from)).wide(dtype.itemsize());
      casts.add(
          "astype " + to,
          "astype(DType) astype(DType,Casting)",
          "x.astype('<%s')".formatted(to),
          o -> o.x().astype(dtype));
      casts.add(
          "cast into " + to,
          "copyTo(NdView,Casting)",
          "np.copyto(t_%1$s, x, casting='unsafe') -> t_%1$s".formatted(to),
          into(o -> o.t(dtype), o -> o.x().copyTo(o.t(dtype), Casting.UNSAFE)));
    }
  }

  private static void fills(List<MeasuredOperation> rows) {
    Rows floats = new Rows(rows, Layouts.ALL, FLOATS, EXACT);
    floats.add(
        "fill", "fill(Object)", "a.fill(7) -> a", into(MeasuredOperands::a, o -> o.a().fill(7.0)));
    floats
        .of(INTEGERS)
        .add(
            "fill",
            "fill(Object)",
            "a.fill(7) -> a",
            into(MeasuredOperands::a, o -> o.a().fill(7L)));
  }

  private static void selections(List<MeasuredOperation> rows) {
    Rows all = new Rows(rows, Layouts.ALL, REAL, EXACT);
    Rows one = new Rows(rows, Layouts.ONE, MORE, EXACT);
    Comparison greater = Comparison.GREATER;
    all.add("take", "take(long[],int)", "np.take(x, k, axis=0)", o -> o.x().take(o.k(), 0));
    all.add(
        "take into",
        "take(long[],int,NdView)",
        "np.take(x, k, axis=0, out=p, mode='clip')",
        into(MeasuredOperands::p, o -> o.x().take(o.k(), 0, o.p())));
    one.add("gather", "gather(long[])", "x.take(i)", o -> o.x().gather(o.i()));
    one.add(
        "gather into",
        "gather(long[],NdView)",
        "np.take(x, i, out=g, mode='clip')",
        into(MeasuredOperands::g, o -> o.x().gather(o.i(), o.g())));
    all.add("gatherAt", "gatherAt(long[][])", "x[ij]", o -> o.x().gatherAt(o.ij()));
    one.of("f8 u1")
        .add(
            "gatherAt into",
            "gatherAt(long[][],NdView)",
            "np.copyto(g, x[ij]) -> g",
            into(MeasuredOperands::g, o -> o.x().gatherAt(o.ij(), o.g())));
    one.add(
        "scatter",
        "scatter(long[],NdView)",
        "a.reshape(-1).__setitem__(i, h) -> a",
        into(MeasuredOperands::a, o -> o.a().scatter(o.i(), o.h())));
    all.add(
        "scatterAt",
        "scatterAt(long[][],NdView)",
        "a.__setitem__(ij, h) -> a",
        into(MeasuredOperands::a, o -> o.a().scatterAt(o.ij(), o.h())));
    all.add("select", "select(ByteView)", "x[s]", o -> o.x().select(o.s()));
    one.add(
        "select into",
        "select(ByteView,NdView)",
        "np.compress(s.reshape(-1), x.reshape(-1), out=q)",
        o -> o.q().slice(0, 0, o.x().select(o.s(), o.q()), 1));
    all.of(FLOATS)
        .add(
            "select by number",
            "select(Comparison,Number)",
            "x[x > 60]",
            o -> o.x().select(greater, 60.0));
    all.of(INTEGERS)
        .add(
            "select by number",
            "select(Comparison,Number)",
            "x[x > 60]",
            o -> o.x().select(greater, 60L));
    String compress = "np.compress(np.less(x, 60, out=m).reshape(-1), x.reshape(-1), out=q)";
    one.of(FLOATS)
        .add(
            "select by number into",
            "select(Comparison,Number,NdView)",
            compress,
            o -> o.q().slice(0, 0, o.x().select(Comparison.LESS, 60.0, o.q()), 1));
    one.of(INTEGERS)
        .add(
            "select by number into",
            "select(Comparison,Number,NdView)",
            compress,
            o -> o.q().slice(0, 0, o.x().select(Comparison.LESS, 60L, o.q()), 1));
    all.of("f8 i4 u1 b1")
        .wide(2 * Long.BYTES)
        .add("nonZero", "nonZero()", "np.nonzero(x)", o -> o.x().nonZero());
  }

  private static void vectors(List<MeasuredOperation> rows) {
    Rows floats = new Rows(rows, Layouts.FEW, FLOATS, ROUNDED);
    floats.add("dot", "dot(NdView)", "x @ y[(0,) * (y.ndim - 1)]", o -> o.x().dot(firstRow(o.y())));
    floats.add(
        "squaredDistances",
        "squaredDistances(NdView)",
        "((x - y[(0,) * (y.ndim - 1)]) ** 2).sum(-1)",
        o -> o.x().squaredDistances(firstRow(o.y())));
    floats.add(
        "concatenate",
        "concatenate(int,List)",
        "np.concatenate([x, y], 0)",
        o -> NdView.concatenate(0, List.of(o.x(), o.y())));
  }

  private static NdView<?> firstRow(NdView<?> view) {
    NdView<?> row = view;
    while (row.rank() > 1) {
      row = row.index(0, 0);
    }
    return row;
  }

  private static void alongAxes(List<MeasuredOperation> rows) {
    Rows all = new Rows(rows, Layouts.AXES, MORE, ROUNDED);
    all.along("sum", "x.sum(axis=ax)", o -> o.x().sum(o.axis()));
    all.along("prod", "x.prod(axis=ax)", o -> o.x().prod(o.axis()));
    all.of(REAL)
        .add(
            "sum where along",
            "reduce(Reduction,Axes)",
            "x.sum(axis=ax, where=s)",
            o -> o.x().reduce(Reduction.SUM, Axes.of(o.axis()).where(o.s())));
    all.along("mean", "x.mean(axis=ax)", o -> o.x().mean(o.axis()));
    all.along("var", "x.var(axis=ax)", o -> o.x().var(o.axis()));
    all.along("std", "x.std(axis=ax)", o -> o.x().std(o.axis()));
    all.along("min", "x.min(axis=ax)", o -> o.x().min(o.axis()));
    all.along("max", "x.max(axis=ax)", o -> o.x().max(o.axis()));
    all.add("argMin along", "argMin(int)", "x.argmin(axis=ax)", o -> o.x().argMin(o.axis()));
    all.add("argMax along", "argMax(int)", "x.argmax(axis=ax)", o -> o.x().argMax(o.axis()));
    Rows truths = all.of(REAL + " b1");
    truths.along("any", "w.any(axis=ax)", o -> o.w().any(o.axis()));
    truths.along("all", "x.all(axis=ax)", o -> o.x().all(o.axis()));
    truths.along("countNonZero", "np.count_nonzero(x, axis=ax)", o -> o.x().countNonZero(o.axis()));
    all.of(FLOATS)
        .add(
            "count along",
            "reduce(Reduction,int[])",
            "np.count_nonzero(x == x, axis=ax)",
            o -> o.x().reduce(Reduction.COUNT, o.axis()));
    Rows sums = all.of(REAL);
    sums.add("cumSum along, new", "cumSum(int)", "x.cumsum(axis=ax)", o -> o.x().cumSum(o.axis()));
    sums.add(
        "cumSum along",
        "cumSum(int,NdView)",
        "np.cumsum(x, axis=ax, out=va)",
        into(MeasuredOperands::va, o -> o.x().cumSum(o.axis(), o.va())));
    sums.add(
        "take along",
        "take(long[],int)",
        "np.take(x, k, axis=ax)",
        o -> o.x().take(o.k(), o.axis()));
    sums.along("ptp", "np.ptp(x, axis=ax)", o -> o.x().ptp(o.axis()));
    sums.add("diff along", "diff(int,int)", "np.diff(x, axis=ax)", o -> o.x().diff(o.axis(), 1));
    sums.along("median", "np.median(x, axis=ax)", o -> o.x().median(o.axis()));
    QuantileMethod linear = QuantileMethod.LINEAR;
    Rows few = all.of("f8 f4");
    few.add(
        "quantile along",
        "quantile(QuantileMethod,Axes,double)",
        "np.quantile(x, 0.3, axis=ax)",
        o -> o.x().quantile(linear, Axes.of(o.axis()), 0.3));
    few.add(
        "three quantiles along",
        "quantile(QuantileMethod,Axes,double[])",
        "np.quantile(x, [0.1, 0.5, 0.9], axis=ax)",
        o -> o.x().quantile(linear, Axes.of(o.axis()), FEW_QUANTILES));
    // NumPy's functions that ignore NaN take seconds on large operands.
    Rows few1 = few.of(">f8");
    few1.add(
        "nanQuantile along",
        "nanQuantile(QuantileMethod,Axes,double)",
        "np.nanquantile(x, 0.3, axis=ax)",
        o -> o.x().nanQuantile(linear, Axes.of(o.axis()), 0.3));
    few1.add(
        "three nanQuantiles along",
        "nanQuantile(QuantileMethod,Axes,double[])",
        "np.nanquantile(x, [0.1, 0.5, 0.9], axis=ax)",
        o -> o.x().nanQuantile(linear, Axes.of(o.axis()), FEW_QUANTILES));
    few1.along("nanMedian", "np.nanmedian(x, axis=ax)", o -> o.x().nanMedian(o.axis()));
    few.add(
        "nanSum along",
        "reduce(Reduction,int[])",
        "np.nansum(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_SUM, o.axis()));
    few.add(
        "nanMean along",
        "reduce(Reduction,int[])",
        "np.nanmean(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_MEAN, o.axis()));
    few.add(
        "nanVar along",
        "reduce(Reduction,int[])",
        "np.nanvar(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_VAR, o.axis()));
    few.add(
        "nanStd along",
        "reduce(Reduction,int[])",
        "np.nanstd(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_STD, o.axis()));
    few.add(
        "nanMin along",
        "reduce(Reduction,int[])",
        "np.nanmin(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_MIN, o.axis()));
    few.add(
        "nanMax along",
        "reduce(Reduction,int[])",
        "np.nanmax(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_MAX, o.axis()));
    few.add(
        "nanArgMin along",
        "reduce(Reduction,int[])",
        "np.nanargmin(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_ARG_MIN, o.axis()));
    few.add(
        "nanArgMax along",
        "reduce(Reduction,int[])",
        "np.nanargmax(x, axis=ax)",
        o -> o.x().reduce(Reduction.NAN_ARG_MAX, o.axis()));
  }

  /// Returns work that stores its result into an operand, and returns this operand.
  private static Work into(Work target, Consumer<MeasuredOperands> work) {
    return o -> {
      work.accept(o);
      return target.of(o);
    };
  }

  /// Adds rows of the matrix that have the same layouts, dtypes and tolerance.
  private record Rows(
      List<MeasuredOperation> rows, Layouts layouts, String dtypes, double bound, int wide) {

    Rows(List<MeasuredOperation> rows, Layouts layouts, String dtypes, double bound) {
      this(rows, layouts, dtypes, bound, 0);
    }

    Rows of(String others) {
      return new Rows(rows, layouts, others, bound, wide);
    }

    Rows within(double other) {
      return new Rows(rows, layouts, dtypes, other, wide);
    }

    Rows wide(int bytes) {
      return new Rows(rows, layouts, dtypes, bound, bytes);
    }

    void add(String name, String methods, String numpy, Work work) {
      boolean isTwin = layouts == Layouts.ALL && TWINS.matcher(name).matches();
      rows.add(
          new MeasuredOperation(
              name,
              isTwin ? Layouts.FEW : layouts,
              List.of(dtypes.split(" ")),
              !FROM_MEMORY.contains(name),
              bound,
              wide,
              Arrays.asList(methods.split(" ")),
              numpy,
              work));
    }

    /// Adds a reduction along an axis: a method with the parameters `(int,int[])`.
    void along(String name, String numpy, Work work) {
      add(name + " along", name + "(int,int[])", numpy, work);
    }
  }
}
