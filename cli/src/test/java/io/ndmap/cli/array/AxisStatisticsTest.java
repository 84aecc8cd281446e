package io.ndmap.cli.array;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.cli.argument.QuantileList;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics of a few places at a time are those of all at once.
class AxisStatisticsTest {

  private static final int ROWS = 7;

  /// The distance between rows. It keeps the rows of a slab few, although they are short.
  private static final int STRIDE = 1 << 20;

  private static final int SIDE = 32;
  private static final int COLUMNS = SIDE * SIDE;

  @Test
  void severalSlabsGiveWhatOneGives() {
    try (Arena arena = Arena.ofShared()) {
      DoubleView all =
          NdView.of(
                  arena.allocate(8L * ROWS * STRIDE, 8),
                  DType.FLOAT64,
                  Shape.of(ROWS, STRIDE),
                  Order.C,
                  Backing.MEMORY)
              .as(DoubleView.class);
      DoubleView rows = all.slice(":, :" + COLUMNS);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
          rows.set(i, j, (i + 1) * Math.sin(j));
        }
      }
      // In the first slab only.
      rows.set(1, 5, Double.NaN);
      long[] passed = {0};
      NdView<?> watched = rows.on(Execution.SEQUENTIAL.withProgress(items -> passed[0] += items));
      compare(AxisStatistics.of(watched, QuantileList.NONE, 1), rows, 1);
      assertThat(passed[0]).isEqualTo((long) AxisStatistics.PASSES * ROWS * COLUMNS);
      compare(
          AxisStatistics.of(rows.transpose().flip(1), QuantileList.NONE, 0),
          rows.transpose().flip(1),
          0);
      DoubleView cube = rows.reshape(ROWS, SIDE, SIDE);
      compare(AxisStatistics.of(cube, QuantileList.NONE, 1), cube, 1);
      compare(AxisStatistics.of(cube, QuantileList.NONE, 2, 1), cube, 1, 2);
      compare(AxisStatistics.of(cube.moveAxis(0, 2), QuantileList.NONE, 0), cube.moveAxis(0, 2), 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"|b1", "<i8", "<f2", ">f4"})
  void numbersWithoutNanAreReducedAsEachAlone(String dtype) {
    requireEqual(dtype);
  }

  @ParameterizedTest
  @ValueSource(strings = {"|i1", ">u2", "<i4", "<u8", "<f8"})
  @Tag("slow")
  void numbersOfOtherDtypesAreReducedAsEachAlone(String dtype) {
    requireEqual(dtype);
  }

  private static void requireEqual(String dtype) {
    try (Arena arena = Arena.ofShared()) {
      Shape shape = Shape.of(3, 75, 700);
      DType type = DType.parse(dtype);
      NdView<?> cube =
          NdView.of(
              arena.allocate(shape.byteSize(type.itemsize()), 8),
              type,
              shape,
              Order.C,
              Backing.MEMORY);
      Random random = new Random(dtype.hashCode());
      long[] items = random.longs(shape.itemCount(), 0, dtype.equals("|b1") ? 2 : 100).toArray();
      NdView.of(items, shape.toArray()).copyTo(cube, Casting.UNSAFE);
      if (dtype.endsWith("8")) {
        cube.setLong(new long[] {1, 70, 9}, 1L << 62);
        cube.setLong(new long[] {1, 71, 9}, 1L << 62);
      }
      compareWithoutNan(cube.parallel(3), 1);
      compareWithoutNan(cube, 0);
      compareWithoutNan(cube, 1, 0);
      compareWithoutNan(cube.flip(2).slice("..., ::3"), 1);
      compareWithoutNan(cube.transpose(2, 0, 1), 1);
    }
  }

  private static void compareWithoutNan(NdView<?> view, int... axes) {
    AxisStatistics found = AxisStatistics.of(view, QuantileList.NONE, axes);
    equal(found.counts(), view.reduce(Reduction.COUNT, axes));
    assertThat(found.nan().countNonZero()).isZero();
    equal(found.min(), view.reduce(Reduction.MIN, axes));
    equal(found.max(), view.reduce(Reduction.MAX, axes));
    equal(found.sum(), view.reduce(Reduction.SUM, axes));
    equal(found.mean(), view.reduce(Reduction.MEAN, axes));
    equal(found.std(), view.reduce(Reduction.STD, axes));
  }

  private static void compare(AxisStatistics found, DoubleView view, int... axes) {
    equal(found.counts(), view.reduce(Reduction.COUNT, axes));
    equal(found.min(), view.reduce(Reduction.NAN_MIN, axes));
    equal(found.max(), view.reduce(Reduction.NAN_MAX, axes));
    equal(found.sum(), view.reduce(Reduction.NAN_SUM, axes));
    equal(found.mean(), view.reduce(Reduction.NAN_MEAN, axes));
    equal(found.std(), view.reduce(Reduction.NAN_STD, axes));
    long items = 1;
    for (int axis : axes) {
      items *= view.size(axis);
    }
    assertThat(found.counts().sumLong() + found.nan().sumLong())
        .isEqualTo(items * found.counts().itemCount());
    assertThat(found.nan().sumLong()).isEqualTo(1);
  }

  private static void equal(NdView<?> found, NdView<?> expected) {
    assertThat(found.dtype()).isEqualTo(expected.dtype());
    assertThat(found.contentEquals(expected)).as("%s for %s", found, expected).isTrue();
  }
}
