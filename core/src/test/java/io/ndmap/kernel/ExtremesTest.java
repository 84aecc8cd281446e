package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against one key after the other.
class ExtremesTest {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, -Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, -1
  };

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 2047, 2048, 2049, 6000, 16384})
  void findsThoseOfItemsOfEightBytes(int count) {
    Random random = new Random(count);
    List<Extremes> all = Stream.of(Extremes.Wanted.values()).map(Extremes::new).toList();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(8L * count + 3);
      for (int round = 0; round < 24; round++) {
        for (int i = 0; i < count; i++) {
          memory.set(LONG, 3 + i * 8L, item(random, round));
        }
        for (SortableBits keys :
            new SortableBits[] {
              SortableBits.DOUBLES, SortableBits.SIGNED, SortableBits.UNSIGNED, SortableBits.TIMES
            }) {
          long low = Long.MAX_VALUE;
          long high = Long.MIN_VALUE;
          for (int i = 0; i < count; i++) {
            long key = keys.key(memory.get(LONG, 3 + i * 8L));
            low = Math.min(low, key);
            high = Math.max(high, key);
          }
          for (Extremes extremes : all) {
            extremes.longs(memory, 3, count, keys);
            check(extremes, keys, low, high);
          }
        }
      }
    }
  }

  /// What is not wanted is the same as what is; of floating-point numbers any NaN is the answer.
  private static void check(Extremes found, SortableBits keys, long low, long high) {
    if (keys.turn() != 0 && (keys.isNaN(low) || keys.isNaN(high))) {
      assertThat(keys.isNaN(found.low())).isTrue();
      assertThat(keys.isNaN(found.high())).isTrue();
      return;
    }
    switch (found.wanted()) {
      case LOW -> assertThat(found.low()).as("%s", keys).isEqualTo(low).isEqualTo(found.high());
      case HIGH -> assertThat(found.high()).as("%s", keys).isEqualTo(high).isEqualTo(found.low());
      case BOTH -> {
        assertThat(found.low()).as("%s", keys).isEqualTo(low);
        assertThat(found.high()).as("%s", keys).isEqualTo(high);
      }
    }
  }

  private static long item(Random random, int round) {
    return switch (round % 6) {
      case 0 -> random.nextLong();
      case 1 -> Double.doubleToRawLongBits(random.nextGaussian());
      case 2 -> Double.doubleToRawLongBits(random.nextDouble());
      case 3 -> Double.doubleToRawLongBits(-random.nextDouble());
      case 4 -> Double.doubleToRawLongBits(SPECIAL[random.nextInt(2)]);
      default -> Double.doubleToRawLongBits(SPECIAL[random.nextInt(SPECIAL.length)]);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 2048, 2050, 7000})
  void findsThoseOfItemsOfFourBytes(int count) {
    Random random = new Random(count);
    List<Extremes> all = Stream.of(Extremes.Wanted.values()).map(Extremes::new).toList();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(4L * count + 1);
      for (int round = 0; round < 24; round++) {
        for (int i = 0; i < count; i++) {
          float value = (float) Double.longBitsToDouble(item(random, round));
          int bits = round % 6 == 0 ? random.nextInt() : Float.floatToRawIntBits(value);
          memory.set(INT, 1 + i * 4L, bits);
        }
        for (int kind = 0; kind < 3; kind++) {
          boolean unsigned = kind == 2;
          SortableBits keys = kind == 0 ? SortableBits.FLOATS : SortableBits.SIGNED;
          long low = Long.MAX_VALUE;
          long high = Long.MIN_VALUE;
          for (int i = 0; i < count; i++) {
            int bits = memory.get(INT, 1 + i * 4L);
            long key = keys.key(unsigned ? bits & 0xffff_ffffL : bits);
            low = Math.min(low, key);
            high = Math.max(high, key);
          }
          for (Extremes extremes : all) {
            extremes.ints(memory, 1, count, keys, unsigned);
            check(extremes, keys, low, high);
          }
        }
      }
    }
  }
}
