package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Copies, fills, sums and reductions of every second to sixth element of rows, forwards and
/// backwards, in all kinds of memory, against one element at a time. The gaps between the elements
/// stay as they are.
class SmallStepsTest {

  private static final int ROWS = 3;
  private static final int[] STEPS = {-4, -3, -2, -1, 1, 2, 3, 4, 6};
  private static final int[] FEW_STEPS = {-1, 3};
  private static final int VIEWS = 61;

  private static final MemorySegment FILES = Arena.global().allocate(8 << 20, 64);
  private static long taken;

  enum Memory {
    OWN,
    /// The loops must assume that an access to it can fault.
    FILE,
    HEAP,
    /// No access to it can fault, but it belongs to a user's arena.
    ARENA
  }

  private static final class ArenaMemory extends Backing implements Aliased {

    @Override
    public @Nullable MemorySegment withoutArena(MemorySegment segment) {
      return null;
    }

    @Override
    public boolean isStable() {
      return true;
    }

    @Override
    public String name() {
      return "an arena";
    }

    @Override
    public void barrier() {
      // No fault can be pending.
    }
  }

  /// Each dtype in one kind of memory.
  private static Stream<Arguments> arrays() {
    return arrays(true);
  }

  private static Stream<Arguments> otherArrays() {
    return arrays(false);
  }

  private static Stream<Arguments> arrays(boolean some) {
    List<String> dtypes = List.of("|u1", "<i2", ">i2", "<i4", "<f4", "<f8", ">f8");
    List<Memory> memories = List.of(Memory.values());
    return IntStream.range(0, dtypes.size() * memories.size())
        .filter(k -> (k % memories.size() == k / memories.size() % memories.size()) == some)
        .mapToObj(
            k -> Arguments.of(dtypes.get(k / memories.size()), memories.get(k % memories.size())));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void operationsTakeAndLeaveTheElements(String dtype, Memory memory) {
    DType type = DType.parse(dtype);
    Random random = new Random(6);
    // Up to 64 KiB, arrays that loops cannot access are packed first.
    for (int columns : new int[] {1, 127, 128, 200, 22_000 / type.itemsize()}) {
      for (int step : columns > 200 ? FEW_STEPS : STEPS) {
        // Each kind of memory gets every second step, each step every second kind of memory.
        boolean isOther = memory == Memory.FILE || memory == Memory.HEAP;
        if (columns < 200 && (step + columns) % 2 == 0 == isOther) {
          continue;
        }
        String what = memory + ", " + type + ", every " + step + " of " + columns;
        int width = columns * Math.abs(step) + random.nextInt(3);
        double[] model = random.ints((long) ROWS * width, 0, 50).asDoubleStream().toArray();
        double[] other = random.ints((long) ROWS * columns, 0, 50).asDoubleStream().toArray();
        int[] at = places(width, columns, step);
        NdView<?> wide = array(type, memory, model, width);
        NdView<?> some = wide.slice(":, ::" + step).slice(1, 0, columns, 1);
        NdView<?> packed = array(type, memory, other, columns);

        double[] taken = Arrays.stream(at).mapToDouble(place -> model[place]).toArray();
        NdView<?> copy = array(type, Memory.OWN, new double[other.length], columns);
        some.copyTo(copy);
        assertThat(numbers(copy)).as(what).isEqualTo(taken);
        assertThat(some.sum()).as(what).isEqualTo(Arrays.stream(taken).sum());
        for (int i = 0; i < ROWS; i++) {
          double[] row = Arrays.copyOfRange(taken, i * columns, (i + 1) * columns);
          assertThat(some.argMax(1).getLong(i)).as(what).isEqualTo(indexOfMaximum(row));
          assertThat(some.std(1).getDouble(i)).as(what).isCloseTo(deviation(row), within(1e-2));
        }

        some.plus(packed, some);
        for (int i = 0; i < at.length; i++) {
          model[at[i]] += other[i];
        }
        assertThat(numbers(wide)).as(what + ", added").isEqualTo(model);

        packed.copyTo(some);
        for (int i = 0; i < at.length; i++) {
          model[at[i]] = other[i];
        }
        assertThat(numbers(wide)).as(what + ", stored").isEqualTo(model);

        some.fill(7);
        for (int place : at) {
          model[place] = 7;
        }
        assertThat(numbers(wide)).as(what + ", filled").isEqualTo(model);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("otherArrays")
  void operationsTakeAndLeaveTheElementsOfAllMemory(String dtype, Memory memory) {
    operationsTakeAndLeaveTheElements(dtype, memory);
  }

  /// The blocks of an expression with many operands are smaller than those of one with few; there
  /// is no room behind the last of these.
  @ParameterizedTest
  @EnumSource(
      value = Memory.class,
      names = {"FILE", "ARENA"})
  void expressionsHaveManyOperands(Memory memory) {
    int columns = 5000;
    Random random = new Random(7);
    double[] expected = new double[ROWS * columns];
    Expression sum = null;
    for (int k = 0; k < VIEWS; k++) {
      double[] model = random.ints(4L * ROWS * columns, 0, 4).asDoubleStream().toArray();
      int[] at = places(4 * columns, columns, 4);
      for (int i = 0; i < at.length; i++) {
        expected[i] += model[at[i]];
      }
      NdView<?> wide = array(DType.UINT8, memory, model, 4 * columns);
      Expression some = Expression.of(wide.slice(":, ::4"));
      sum = sum == null ? some : sum.plus(some);
    }
    NdView<?> result = array(DType.UINT8, Memory.OWN, new double[expected.length], columns);
    Objects.requireNonNull(sum).into(result);
    assertThat(numbers(result)).isEqualTo(expected);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Memory.class,
      names = {"OWN", "HEAP"})
  void expressionsHaveManyOperandsInOtherMemory(Memory memory) {
    expressionsHaveManyOperands(memory);
  }

  private static long indexOfMaximum(double[] numbers) {
    int best = 0;
    for (int i = 1; i < numbers.length; i++) {
      best = numbers[i] > numbers[best] ? i : best;
    }
    return best;
  }

  private static double deviation(double[] numbers) {
    double mean = Arrays.stream(numbers).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).average().orElseThrow());
  }

  /// Returns the places of the elements in the flat array.
  private static int[] places(int width, int columns, int step) {
    int[] at = new int[ROWS * columns];
    for (int i = 0; i < at.length; i++) {
      int first = step < 0 ? width - 1 : 0;
      at[i] = i / columns * width + first + i % columns * step;
    }
    return at;
  }

  private static NdView<?> array(DType type, Memory memory, double[] numbers, int width) {
    long bytes = (long) numbers.length * type.itemsize();
    Strided layout = Strided.contiguous(Shape.of(ROWS, width), type.itemsize(), Order.C);
    NdView<?> array =
        switch (memory) {
          case OWN -> NdView.of(Arena.ofAuto().allocate(bytes), type, layout.shape(), Order.C);
          case FILE -> NdView.of(file(bytes), type, layout, new DirectMemory());
          case ARENA ->
              NdView.of(Arena.ofShared().allocate(bytes), type, layout, new ArenaMemory());
          case HEAP ->
              NdView.of(
                  MemorySegment.ofArray(new long[(int) bytes / 8 + 1]).asSlice(0, bytes),
                  type,
                  layout.shape(),
                  Order.C);
        };
    NdView.of(numbers, ROWS, width).copyTo(array, Casting.UNSAFE);
    return array;
  }

  /// Returns memory for long use, which is taken in turns: memory of no arena is never freed.
  private static MemorySegment file(long bytes) {
    long size = Math.ceilDiv(bytes, 64) * 64;
    taken = taken + size > FILES.byteSize() ? 0 : taken;
    taken += size;
    return FILES.asSlice(taken - size, bytes);
  }

  private static double[] numbers(NdView<?> array) {
    return array.astype(DType.FLOAT64, Casting.UNSAFE).doubles().toArray();
  }
}
