package io.ndmap.cli.array;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.nd.Backing;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Execution;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Order;
import io.ndmap.nd.Reduction;
import io.ndmap.nd.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics of a few places at a time are those of all at once.
class AxisStatisticsTest {

  private static final int ROWS = 7;
  private static final int COLUMNS = 1 << 20;

  @Test
  void severalSlabsGiveWhatOneGives() {
    try (Arena arena = Arena.ofShared()) {
      DoubleView rows =
          NdView.of(
                  arena.allocate(8L * ROWS * COLUMNS, 8),
                  DType.FLOAT64,
                  Shape.of(ROWS, COLUMNS),
                  Order.C,
                  Backing.MEMORY)
              .as(DoubleView.class);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
          rows.set(i, j, (i + 1) * Math.sin(j));
        }
      }
      // In the first slab only.
      rows.set(1, 5, Double.NaN);
      long[] passed = {0};
      NdView<?> watched = rows.on(Execution.SEQUENTIAL.withProgress(items -> passed[0] += items));
      compare(AxisStatistics.of(watched, 1), rows, 1);
      assertThat(passed[0]).isEqualTo((long) AxisStatistics.PASSES * ROWS * COLUMNS);
      compare(AxisStatistics.of(rows.transpose().flip(1), 0), rows.transpose().flip(1), 0);
      DoubleView cube = rows.reshape(ROWS, 1024, 1024);
      compare(AxisStatistics.of(cube, 1), cube, 1);
      compare(AxisStatistics.of(cube, 2, 1), cube, 1, 2);
      compare(AxisStatistics.of(cube.moveAxis(0, 2), 0), cube.moveAxis(0, 2), 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"|b1", "|i1", ">u2", "<i4", "<i8", "<u8", "<f2", ">f4", "<f8"})
  void onePassGivesWhatEachAloneGives(String dtype) {
    try (Arena arena = Arena.ofShared()) {
      Shape shape = Shape.of(3, 150, 700);
      DType type = DType.parse(dtype);
      NdView<?> cube =
          NdView.of(
              arena.allocate(shape.byteSize(type.itemsize()), 8),
              type,
              shape,
              Order.C,
              Backing.MEMORY);
      Random random = new Random(dtype.hashCode());
      for (long i = 0; i < shape.itemCount(); i++) {
        long[] index = {i / 105_000, i / 700 % 150, i % 700};
        cube.setLong(index, dtype.equals("|b1") ? random.nextInt(2) : random.nextInt(100));
      }
      if (dtype.endsWith("8")) {
        cube.setLong(new long[] {1, 70, 9}, 1L << 62);
        cube.setLong(new long[] {1, 71, 9}, 1L << 62);
      }
      long[] passed = {0};
      NdView<?> watched = cube.on(Execution.parallel(3).withProgress(items -> passed[0] += items));
      assertThat(AxisStatistics.inOnePass(watched, 1)).isPresent();
      assertThat(passed[0]).isEqualTo(shape.itemCount());
      compareInOnePass(cube.parallel(3), 1);
      compareInOnePass(cube, 0);
      compareInOnePass(cube, 1, 0);
      compareInOnePass(cube.flip(2).slice("..., ::3"), 1);
      compareInOnePass(cube.transpose(2, 0, 1), 1);
    }
  }

  private static void compareInOnePass(NdView<?> view, int... axes) {
    AxisStatistics once = AxisStatistics.inOnePass(view, axes).orElseThrow();
    AxisStatistics often = AxisStatistics.of(view, axes);
    equal(once.counts(), often.counts());
    equal(once.nan(), often.nan());
    equal(once.min(), often.min());
    equal(once.max(), often.max());
    equal(once.sum(), often.sum());
    equal(once.mean(), often.mean());
    equal(once.std(), often.std());
  }

  @Test
  void onePassIsNotForAll() {
    DoubleView rows =
        NdView.of(
                MemorySegment.ofArray(new double[12_000]),
                DType.FLOAT64,
                Shape.of(200, 60),
                Order.C,
                Backing.MEMORY)
            .as(DoubleView.class);
    assertThat(AxisStatistics.inOnePass(rows, 0)).isPresent();
    assertThat(AxisStatistics.inOnePass(rows, 1)).isEmpty();
    assertThat(AxisStatistics.inOnePass(rows, 0, 1)).isEmpty();
    assertThat(AxisStatistics.inOnePass(rows.slice("0:0"), 0)).isEmpty();
    rows.set(150, 7, Double.NaN);
    assertThat(AxisStatistics.inOnePass(rows, 0)).isEmpty();
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
