package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.nd.NdView;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Arrays of random values, nested, as NumPy pickles them and as it reads ours.
class LivePickleTest {

  private static final int SEED = 20261123;
  private static final int COUNT = 360;

  private static String program() throws IOException {
    try (var in = LivePickleTest.class.getResourceAsStream("values.py")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<JsonObject> made(int count) throws IOException {
    JsonElement answer =
        Python.answer(
            program() + "\nanswer = made(ask, %s)".formatted(count), new JsonPrimitive(SEED));
    return answer.getAsJsonArray().asList().stream().map(JsonElement::getAsJsonObject).toList();
  }

  private static NdView<?> read(byte[] file) throws IOException {
    return ObjectArrays.read(new ByteArrayInputStream(file), "x.npy", PickleLimits.DEFAULT);
  }

  /// Shows where the texts begin to differ, not all of them.
  private static void requireSame(String found, String expected) {
    int same = 0;
    while (same < Math.min(found.length(), expected.length())
        && found.charAt(same) == expected.charAt(same)) {
      same++;
    }
    assertThat(around(found, same)).isEqualTo(around(expected, same));
  }

  private static String around(String text, int place) {
    return text.substring(Math.max(0, place - 200), Math.min(text.length(), place + 100));
  }

  @Test
  void valuesGoBothWays() throws IOException {
    JsonArray written = new JsonArray();
    List<String> expected = new ArrayList<>();
    for (JsonObject each : made(COUNT)) {
      byte[] file = Base64.getDecoder().decode(each.get("file").getAsString());
      String text = each.get("text").getAsString();
      NdView<?> view = read(file);
      requireSame(Described.of(view), text);
      for (int protocol = 2; protocol <= 4; protocol++) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ObjectArrays.write(view, out, protocol);
        requireSame(Described.of(read(out.toByteArray())), text);
        written.add(Base64.getEncoder().encodeToString(out.toByteArray()));
        expected.add(text);
      }
    }
    JsonElement loaded =
        Python.answer(program() + "\nanswer = [loaded(file) for file in ask]", written);
    List<String> found =
        loaded.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
    for (int i = 0; i < expected.size(); i++) {
      requireSame(found.get(i), expected.get(i));
    }
  }
}
