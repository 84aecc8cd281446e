package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.layout.Index;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// NumPy's index text.
class IndexTest {

  @Test
  void readsEveryPart() {
    assertThat(Index.parse("3, -1, :, 1:, :2, 1:2, ::3, 1:2:-1, ..., None"))
        .containsExactly(
            Index.at(3),
            Index.at(-1),
            Index.all(),
            new Index.Slice(1L, null, null),
            new Index.Slice(null, 2L, null),
            Index.slice(1, 2),
            Index.slice(null, null, 3),
            Index.slice(1L, 2L, -1),
            Index.ellipsis(),
            Index.newAxis());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | \"\"",
        "[] | \"\"",
        "\"  [ 1 , 2 ] \" | 1,2",
        "1, | 1",
        "+5 | 5",
        "007 | 7",
        "np.newaxis, newaxis, None | None,None,None",
        "None:None:None | :",
        ": : | :",
        "1 : None : -2 | 1::-2",
        "-9223372036854775808:9223372036854775807 | -9223372036854775808:9223372036854775807",
        "-99999999999999999999:99999999999999999999 | -9223372036854775808:9223372036854775807"
      })
  void readsWhatPythonWouldToo(String text, String parts) {
    String read = String.join(",", Index.parse(text).stream().map(Object::toString).toList());
    assertThat(read).isEqualTo(parts);
    assertThat(Index.parse(read)).isEqualTo(Index.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "1.0",
        "1:2:3:4",
        "1:x",
        "(1)",
        "[1",
        "1]",
        "..",
        "....",
        "1e3",
        "0x10",
        "--1",
        "1 2",
        "9223372036854775808",
        "True",
        "none",
        "'x'",
        "[1, 2], 3",
        ":-",
        "1;2"
      })
  void refusesOtherText(String text) {
    assertThatThrownBy(() -> Index.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("index '" + text + "': '")
        .hasMessageEndingWith(
            "' is neither an integer, a slice (start:stop:step), '...' nor 'None'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"0, x, 1\" | index '0, x, 1': 'x' is neither an integer, a slice (start:stop:step), '...'"
            + " nor 'None'",
        ", | index ',': '' is neither an integer, a slice (start:stop:step), '...' nor 'None'",
        "\"1,,2\" | index '1,,2': '' is neither an integer, a slice (start:stop:step), '...' nor"
            + " 'None'",
        "\"1,,\" | index '1,,': '' is neither an integer, a slice (start:stop:step), '...' nor"
            + " 'None'",
        "\"::0\" | index '::0': the step of slice '::0' is 0",
        "\"..., 1, ...\" | index '..., 1, ...' has more than one ellipsis ('...')"
      })
  void saysWhichPartIsWrong(String text, String message) {
    assertThatThrownBy(() -> Index.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesAStepOfZero() {
    assertThatThrownBy(() -> Index.slice(null, null, 0))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the step of a slice must not be 0");
  }

  @Test
  void writesItselfAsItIsRead() {
    List<Index> parts =
        List.of(Index.at(-3), Index.slice(1, 2), Index.slice(null, 4L, -2), Index.ellipsis());
    assertThat(parts).hasToString("[-3, 1:2, :4:-2, ...]");
  }
}
