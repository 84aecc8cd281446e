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
import io.ndmap.pass.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reductions of arrays of several parts, each of several blocks.
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

  /// With few distinct numbers, many equal the minimum, and the first one is the argmin.
  @ParameterizedTest
  @ValueSource(ints = {2, Integer.MAX_VALUE})
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
        int threads = round % 2 == 0 ? 1 : 3;
        for (NdView<?> view : everywhere(arena, values)) {
          // Each kind of memory meets one thread in one round, three in the next.
          threads = 4 - threads;
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

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {30, 100_000})
  void theFirstExtremeCountsAmongOtherNumbers(int kinds) {
    theFirstExtremeCounts(kinds);
  }

  /// Counts on both sides of the units, pieces and parts in which the extreme is searched.
  @ParameterizedTest
  @ValueSource(strings = {"|u1", ">i2", "<f2"})
  void theFirstExtremeCountsInAnyDtype(String name) {
    Random random = new Random(name.hashCode());
    DType dtype = DType.parse(name);
    int part = Pass.partOf(dtype.itemsize());
    for (int count :
        new int[] {1023, 1025, 4097, 8191, 8193, 8192 + 64 + 1, part - 1, part + 1025}) {
      for (int kinds : new int[] {2, 100}) {
        double[] values = random.ints(count, 1, kinds + 1).asDoubleStream().toArray();
        if (random.nextBoolean()) {
          values[random.nextInt(count)] = 0;
          values[random.nextInt(count)] = kinds + 1;
        }
        NdView<?> view = NdView.zeros(dtype, count);
        view(MemorySegment.ofArray(values), count).copyTo(view, Casting.UNSAFE);
        assertThat(view.argMin()).isEqualTo(first(values, 1, -1));
        assertThat(view.argMax()).isEqualTo(first(values, 1, 1));
        assertThat(view.slice("::-1").argMin()).isEqualTo(first(values, -1, -1));
        assertThat(view.slice("::-1").argMax()).isEqualTo(first(values, -1, 1));
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"|i1", "<f4", ">i4"})
  void theFirstExtremeCountsInOtherDtypes(String name) {
    theFirstExtremeCountsInAnyDtype(name);
  }

  /// The lowest index of the largest value times a sign, in the order of a step.
  private static int first(double[] values, int step, int sign) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = sign * at(values, step, i) > sign * at(values, step, best) ? i : best;
    }
    return best;
  }

  private static double at(double[] values, int step, int index) {
    return values[step < 0 ? values.length - 1 - index : index];
  }

  /// Elements among NaN are compared one by one, the others by pieces.
  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void theExtremeIsFoundBehindNaN(int sign) {
    int length = 3000;
    double[] values = new double[COUNT];
    Arrays.fill(values, sign * 20.0);
    values[3] = Double.NaN;
    values[1500] = sign * 5.0;
    values[length + 3] = Double.NaN;
    values[length + 2500] = sign * 7.0;
    Reduction op = sign > 0 ? Reduction.NAN_ARG_MIN : Reduction.NAN_ARG_MAX;
    try (Arena arena = Arena.ofShared()) {
      for (NdView<?> view : everywhere(arena, values)) {
        NdView<?> rows = view.slice("0:6000").reshape(2, length);
        NdView<?> first = rows.index(0, 0);
        assertThat(sign > 0 ? first.nanArgMin() : first.nanArgMax()).isEqualTo(1500);
        LongView indices = (LongView) rows.reduce(op, 1);
        assertThat(indices.get(0)).isEqualTo(1500);
        assertThat(indices.get(1)).isEqualTo(2500);
      }
    }
  }

  /// One large number, and many that are less than its rounding error: the bound in the Javadoc.
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

  /// The small numbers differ by one, and are equal once rounded to doubles.
  @Test
  void comparesWithAnIntegerExactlyIntoAMask() {
    long[] values = {(1L << 53) + 1, 1L << 53, (1L << 53) + 2};
    NdView<?> view =
        NdView.of(MemorySegment.ofArray(values), DType.INT64, Shape.of(3), Order.C, Backing.MEMORY);
    byte[] bits = new byte[3];
    ByteView mask =
        (ByteView)
            NdView.of(
                MemorySegment.ofArray(bits), DType.BOOL, Shape.of(3), Order.C, Backing.MEMORY);
    view.compare(Comparison.EQUAL, (1L << 53) + 1, mask);
    assertThat(bits).containsExactly(1, 0, 0);
  }

  /// Sums of numbers of very different sizes, against the exact sum: the bound in the Javadoc.
  @Test
  void sumsAreWithinTheirBound() {
    Random random = new Random(5);
    for (int count : new int[] {1, 7, 128, 1025, 2049, 65_537}) {
      for (String text : new String[] {"<f8", ">f8", "<f4", ">f4"}) {
        DType dtype = DType.parse(text);
        MemorySegment memory = Arena.ofAuto().allocate((long) count * dtype.itemsize() + 8, 8);
        BigDecimal exact = BigDecimal.ZERO;
        double size = 0;
        for (int i = 0; i < count; i++) {
          double item = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(-9, 9)));
          set(memory, dtype, i, item);
          exact = exact.add(new BigDecimal(item));
          size += Math.abs(item);
        }
        NdView<?> view = NdView.of(memory, dtype, Shape.of(count), Order.C, new DirectMemory());
        double bound = 0x1p-53 * (24 * size + Math.abs(exact.doubleValue()));
        assertThat(view.sum())
            .as("%d of %s", count, text)
            .isCloseTo(exact.doubleValue(), within(bound));
      }
    }
  }

  private static void set(MemorySegment memory, DType dtype, int i, double item) {
    ByteOrder order =
        dtype.toString().startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    if (dtype.itemsize() == Float.BYTES) {
      memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order), i * 4L, (float) item);
    } else {
      memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order), i * 8L, item);
    }
  }

  /// Times and sums that NaN, infinities and zeros of both signs decide.
  @Test
  void keepsWhatIsSpecial() {
    double[] items = new double[3000];
    items[2048] = -0.0;
    assertThat(direct(items).argMin()).isZero();
    items[2999] = Double.POSITIVE_INFINITY;
    assertThat(direct(items).sum()).isInfinite();
    items[1025] = Double.NaN;
    items[1300] = -Double.NaN;
    assertThat(direct(items).argMax()).isEqualTo(1025);
    assertThat(direct(items).max()).isNaN();
    assertThat(direct(items).nanArgMax()).isEqualTo(2999);
    assertThat(direct(items).nanMax()).isInfinite();
    assertThat(direct(items).count()).isEqualTo(2998);
    assertThat(direct(items).countNonZero()).isEqualTo(3);
  }

  private static NdView<?> direct(double... items) {
    MemorySegment memory = Arena.ofAuto().allocate(8L * items.length, 8);
    memory.copyFrom(MemorySegment.ofArray(items));
    return NdView.of(memory, DType.FLOAT64, Shape.of(items.length), Order.C, new DirectMemory());
  }
}
