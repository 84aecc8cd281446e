package io.ndmap.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers of bytes as people read them.
class QuantityTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "999, 999 bytes",
    "1000, 0.98 KiB",
    "1048576, 1.00 MiB",
    "2040109465, 1.90 GiB",
    "107374182400, 100 GiB",
    "9223372036854775807, 8.00 EiB",
  })
  void writesThreeDigits(long bytes, String text) {
    assertThat(QuantityText.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1073741824, 500000000, 2.00 GiB/s", "5, 0, 4.66 GiB/s"})
  void rates(long bytes, long nanos, String text) {
    assertThat(QuantityText.bytesPerSecond(bytes, nanos)).isEqualTo(text);
  }
}
