package io.ndmap.cli.value;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/// A parsed value: text, or a list of values.
sealed interface ValueNode {

  /// The value of one scalar.
  record Text(String text) implements ValueNode {}

  /// The value of a structure, a subarray or a complex number.
  record Items(List<ValueNode> items) implements ValueNode {}

  /// Parses a list in JSON's notation. Words such as `nan` and `1+2j` need no quotes.
  ///
  /// @throws ValueException if the text is not such a list
  static ValueNode parse(String text) {
    try {
      JsonReader json = new JsonReader(new StringReader(text));
      json.setStrictness(Strictness.LENIENT);
      ValueNode node = read(json);
      if (json.peek() != JsonToken.END_DOCUMENT) {
        throw new ValueException("'" + text + "' has text after the end of the list");
      }
      return node;
    } catch (IOException e) {
      throw new ValueException("'" + text + "' is not a list such as [1, 2.5, \"x\"]", e);
    }
  }

  private static ValueNode read(JsonReader json) throws IOException {
    return switch (json.peek()) {
      case BEGIN_ARRAY -> {
        List<ValueNode> items = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
          items.add(read(json));
        }
        json.endArray();
        yield new Items(items);
      }
      case BOOLEAN -> new Text(String.valueOf(json.nextBoolean()));
      case NUMBER, STRING -> new Text(json.nextString());
      default ->
          throw new ValueException(
              "a list may hold numbers, texts, true, false and lists, not " + json.peek());
    };
  }
}
