package io.ndmap.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against one item after the other, also where the places of the lanes are full.
class LaneCountsTest {

  private static final int WIDTH = 13;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 254, 255, 256, 511, 1021})
  void countsBytes(int rows) {
    LaneCounts found = LaneCounts.ofNonZero(1, WIDTH, -1);
    long[] expected = new long[WIDTH];
    Random random = new Random(rows);
    MemorySegment row = MemorySegment.ofArray(found.row());
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < WIDTH; j++) {
        // The first column is never zero, the second always.
        byte item = (byte) (j == 1 ? 0 : random.nextInt(4) * (j == 0 ? 0 : 64) + (j == 0 ? 1 : 0));
        row.set(ValueLayout.JAVA_BYTE, j, item);
        expected[j] += item == 0 ? 0 : 1;
      }
      found.take();
    }
    assertThat(found.counts()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_534, 65_535, 65_536, 140_000})
  void countsHalves(int rows) {
    LaneCounts nonZero = LaneCounts.ofNonZero(2, WIDTH, 0x7fff);
    LaneCounts numbers = LaneCounts.ofNumbers(WIDTH);
    short[] items = {
      0,
      (short) 0x8000,
      1,
      (short) 0x8001,
      0x7bff,
      (short) 0xfbff,
      0x7c00,
      (short) 0xfc00,
      0x7c01,
      (short) 0xfc01,
      0x7e00,
      (short) 0xffff,
      0x7fff
    };
    long[] expectedNonZero = new long[WIDTH];
    long[] expectedNumbers = new long[WIDTH];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < WIDTH; j++) {
        short item = items[(j + i) % WIDTH];
        set(nonZero, j, item);
        set(numbers, j, item);
        float number = Float.float16ToFloat(item);
        expectedNonZero[j] += number == 0 ? 0 : 1;
        expectedNumbers[j] += Float.isNaN(number) ? 0 : 1;
      }
      nonZero.take();
      numbers.take();
    }
    assertThat(nonZero.counts()).isEqualTo(expectedNonZero);
    assertThat(numbers.counts()).isEqualTo(expectedNumbers);
  }

  private static void set(LaneCounts counts, int column, short item) {
    MemorySegment.ofArray(counts.row())
        .set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) column << 1, item);
  }
}
