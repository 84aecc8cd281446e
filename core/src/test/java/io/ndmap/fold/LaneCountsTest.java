package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.function.LongPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Against one item after the other, also where the places of the lanes are full.
class LaneCountsTest {

  private static final int WIDTH = 13;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "1, 1",
    "1, 2",
    "1, 251",
    "1, 252",
    "1, 256",
    "1, 1021",
    "2, 3",
    "2, 65532",
    "2, 65533",
    "2, 140000",
    "4, 0",
    "4, 1003",
    "8, 0",
    "8, 1",
    "8, 1002"
  })
  void countsWhatIsNotZero(int itemsize, int rows) {
    long all = -1L >>> (Long.SIZE - Byte.SIZE * itemsize);
    long sign = all ^ (all >>> 1);
    // All bits count, then all but the sign, then all items but the lowest one.
    check(LaneCounts.ofNonZero(itemsize, WIDTH, -1, 0), itemsize, rows, item -> item != 0);
    check(
        LaneCounts.ofNonZero(itemsize, WIDTH, all >>> 1, 0),
        itemsize,
        rows,
        item -> (item & ~sign) != 0);
    check(LaneCounts.ofNonZero(itemsize, WIDTH, -1, sign), itemsize, rows, item -> item != sign);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_534, 140_001})
  void countsHalvesThatAreNaN(int rows) {
    check(
        LaneCounts.ofNaN(Short.BYTES, WIDTH, 0x7c00),
        Short.BYTES,
        rows,
        item -> Float.isNaN(Float.float16ToFloat((short) item)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 1003})
  void countsFloatsAndDoublesThatAreNaN(int rows) {
    check(
        LaneCounts.ofNaN(Float.BYTES, WIDTH, 0x7f80_0000L),
        Float.BYTES,
        rows,
        item -> Float.isNaN(Float.intBitsToFloat((int) item)));
    check(
        LaneCounts.ofNaN(Double.BYTES, WIDTH, 0x7ff0_0000_0000_0000L),
        Double.BYTES,
        rows,
        item -> Double.isNaN(Double.longBitsToDouble(item)));
  }

  private static void check(LaneCounts found, int itemsize, int rows, LongPredicate isCounted) {
    long all = -1L >>> (Long.SIZE - Byte.SIZE * itemsize);
    // Zeros, the least and the greatest numbers, infinities and NaN of the three kinds of floats.
    long[] some = {
      0,
      1,
      all,
      all >>> 1,
      all ^ (all >>> 1),
      0x7c00,
      0x7c01,
      0xfc00,
      0xfc01,
      0x7f80_0000L,
      0x7f80_0001L,
      0xff80_0000L,
      0x7ff0_0000_0000_0000L,
      0x7ff0_0000_0000_0001L,
      -1L << 52
    };
    Random random = new Random(rows);
    IntToLongFunction next =
        column ->
            switch (column) {
              case 0 -> 0;
              case 1 -> all;
              default -> (random.nextInt(4) == 0 ? random.nextLong() : some[random.nextInt(15)]);
            };
    long[] expected = new long[WIDTH];
    try (Scratch scratch = Scratch.take()) {
      MemorySegment memory = scratch.memory();
      for (int row = 0; row < rows; row++) {
        // Ascending, as each item is written with the bytes of the next ones.
        for (int j = 0; j < WIDTH; j++) {
          long item = next.applyAsLong(j) & all;
          memory.set(LONG, (long) j * itemsize, item);
          expected[j] += isCounted.test(item) ? 1 : 0;
        }
        found.take(memory, 0, 0, WIDTH);
        found.taken();
      }
    }
    assertThat(found.counts()).isEqualTo(expected);
  }
}
