package io.ndmap.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the demo describes its array rightly, and that its disk has room for it.
class DemoArrayTest {

  @ParameterizedTest
  @CsvSource({
    "4294967296, 100000000000, 4294967296, false",
    "4294967296, 4294967296, 3435973836, true",
    "1000000000000, 100000000000, 80000000000, true",
    "16777216, 21000000, 16777216, false",
    "16777216, 19000000, 15200000, true",
    "16777216, 1000000, 800000, true",
  })
  void fitsTheFreeDiskSpace(long asked, long free, long bytes, boolean reduced) {
    DemoSize memory = DemoSize.of(asked, free);
    assertThat(memory.reduced()).isEqualTo(reduced);
    assertThat(memory.bytes())
        .isBetween(bytes - DemoArray.ROW_BYTES, bytes)
        .isLessThanOrEqualTo(asked);
    assertThat(memory.bytes() % DemoArray.ROW_BYTES).isZero();
    assertThat(memory.bytes() + DemoSize.allCopies(memory.bytes())).isLessThan(free);
    assertThat(memory.isEnough()).isEqualTo(bytes >= DemoSize.LEAST);
  }

  @Test
  void saysHowManyTimesTheHeapTheArrayIs() {
    long mebibyte = 1 << 20;
    assertThat(DemoCommand.heapLine(4096 * mebibyte, 256 * mebibyte, 248 * mebibyte))
        .isEqualTo("The array has 4.00 GiB, the heap at most 248 MiB: 16.5 times as much.");
    assertThat(DemoCommand.heapLine(64 * mebibyte, 256 * mebibyte, 248 * mebibyte))
        .isEqualTo(
            "The array has 64.0 MiB, the heap at most 248 MiB. NOTE: the array is not larger than"
                + " the heap; --size and --heap change that.");
    assertThat(DemoCommand.heapLine(8192 * mebibyte, 256 * mebibyte, 4096 * mebibyte))
        .isEqualTo(
            "The array has 8.00 GiB, the heap at most 4.00 GiB (256 MiB were asked for: java -Xmx,"
                + " or ./ndmap, sets it): 2.0 times as much.");
  }

  @Test
  void whatIsKnownOfTheArrayIsTrue() {
    double sum = 0;
    double squares = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    long rows = 5;
    for (long i = 0; i < rows; i++) {
      for (int j = 0; j < DemoArray.COLUMNS; j++) {
        double value = DemoArray.value(i, j);
        sum += value;
        squares += (value - DemoArray.MEAN) * (value - DemoArray.MEAN);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    assertThat(sum).isEqualTo(DemoArray.sum(rows));
    assertThat(sum / (rows * DemoArray.COLUMNS)).isEqualTo(DemoArray.MEAN);
    assertThat(Math.sqrt(squares / (rows * DemoArray.COLUMNS))).isEqualTo(DemoArray.DEVIATION);
    assertThat(min).isEqualTo(DemoArray.MIN);
    assertThat(max).isEqualTo(DemoArray.MAX);
  }
}
