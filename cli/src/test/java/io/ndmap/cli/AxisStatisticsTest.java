package io.ndmap.cli;

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
import org.junit.jupiter.api.Test;

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
