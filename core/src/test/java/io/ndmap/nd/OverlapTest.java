package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Whether items of a layout share bytes is found out as by marking every byte.
class OverlapTest {

  private static boolean byMarking(Strided layout, int itemsize) {
    Set<Long> seen = new HashSet<>();
    Shape shape = layout.shape();
    for (long flat = 0; flat < shape.itemCount(); flat++) {
      long rest = flat;
      long at = layout.offset();
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        at += rest % shape.size(axis) * layout.stride(axis);
        rest /= shape.size(axis);
      }
      for (long b = at; b < at + itemsize; b++) {
        if (!seen.add(b)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void isExactForSmallLayouts() {
    Random random = new Random(5);
    int[] found = new int[2];
    for (int run = 0; run < 20_000; run++) {
      int rank = random.nextInt(5);
      long[] sizes = random.longs(rank, 0, 6).toArray();
      long[] strides = random.longs(rank, -40, 60).toArray();
      Strided layout = Strided.of(1000, Shape.of(sizes), strides);
      int itemsize = random.nextInt(5);
      boolean expected = byMarking(layout, itemsize);
      assertThat(layout.overlapsItself(itemsize))
          .as("%s of %s", layout, itemsize)
          .isEqualTo(expected);
      found[expected ? 1 : 0]++;
    }
    assertThat(found[0]).isGreaterThan(2000);
    assertThat(found[1]).isGreaterThan(2000);
  }

  @Test
  void countsAsOverlappingWhatTakesTooLong() {
    long[] sizes = {1000, 1000, 1000, 1000, 1000, 1000};
    // Prime numbers of one size: no way but to try.
    Strided layout =
        Strided.of(
            0,
            Shape.of(sizes),
            1_000_000_007L * 1_000_000,
            1_000_000_009L * 1_000_000,
            1_000_000_021L * 1_000_000,
            1_000_000_033L * 1_000_000,
            1_000_000_087L * 1_000_000,
            1_000_000_093L * 1_000_000);
    assertThat(layout.overlapsItself(1)).isTrue();
  }

  @Test
  void isQuickForHugeArrays() {
    Shape shape = Shape.of(1L << 30, 1L << 20);
    Strided whole = Strided.contiguous(shape, 8, Order.F);
    assertThat(whole.overlapsItself(8)).isFalse();
    assertThat(whole.slice(0, 5, 1L << 29, 3).flip(1).reverseAxes().overlapsItself(8)).isFalse();
    assertThat(Broadcast.to(Strided.of(0, Shape.of(1), 8), shape).overlapsItself(8)).isTrue();
    assertThat(Strided.of(0, shape, 8, 8).overlapsItself(0)).isFalse();
  }
}
