package io.ndmap.dtype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Titles of fields that are no strings, which NumPy takes and writes: they are kept, but find
/// nothing.
class TitleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '!',
      value = {
        "1; 1",
        "-0x10; -16",
        "100000000000000000000000; 100000000000000000000000",
        "True; True",
        "...; Ellipsis",
        "2.50; 2.5",
        "1e16; 1e+16",
        "1234567890123456.0; 1234567890123456.0",
        "0.0001; 0.0001",
        "0.00001; 1e-05",
        "-0.0; -0.0",
        "1.5e300; 1.5e+300",
        "1e400; inf",
        "2j; 2j",
        "1-2j; (1-2j)",
        "-1j; (-0-1j)",
        "b'x'; b'x'",
        "b'\\'\\xff\\n'; b\"'\\xff\\n\"",
        "(); ()",
        "(1,); (1,)",
        "[1, ('a', None)]; [1, ('a', None)]",
        "{1: 'x', 1: 'y'}; {1: 'y'}",
        "{}; {}",
        "{1}; {1}",
        "set(); set()",
      })
  void areKeptAsPythonWritesThem(String title, String written) {
    StructType type = (StructType) DType.parse("[((" + title + ", 'a'), '<f4'), ('b', '>i2')]");
    assertThat(type.descr()).isEqualTo("[((" + written + ", 'a'), '<f4'), ('b', '>i2')]");
    Field field = type.fields().getFirst();
    assertThat(field.title()).isNull();
    assertThat(field.otherTitle()).isEqualTo(written);
    assertThat(type.find("a")).contains(field);
    assertThat(type.find(written)).isEmpty();
    assertThat(type.withByteOrder(ByteOrder.BIG_ENDIAN).descr())
        .isEqualTo("[((" + written + ", 'a'), '>f4'), ('b', '>i2')]");
  }

  @Test
  void needNotBeUnique() {
    String twice = "[((1, 'a'), '<f4'), ((1, 'b'), '<f4')]";
    assertThat(DType.parse(twice).descr()).isEqualTo(twice);
    assertThat(DType.parse("[((None, 'a'), '<f4')]").descr()).isEqualTo("[('a', '<f4')]");
  }

  @Test
  void areNotBesideStrings() {
    assertThatThrownBy(() -> new Field("a", "b", "1", DType.FLOAT32, 0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("field 'a' cannot have two titles");
  }

  @Test
  void anItemsizeIsNotNegative() {
    assertThatThrownBy(() -> new StructType(List.of(), -1))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("an itemsize must not be negative, found -1");
  }
}
