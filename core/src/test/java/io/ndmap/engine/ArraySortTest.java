package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.loop.ArraySort;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainSort;
import io.ndmap.loop.vector.VectorTable;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/// Sorts of Java arrays beside boxed numbers, plain and, where the module is there, by vectors.
class ArraySortTest {

  private static final int[] LENGTHS = {
    0, 1, 2, 7, 16, 23, 24, 25, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130, 200, 257, 1000, 3000
  };

  @Test
  void theJdkSorts() {
    check(NumberArrays.LONGS, PlainSort.LONGS);
    check(NumberArrays.INTS, PlainSort.INTS);
  }

  @Test
  void vectorsGiveTheSame() {
    if (Vectors.ENABLED) {
      check(NumberArrays.LONGS, VectorTable.sort(NumberArrays.LONGS));
      check(NumberArrays.INTS, VectorTable.sort(NumberArrays.INTS));
    }
  }

  private static <A> void check(NumberArrays<A> arrays, ArraySort<A> sort) {
    Random random = new Random(5);
    for (int length : LENGTHS) {
      for (IntToLongFunction numbers : numbers(random, length)) {
        int slices = 1 + random.nextInt(3);
        int before = random.nextInt(20);
        int after = random.nextInt(20);
        A array = arrays.row().apply(before + slices * length + after);
        Long[] expected = new Long[before + slices * length + after];
        for (int i = 0; i < expected.length; i++) {
          expected[i] = set(array, i, numbers.applyAsLong(i));
        }
        for (int slice = 0; slice < slices; slice++) {
          Arrays.sort(expected, before + slice * length, before + (slice + 1) * length);
        }
        sort.sort(array, before, slices, length);
        assertThat(boxed(array))
            .as("%s slices of %s %s from %s on", slices, length, arrays.kind(), before)
            .containsExactly(expected);
      }
    }
  }

  private static List<IntToLongFunction> numbers(Random random, int length) {
    long[] ends = {Long.MIN_VALUE, -1, 0, Integer.MAX_VALUE, Long.MAX_VALUE};
    return List.of(
        _ -> random.nextLong(),
        _ -> random.nextInt(2),
        _ -> random.nextInt(10),
        _ -> ends[random.nextInt(ends.length)],
        _ -> random.nextInt(50) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE,
        _ -> 7,
        i -> i,
        i -> -i,
        i -> i % 100,
        i -> i == 0 ? 9 : i % 100,
        i -> Math.abs(i - length / 2),
        i -> random.nextInt(20) == 0 ? random.nextInt() : i);
  }

  private static long set(Object array, int index, long number) {
    if (array instanceof int[] ints) {
      ints[index] = (int) number;
      return ints[index];
    }
    ((long[]) array)[index] = number;
    return number;
  }

  private static Long[] boxed(Object array) {
    return array instanceof int[] ints
        ? Arrays.stream(ints).mapToObj(i -> (long) i).toArray(Long[]::new)
        : Arrays.stream((long[]) array).boxed().toArray(Long[]::new);
  }
}
