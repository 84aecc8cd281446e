package io.ndmap.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Keys of all kinds are sorted, stably, with what belongs to them.
class KeyedSortTest {

  private static final int[] COUNTS = {0, 1, 2, 63, 64, 65, 300, 8191, 8192, 8193, 100_000};

  private final KeyedSort sort = new KeyedSort();

  /// Each makes the keys of a number of elements.
  private static Map<String, IntFunction<long[]>> patterns() {
    Random random = new Random(11);
    Map<String, IntFunction<long[]>> patterns = new LinkedHashMap<>();
    patterns.put("random", n -> random.longs(n).toArray());
    patterns.put("random doubles", n -> doubles(random, n));
    patterns.put("sorted", n -> Arrays.stream(doubles(random, n)).sorted().toArray());
    patterns.put("reversed", n -> keys(n, i -> (n - i) * 1_000_003L));
    patterns.put("few", n -> random.longs(n, -3, 4).toArray());
    patterns.put("all equal", n -> keys(n, _ -> -7));
    patterns.put("organ pipe", n -> keys(n, i -> Math.min(i, n - i)));
    patterns.put("extremes", n -> keys(n, i -> i % 3 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE - i));
    // The high bits, by which elements are sorted first, say nothing or little.
    patterns.put("low bits", n -> keys(n, i -> i == 5 ? Long.MAX_VALUE : random.nextInt(9999)));
    patterns.put("low bits alone", n -> keys(n, i -> i == 5 ? 1L << 60 : -(i & 1)));
    patterns.put(
        "runs", n -> keys(n, _ -> ((long) random.nextInt(99) << 55) + random.nextInt(1 << 20)));
    patterns.put("pairs", n -> keys(n, i -> ((i * 40_503L & 0xffff) << 48) - i % 2));
    return patterns;
  }

  private static long[] doubles(Random random, int n) {
    return random.doubles(n).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static long[] keys(int n, IntToLongFunction key) {
    return IntStream.range(0, n).mapToLong(i -> key.applyAsLong(i)).toArray();
  }

  @Test
  void sortsStablyWhateverTheKeys() {
    patterns()
        .forEach(
            (name, pattern) -> {
              for (int n : COUNTS) {
                check(name + " of " + n, pattern.apply(n), 0);
                check(name + " of " + n + " behind others", pattern.apply(n), n / 3);
              }
            });
  }

  @Tag("slow")
  @Test
  void sortsAMillion() {
    patterns().forEach((name, pattern) -> check(name, pattern.apply(1_000_000), 0));
  }

  private void check(String name, long[] keys, int from) {
    long[] sorted = keys.clone();
    int[] order = IntStream.range(0, keys.length).map(i -> keys.length - i).toArray();
    sort.sort(sorted, order, from, keys.length);
    long[] expected = keys.clone();
    Arrays.sort(expected, from, keys.length);
    assertThat(Arrays.equals(sorted, expected)).as(name).isTrue();
    boolean belongs = true;
    boolean stable = true;
    for (int i = 0; i < keys.length; i++) {
      int item = keys.length - order[i];
      belongs &= i < from ? item == i : keys[item] == sorted[i];
      // What was before another one of the same key had the higher number.
      stable &= i <= from || sorted[i - 1] < sorted[i] || order[i - 1] > order[i];
    }
    assertThat(belongs).as("what belongs to the keys, %s", name).isTrue();
    assertThat(stable).as("stable, %s", name).isTrue();
  }
}
