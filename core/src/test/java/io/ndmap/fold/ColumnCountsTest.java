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

/// Counts of columns and of whole rows, compared with a naive loop, also past the point at which
/// counters are flushed.
class ColumnCountsTest {

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
    // All bits count, then all but the sign, then all elements but the lowest one.
    check(SwarPredicate.nonZero(itemsize, -1, 0), itemsize, rows, item -> item != 0);
    check(
        SwarPredicate.nonZero(itemsize, all >>> 1, 0), itemsize, rows, item -> (item & ~sign) != 0);
    check(SwarPredicate.nonZero(itemsize, -1, sign), itemsize, rows, item -> item != sign);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_534, 140_001})
  void countsHalvesThatAreNaN(int rows) {
    check(
        SwarPredicate.isNaN(Short.BYTES, 0x7c00),
        Short.BYTES,
        rows,
        item -> Float.isNaN(Float.float16ToFloat((short) item)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 1003})
  void countsFloatsAndDoublesThatAreNaN(int rows) {
    check(
        SwarPredicate.isNaN(Float.BYTES, 0x7f80_0000L),
        Float.BYTES,
        rows,
        item -> Float.isNaN(Float.intBitsToFloat((int) item)));
    check(
        SwarPredicate.isNaN(Double.BYTES, 0x7ff0_0000_0000_0000L),
        Double.BYTES,
        rows,
        item -> Double.isNaN(Double.longBitsToDouble(item)));
  }

  private static void check(
      SwarPredicate counted, int itemsize, int rows, LongPredicate isCounted) {
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
    ColumnCounts found = new ColumnCounts(counted, WIDTH);
    long[] expected = new long[WIDTH];
    int padding = Math.ceilDiv(WIDTH * itemsize, Long.BYTES) * Long.BYTES / itemsize - WIDTH;
    try (Scratch scratch = Scratch.take()) {
      MemorySegment memory = scratch.memory();
      for (int row = 0; row < rows; row++) {
        long inRow = isCounted.test(0) ? padding : 0;
        // Ascending, as each element is written with the bytes of the next ones.
        for (int j = 0; j < WIDTH; j++) {
          long item = next.applyAsLong(j) & all;
          memory.set(LONG, (long) j * itemsize, item);
          expected[j] += isCounted.test(item) ? 1 : 0;
          inRow += isCounted.test(item) ? 1 : 0;
        }
        memory.asSlice((long) WIDTH * itemsize, Long.BYTES).fill((byte) 0);
        assertThat(counted.count(memory, 0, WIDTH)).isEqualTo(inRow);
        found.take(memory, 0, 0, WIDTH);
        found.taken();
      }
    }
    assertThat(found.counts()).isEqualTo(expected);
  }
}
