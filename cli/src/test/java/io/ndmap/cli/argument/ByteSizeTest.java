package io.ndmap.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sizes as people write and read them.
class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "4GiB, 4294967296",
    "256m, 268435456",
    "1_000, 1000",
    "1.5k, 1536",
    "2 MB, 2000000",
    "3Tb, 3000000000000",
    "8EB, ",
    "9223372036854775807, 9223372036854775807",
  })
  void parses(String text, Long bytes) {
    if (bytes == null) {
      assertThatThrownBy(() -> ByteSize.parse(text))
          .hasMessage("'8EB' is not a size such as 4GiB, 256m or 1_000_000");
    } else {
      assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "GiB", "1e9", "1..5k", "0x10", "4 GiB!"})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not a size such as 4GiB, 256m or 1_000_000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.4", "9223372036854775808", "99999999T"})
  void refusesWhatIsNoSizeOfAFile(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not a size from 1 to 2^63-1 bytes");
  }
}
