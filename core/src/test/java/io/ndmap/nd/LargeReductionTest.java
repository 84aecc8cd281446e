package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Moments;
import io.ndmap.op.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrays of several parts, each of several blocks: what smaller ones never reach.
class LargeReductionTest {

  private static final int COUNT = 200_003;

  private static NdView<?> view(MemorySegment memory, DType dtype) {
    return NdView.of(memory, dtype, Shape.of(COUNT), Order.C, Backing.MEMORY);
  }

  private static NdView<?> view(MemorySegment memory, long count) {
    return NdView.of(memory, DType.FLOAT64, Shape.of(count), Order.C, Backing.MEMORY);
  }

  /// The same numbers in native memory of either byte order and in a Java array.
  private static NdView<?>[] everywhere(Arena arena, double[] values) {
    NdView<?> heap = view(MemorySegment.ofArray(values), DType.FLOAT64);
    NdView<?> little = view(arena.allocate(8L * COUNT + 8, 8).asSlice(4), DType.FLOAT64);
    NdView<?> big = view(arena.allocate(8L * COUNT), DType.parse(">f8"));
    heap.copyTo(little);
    heap.copyTo(big);
    return new NdView<?>[] {heap, little, big};
  }

  @Test
  void sumsHaveTheSameBitsEverywhere() {
    double[] values = new Random(5).doubles(COUNT, -1, 3).toArray();
    try (Arena arena = Arena.ofShared()) {
      NdView<?>[] views = everywhere(arena, values);
      for (NdView<?> view : views) {
        for (int threads : new int[] {1, 3}) {
          NdView<?> run = view.parallel(threads);
          assertThat(run.sum()).isEqualTo(views[0].sum());
          assertThat(run.std()).isEqualTo(views[0].std());
          assertThat(run.slice("::2").sum()).isEqualTo(views[0].slice("::2").sum());
          assertThat(run.slice("::-1").var()).isEqualTo(views[0].slice("::-1").var());
        }
      }
      NdView<?> floats = view(arena.allocate(4L * COUNT), DType.FLOAT32);
      views[0].copyTo(floats, Casting.UNSAFE);
      NdView<?> copy = view(MemorySegment.ofArray(new float[COUNT]), DType.FLOAT32);
      floats.copyTo(copy);
      assertThat(copy.sum()).isEqualTo(floats.sum()).isCloseTo(views[0].sum(), within(1e-2));
    }
  }

  @Test
  void momentsAreMeanAndVarianceInOnePass() {
    double[] values = new Random(6).doubles(COUNT, 1e6, 1e6 + 1).toArray();
    try (Arena arena = Arena.ofShared()) {
      for (NdView<?> view : everywhere(arena, values)) {
        Moments moments = view.moments();
        assertThat(moments.count()).isEqualTo(COUNT);
        assertThat(moments.mean()).isEqualTo(view.mean());
        assertThat(moments.std()).isEqualTo(view.std());
        assertThat(moments.var(1)).isEqualTo(view.reduce(Reduction.VAR.ddof(1)).getDouble());
        assertThat(moments).isEqualTo(view.parallel(3).moments());
      }
    }
    Moments none = view(MemorySegment.ofArray(new double[0]), 0).moments();
    assertThat(none).isEqualTo(new Moments(0, Double.NaN, 0));
    assertThat(none.std(1)).isNaN();
    Moments one = view(MemorySegment.ofArray(new double[] {3}), 1).moments();
    assertThat(one.var()).isZero();
    assertThat(one.var(1)).isNaN();
  }

  /// With few different numbers there are many of the extreme, and the first counts.
  @ParameterizedTest
  @ValueSource(ints = {2, 30, 100_000, Integer.MAX_VALUE})
  void theFirstExtremeCounts(int kinds) {
    Random random = new Random(kinds);
    double[] values = new double[COUNT];
    try (Arena arena = Arena.ofShared()) {
      for (int round = 0; round < 4; round++) {
        for (int i = 0; i < COUNT; i++) {
          values[i] = random.nextInt(kinds) - (round % 2 == 0 ? 0 : kinds);
          values[i] = values[i] == 0 && random.nextBoolean() ? -0.0 : values[i];
        }
        if (round == 3) {
          values[150_000] = Double.NaN;
          values[170_000] = -Double.NaN;
        }
        int min = 0;
        int max = 0;
        int back = COUNT - 1;
        for (int i = 1; i < COUNT; i++) {
          min = values[i] < values[min] ? i : min;
          max = values[i] > values[max] ? i : max;
          back = values[COUNT - 1 - i] > values[back] ? COUNT - 1 - i : back;
        }
        for (NdView<?> view : everywhere(arena, values)) {
          for (int threads : new int[] {1, 3}) {
            NdView<?> run = view.parallel(threads);
            assertThat(run.argMin()).isEqualTo(round == 3 ? 150_000 : min);
            assertThat(run.argMax()).isEqualTo(round == 3 ? 150_000 : max);
            assertThat(run.nanArgMax()).isEqualTo(max);
            assertThat(run.slice("::-1").argMax())
                .isEqualTo(COUNT - 1 - (round == 3 ? 170_000 : back));
          }
        }
      }
    }
  }

  /// One large number first, and then many that it swallows: the bound that the Javadoc states.
  @Test
  void errorsStayWithinTheirBound() {
    double u = Math.pow(2, -53);
    int count = 65_536;
    float[] floats = new float[count];
    double small = Math.pow(2, 60 - 53);
    java.util.Arrays.fill(floats, (float) small);
    floats[0] = (float) Math.pow(2, 60);
    double exact = floats[0] + (count - 1) * small;
    NdView<?> narrow =
        NdView.of(
            MemorySegment.ofArray(floats), DType.FLOAT32, Shape.of(count), Order.C, Backing.MEMORY);
    assertThat(narrow.sum()).isCloseTo(exact, within(25 * u * exact));
    double[] table = new double[128 * 64];
    java.util.Arrays.fill(table, small);
    java.util.Arrays.fill(table, 0, 64, Math.pow(2, 60));
    NdView<?> rows =
        NdView.of(
            MemorySegment.ofArray(table),
            DType.FLOAT64,
            Shape.of(128, 64),
            Order.C,
            Backing.MEMORY);
    double column = Math.pow(2, 60) + 127 * small;
    DoubleView sums = (DoubleView) rows.sum(0);
    for (int j = 0; j < 64; j++) {
      assertThat(sums.get(j)).isCloseTo(column, within(25 * u * column));
    }
  }

  @Test
  void extremesOfZerosAreTheSameEverywhere() {
    double[] values = new double[COUNT];
    values[4000] = -0.0;
    try (Arena arena = Arena.ofShared()) {
      NdView<?>[] views = everywhere(arena, values);
      for (NdView<?> view : views) {
        assertThat(view.statistics()).isEqualTo(views[0].statistics());
        assertThat(view.moments()).isEqualTo(views[0].moments());
      }
      values[5] = -Double.NaN;
      for (NdView<?> view : everywhere(arena, values)) {
        assertThat(Double.doubleToRawLongBits(view.moments().mean()))
            .isEqualTo(Double.doubleToRawLongBits(Double.NaN));
      }
    }
  }

  /// The small numbers differ by one in what a double cannot tell apart.
  @Test
  void comparesWithAnIntegerExactlyIntoAMask() {
    long[] values = {(1L << 53) + 1, 1L << 53, (1L << 53) + 2};
    NdView<?> view =
        NdView.of(MemorySegment.ofArray(values), DType.INT64, Shape.of(3), Order.C, Backing.MEMORY);
    byte[] told = new byte[3];
    ByteView mask =
        (ByteView)
            NdView.of(
                MemorySegment.ofArray(told), DType.BOOL, Shape.of(3), Order.C, Backing.MEMORY);
    view.compare(Comparison.EQUAL, (1L << 53) + 1, mask);
    assertThat(told).containsExactly(1, 0, 0);
  }
}
