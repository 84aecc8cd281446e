package io.ndmap.literal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonPrimitive;
import io.ndmap.testing.Python;
import java.util.List;
import org.junit.jupiter.api.Test;

class PyReprTest {

  @Test
  void quotesAndEscapes() {
    assertThat(PyRepr.repr("it's")).isEqualTo("\"it's\"");
    assertThat(PyRepr.repr("it's \"x\"")).isEqualTo("'it\\'s \"x\"'");
    assertThat(PyRepr.repr("a\\b\n\r\t\u0007\u007f")).isEqualTo("'a\\\\b\\n\\r\\t\\x07\\x7f'");
    assertThat(PyRepr.repr("é整😀")).isEqualTo("'é整😀'");
    assertThat(PyRepr.repr("\u00ad\u200b\ud800\ue000")).isEqualTo("'\\xad\\u200b\\ud800\\ue000'");
    assertThat(PyRepr.repr(Character.toString(0xe0001))).isEqualTo("'\\U000e0001'");
  }

  @Test
  void printsWhatPythonPrints() {
    JsonArray ranges =
        Python.answer(
                """
                answer, last = [], False
                for c in range(ask):
                    now = chr(c).isprintable()
                    if now != last: answer.append(c)
                    last = now\
                """,
                new JsonPrimitive(Character.MAX_CODE_POINT + 1))
            .getAsJsonArray();
    List<Integer> changes = ranges.asList().stream().map(e -> e.getAsInt()).toList();
    JsonArray ours = new JsonArray();
    boolean last = false;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean now = UnicodeFourteen.isPrintable(c);
      if (now != last) {
        ours.add(c);
      }
      last = now;
    }
    assertThat(ours.asList().stream().map(e -> e.getAsInt()).toList()).isEqualTo(changes);
  }

  @Test
  void readsNamesAsPythonDoes() {
    assertThat(UnicodeFourteen.codePointOf("BULLET")).isEqualTo('•');
    for (String name :
        List.of(
            " BULLET",
            "PRIVATE USE AREA E000",
            "CJK UNIFIED IDEOGRAPHS 4E00",
            "LINE FEED (LF)",
            "NONE",
            "")) {
      assertThat(UnicodeFourteen.codePointOf(name)).as(name).isEqualTo(-1);
    }
  }
}
