package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Reductions along the slowest axis and along short rows, whose results are computed together,
/// equal those of each result alone: with zeros of both signs, infinities, NaN of both signs, and
/// columns of NaN only.
class RowReductionTest {

  private static final int ROWS = 301;
  private static final int COLUMNS = 70;

  private static final Map<DType, NdView<?>> ITEMS = new HashMap<>();

  private static Stream<Arguments> cases() {
    return Stream.of(
            "<f2", "<f4", ">f4", "<f8", ">f8", "|i1", "<i2", "<i4", ">i4", "<i8", "|u1", ">u2",
            "<u4", "<u8", "|b1", "<m8[s]")
        .flatMap(
            dtype ->
                Stream.of(
                        Reduction.ANY,
                        Reduction.ALL,
                        Reduction.COUNT,
                        Reduction.COUNT_NONZERO,
                        Reduction.NAN_MIN,
                        Reduction.NAN_MAX,
                        Reduction.NAN_SUM,
                        Reduction.NAN_MEAN,
                        Reduction.SUM,
                        Reduction.MEAN,
                        Reduction.MIN,
                        Reduction.MAX,
                        Reduction.ARG_MIN,
                        Reduction.ARG_MAX,
                        Reduction.NAN_ARG_MIN,
                        Reduction.NAN_ARG_MAX)
                    .map(op -> Arguments.of(dtype, op)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRowOfResultsIsTheResultsOfColumns(String dtype, Reduction op) {
    NdView<?> items = items(DType.parse(dtype)).slice(needsNumbers(op) ? ":, 2:" : ":");
    NdView<?> wide = items.reduce(op, 0);
    NdView<?> strided = items.slice("::-1, ::2").reduce(op, 0);
    for (int j = 0; j < items.size(1); j++) {
      NdView<?> column = items.index(1, j);
      assertThat(wide.index(0, j).toString())
          .as("column %d", j)
          .isEqualTo(column.reduce(op, 0).toString());
      if (j % 2 == 0) {
        assertThat(strided.index(0, j / 2).toString())
            .as("column %d", j)
            .isEqualTo(column.flip(0).reduce(op, 0).toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shortRowsAreTheResultsOfEach(String dtype, Reduction op) {
    NdView<?> items = items(DType.parse(dtype));
    for (String part : new String[] {":, 3:35", "::-2, 69:2:-5", ":, 25:26", "::-1, 24:8:-1"}) {
      NdView<?> some = items.slice(part);
      NdView<?> results = some.reduce(op, 1);
      for (int i = 0; i < some.size(0); i += 5) {
        assertThat(results.index(0, i).toString())
            .as("row %d of %s", i, part)
            .isEqualTo(some.index(0, i).reduce(op, 0).toString());
      }
    }
  }

  /// Contiguous rows are combined several at once, and the remaining ones one by one.
  @ParameterizedTest
  @MethodSource("cases")
  void narrowRowsAreTheResultsOfColumns(String dtype, Reduction op) {
    DType type = DType.parse(dtype);
    NdView<?> items =
        items(type)
            .slice(needsNumbers(op) ? ":, 23:63" : ":, 3:63")
            .astype(type, Casting.UNSAFE)
            .flatten(Order.C);
    for (int width : new int[] {5, 12}) {
      for (int rows : new int[] {1, 37, 301}) {
        NdView<?> table = items.slice(":" + 3 * rows * width).reshape(3, rows, width);
        NdView<?> middle = table.reduce(op, 1);
        NdView<?> both = isPlace(op) ? middle : table.reduce(op, 0, 1);
        for (int j = 0; j < width; j++) {
          for (int i = 0; i < 3; i++) {
            assertThat(middle.index(0, i).index(0, j).toString())
                .as("%d rows of %d, column %d of %d", rows, width, j, i)
                .isEqualTo(table.index(0, i).index(1, j).reduce(op, 0).toString());
          }
          if (!isPlace(op)) {
            assertThat(both.index(0, j).toString())
                .as("%d rows of %d, column %d", rows, width, j)
                .isEqualTo(table.index(2, j).flatten(Order.C).reduce(op, 0).toString());
          }
        }
      }
    }
  }

  private static boolean isPlace(Reduction op) {
    return needsNumbers(op) || op.equals(Reduction.ARG_MIN) || op.equals(Reduction.ARG_MAX);
  }

  private static Stream<Arguments> shapes() {
    return Stream.of(
        Arguments.of(0, Shape.of(400, 20), new int[] {1}),
        Arguments.of(1, Shape.of(20, 400), new int[] {0}),
        Arguments.of(2, Shape.of(400, 20), new int[] {0}),
        Arguments.of(0, Shape.of(30, 4, 50), new int[] {1}),
        Arguments.of(1, Shape.of(30, 4, 50), new int[] {0, 2}),
        Arguments.of(2, Shape.of(9, 9), new int[] {1}),
        Arguments.of(0, Shape.of(3, 70_000), new int[] {1}),
        Arguments.of(1, Shape.of(200, 300), new int[] {1}),
        Arguments.of(2, Shape.of(2000, 35), new int[] {1}));
  }

  /// Options change how elements are visited, never the last bits of a result.
  @ParameterizedTest
  @MethodSource("shapes")
  void optionsDoNotChangeBits(int first, Shape shape, int[] axes) {
    // Of each shape every dtype meets one of the layouts.
    checkOptions(shape, axes, first, 3);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("shapes")
  void optionsDoNotChangeBitsInAnyLayout(int first, Shape shape, int[] axes) {
    checkOptions(shape, axes, first, 1);
  }

  private static void checkOptions(Shape shape, int[] axes, int first, int step) {
    double[] noise = new Random(5).doubles(shape.itemCount(), 0.9, 1.1).toArray();
    DoubleView array = NdView.of(noise, shape.toArray());
    List<Execution> options =
        List.of(
            Execution.parallel(3),
            Execution.SEQUENTIAL.droppingBehind(),
            Execution.SEQUENTIAL.withProgress(_ -> {}));
    List<String> dtypes = List.of("<f8", ">f4", "<c16");
    for (int k = 0; k < dtypes.size(); k++) {
      NdView<?> some = array.astype(DType.parse(dtypes.get(k)), Casting.UNSAFE);
      List<NdView<?>> layouts = List.of(some, some.copy(Order.F), some.flip(0));
      for (int i = (first + k) % step; i < layouts.size(); i += step) {
        NdView<?> each = layouts.get(i);
        for (Reduction op : List.of(Reduction.SUM, Reduction.PROD, Reduction.MEAN, Reduction.VAR)) {
          NdView<?> expected = each.reduce(op, axes);
          for (Execution option : options) {
            assertThat(each.on(option).reduce(op, axes).contentEquals(expected, true))
                .as("%s of %s, %s", op, each, option)
                .isTrue();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f8", ">f4", "<i8", "|u1"})
  void shortRowsRoundAsEachAlone(String dtype) {
    NdView<?> items =
        NdView.of(
                MemorySegment.ofArray(new Random(5).doubles(500 * 14, 1, 90).toArray()),
                DType.FLOAT64,
                Shape.of(500, 14),
                Order.C)
            .astype(DType.parse(dtype), Casting.UNSAFE);
    double tolerance = dtype.equals(">f4") ? 1e-6 : 1e-14;
    for (NdView<?> some : List.of(items, items.slice("::-1, 1::2"), items.slice(":, 4:1:-1"))) {
      for (Reduction op :
          List.of(
              Reduction.SUM,
              Reduction.MEAN,
              Reduction.PROD,
              Reduction.VAR,
              Reduction.STD.ddof(1))) {
        NdView<?> results = some.reduce(op, 1);
        assertThat(results.contentEquals(some.parallel(3).reduce(op, 1))).isTrue();
        for (int i = 0; i < some.size(0); i++) {
          double alone = some.index(0, i).reduce(op, 0).sum();
          assertThat(results.index(0, i).sum())
              .as("%s of row %d", op, i)
              .isCloseTo(alone, within(Math.abs(alone) * tolerance));
        }
      }
    }
  }

  /// Rows that are read late are reported at the end, too.
  @Test
  void allElementsAreReported() {
    for (long rows = 130; rows < 140; rows++) {
      for (long width : new long[] {4, 70}) {
        for (Reduction op : List.of(Reduction.SUM, Reduction.MAX, Reduction.PROD, Reduction.VAR)) {
          AtomicLong reported = new AtomicLong();
          NdView<?> items =
              NdView.zeros(DType.INT32, rows, width)
                  .on(Execution.SEQUENTIAL.withProgress(reported::addAndGet));
          items.reduce(op, 0);
          assertThat(reported).as("%s of %d rows of %d", op, rows, width).hasValue(rows * width);
        }
      }
    }
  }

  @Test
  void ofAllTheWorstTheFirstIsThePlace() {
    for (long worst : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      LongView items = NdView.zeros(DType.INT64, 100, 5).as(LongView.class);
      items.fill(worst);
      assertThat(items.argMin(1).sum() + items.argMax(1).sum()).isZero();
      assertThat(items.argMin(0).sum() + items.argMax(0).sum()).isZero();
    }
  }

  @Test
  void aRowOfNaNHasNoPlace() {
    NdView<?> items = items(DType.FLOAT64).slice(":, :3").copy();
    items.slice("7").fill(Double.NaN);
    for (int axis : new int[] {0, 1}) {
      assertThatThrownBy(() -> items.reduce(Reduction.NAN_ARG_MAX, axis))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("nanArgMax of elements that are all NaN");
    }
  }

  /// A column of NaN has no argmin or argmax.
  private static boolean needsNumbers(Reduction op) {
    return op.equals(Reduction.NAN_ARG_MIN) || op.equals(Reduction.NAN_ARG_MAX);
  }

  /// Small whole numbers, so that sums are exact; column 0 is NaN, 1 zeros, 2 NaN but for one
  /// element.
  private static NdView<?> items(DType dtype) {
    return ITEMS.computeIfAbsent(dtype, RowReductionTest::made);
  }

  private static NdView<?> made(DType dtype) {
    Random random = new Random(3);
    double[] special = {
      Double.NaN, Double.longBitsToDouble(-1L), Double.POSITIVE_INFINITY, -0.0, 0, 0, 1
    };
    double[] numbers = new double[ROWS * COLUMNS];
    for (int k = 0; k < numbers.length; k++) {
      int column = k % COLUMNS;
      boolean usual = column > 20 || random.nextInt(3) > 0;
      double number =
          usual ? random.nextInt(column % 2 == 0 ? 2 : 100) : special[random.nextInt(7)];
      numbers[k] =
          switch (column) {
            case 0 -> special[k & 1];
            case 1 -> random.nextBoolean() ? 0.0 : -0.0;
            case 2 -> k < COLUMNS ? -3 : Double.NaN;
            default -> number;
          };
    }
    NdView<?> doubles =
        NdView.of(MemorySegment.ofArray(numbers), DType.FLOAT64, Shape.of(ROWS, COLUMNS), Order.C);
    return doubles.astype(dtype, Casting.UNSAFE);
  }
}
