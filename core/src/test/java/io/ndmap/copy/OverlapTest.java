package io.ndmap.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.axes.Broadcast;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.pass.ItemsOf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether elements of a layout share bytes is found out as by marking every byte.
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

  private static Set<Long> bytes(NdView<?> view) {
    Set<Long> bytes = new HashSet<>();
    Strided layout = view.strided();
    Shape shape = layout.shape();
    for (long flat = 0; flat < shape.itemCount(); flat++) {
      long rest = flat;
      long at = layout.offset();
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        at += rest % shape.size(axis) * layout.stride(axis);
        rest /= shape.size(axis);
      }
      for (long b = at; b < at + view.dtype().itemsize(); b++) {
        bytes.add(b);
      }
    }
    return bytes;
  }

  private static NdView<?> randomView(Random random, MemorySegment memory) {
    int rank = random.nextInt(4);
    long[] strides = random.longs(rank, -24, 25).toArray();
    if (random.nextBoolean()) {
      // As those of arrays: multiples of one another.
      for (int axis = 0; axis < rank; axis++) {
        strides[axis] = strides[axis] / 6 * (axis == 0 ? 2 : 6);
      }
    }
    Strided layout =
        Strided.of(
            memory.byteSize() / 2 + random.nextInt(-60, 60),
            Shape.of(random.longs(rank, 0, 7).toArray()),
            strides);
    return NdView.of(memory, DType.parse("V" + random.nextInt(1, 6)), layout, Backing.MEMORY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isExactForTwoViews(boolean heap) {
    isExactForTwoViews(heap, 17, 8_000);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isExactForAnyTwoViews(boolean heap) {
    isExactForTwoViews(heap, 18, 40_000);
  }

  private static void isExactForTwoViews(boolean heap, int seed, int runs) {
    MemorySegment memory =
        heap ? MemorySegment.ofArray(new long[256]) : Arena.ofAuto().allocate(2048, 8);
    Random random = new Random(seed);
    int[] found = new int[2];
    for (int run = 0; run < runs; run++) {
      NdView<?> one = randomView(random, memory);
      NdView<?> two = randomView(random, memory);
      boolean expected = !Collections.disjoint(bytes(one), bytes(two));
      assertThat(Overlap.between(ItemsOf.items(one), ItemsOf.items(two)))
          .as("%s of %s and %s of %s", one.strided(), one.dtype(), two.strided(), two.dtype())
          .isEqualTo(expected);
      found[expected ? 1 : 0]++;
    }
    assertThat(found[0]).isGreaterThan(runs / 8);
    assertThat(found[1]).isGreaterThan(runs / 8);
  }

  private static boolean between(Strided one, Strided two) {
    assertThat(two.overlaps(8, one, 8)).isEqualTo(one.overlaps(8, two, 8));
    return one.overlaps(8, two, 8);
  }

  @Test
  void distinguishesInterleavedPartsOfHugeArrays() {
    long rows = 1L << 40;
    Strided whole = Strided.contiguous(Shape.of(rows, 1L << 16), 8, Order.C);
    Strided left = whole.slice(1, 0, 1000, 1);
    Strided right = whole.slice(1, 1000, 2000, 1);
    assertThat(between(left, right)).isFalse();
    assertThat(between(left, whole.slice(1, 999, 2000, 1))).isTrue();
    // Every second row and every third meet, the columns do not.
    Strided halves = left.slice(0, 0, rows, 2);
    assertThat(between(halves, right.slice(0, 0, rows, 3))).isFalse();
    assertThat(between(halves, right.slice(0, 0, rows, 3).flip(0).reverseAxes())).isFalse();
    assertThat(between(halves, left.slice(0, 1, rows, 2))).isFalse();
    assertThat(between(halves, left.slice(0, 1, rows, 3))).isTrue();
  }

  @Test
  void twoLayoutsCountAsOverlappingWhereItTakesTooLong() {
    Shape shape = Shape.of(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3);
    long[] strides = new Random(3).longs(shape.rank(), 1L << 50, 1L << 52).toArray();
    long[] others = new Random(4).longs(shape.rank(), 1L << 50, 1L << 52).toArray();
    assertThat(between(Strided.of(0, shape, strides), Strided.of(9, shape, others))).isTrue();
    // With one common factor it is known at once.
    for (int axis = 0; axis < shape.rank(); axis++) {
      strides[axis] &= -16;
      others[axis] &= -16;
    }
    assertThat(between(Strided.of(0, shape, strides), Strided.of(8, shape, others))).isFalse();
  }

  @Test
  void whatReachesFurtherThanLongsCountsAsOverlapping() {
    Strided one = Strided.of(-(1L << 62), Shape.of(3, 3), 1L << 61, 1L << 60);
    assertThat(between(one, Strided.of(0, Shape.of(3), 3L << 59))).isTrue();
  }
}
