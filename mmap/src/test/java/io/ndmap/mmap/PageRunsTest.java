package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageRunsTest {

  private static final int PAGE = 4096;

  private record Run(long start, long end) {}

  private static List<Run> runs(Strided layout, int itemsize) {
    List<Run> runs = new ArrayList<>();
    boolean areAll =
        PageRuns.visit(layout, itemsize, PAGE, (start, end) -> runs.add(new Run(start, end)));
    assertThat(areAll).isEqualTo(runs.size() < PageRuns.MAX_RUNS);
    return runs;
  }

  @Test
  void aContiguousArrayIsOneRunInEitherOrder() {
    assertThat(runs(Strided.contiguous(Shape.of(100, 200, 300), 8, Order.C), 8))
        .containsExactly(new Run(0, 48_000_000));
    assertThat(runs(Strided.contiguous(Shape.of(100, 200, 300), 8, Order.F), 8))
        .containsExactly(new Run(0, 48_000_000));
  }

  @Test
  void aScalarIsOneItem() {
    assertThat(runs(Strided.of(40, Shape.SCALAR), 8)).containsExactly(new Run(40, 48));
  }

  @Test
  void nothingHasNoRuns() {
    assertThat(runs(Strided.contiguous(Shape.of(3, 0), 8, Order.C), 8)).isEmpty();
    assertThat(runs(Strided.contiguous(Shape.of(1L << 50), 0, Order.C), 0)).isEmpty();
  }

  @Test
  void gapsBelowAPageAreBridged() {
    assertThat(runs(Strided.of(0, Shape.of(1000), 4000), 8))
        .containsExactly(new Run(0, 999 * 4000 + 8));
  }

  @Test
  void aColumnOfLongRowsIsARunForEachRow() {
    assertThat(runs(Strided.of(16, Shape.of(3), 1 << 20), 8))
        .containsExactly(
            new Run(16, 24),
            new Run((1 << 20) + 16, (1 << 20) + 24),
            new Run((2 << 20) + 16, (2 << 20) + 24));
  }

  @Test
  void negativeStridesReachTheSameBytes() {
    Strided forth = Strided.of(0, Shape.of(2, 3, 10), 1 << 24, 1 << 20, 8);
    Strided back = forth.flip(0).flip(1).flip(2);
    assertThat(runs(back, 8)).hasSize(6).containsExactlyInAnyOrderElementsOf(runs(forth, 8));
  }

  @Test
  void axesMayStandInAnyOrder() {
    Strided layout = Strided.of(0, Shape.of(2, 3, 10), 1 << 24, 1 << 20, 8);
    assertThat(runs(layout.transpose(2, 0, 1), 8)).containsExactlyElementsOf(runs(layout, 8));
  }

  @Test
  void theirNumberIsBounded() {
    assertThat(runs(Strided.of(0, Shape.of(1L << 40), 1 << 20), 8)).hasSize(PageRuns.MAX_RUNS);
  }
}
