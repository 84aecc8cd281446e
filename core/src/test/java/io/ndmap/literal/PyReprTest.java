package io.ndmap.literal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.testing.Python;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
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
    JsonObject python =
        Python.answer(
                """
                import unicodedata
                def changes(judge):
                    found, last = [], False
                    for c in range(ask):
                        if judge(chr(c)) != last: found.append(c); last = not last
                    return found
                answer = {'unicode': unicodedata.unidata_version,
                          'printable': changes(str.isprintable),
                          'assigned': changes(lambda c: unicodedata.category(c) != 'Cn')}
                """,
                new JsonPrimitive(Character.MAX_CODE_POINT + 1))
            .getAsJsonObject();
    BitSet printable = codePoints(python.getAsJsonArray("printable"));
    BitSet assigned = codePoints(python.getAsJsonArray("assigned"));
    boolean fourteen = python.get("unicode").getAsString().equals("14.0.0");
    assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT))
        .filteredOn(c -> UnicodeFourteen.isPrintable(c) != printable.get(c))
        .filteredOn(c -> fourteen || !isOfOneVersion(c, assigned.get(c)))
        .isEmpty();
    assertThat(printable.cardinality()).isGreaterThan(100_000);
  }

  /// The members of a set, of which the code points are given where it begins and ends.
  private static BitSet codePoints(JsonArray changes) {
    BitSet set = new BitSet();
    for (JsonElement change : changes) {
      set.flip(change.getAsInt(), Character.MAX_CODE_POINT + 1);
    }
    return set;
  }

  /// Whether only one of Unicode 14 and Python's own version knows a character: it is missing
  /// there, or was added after 14.
  private static boolean isOfOneVersion(int codePoint, boolean assigned) {
    if (UnicodeFourteen.isPrintable(codePoint)) {
      return !assigned;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
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
