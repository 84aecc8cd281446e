package io.ndmap.serve.api;

import com.google.gson.stream.JsonWriter;
import io.ndmap.format.json.AsciiJsonWriter;
import io.ndmap.serve.answer.Answer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Small answers in JSON.
final class Json {

  static final String TYPE = "application/json";

  private Json() {}

  /// Writes the members of a JSON object.
  interface Content {
    void write(JsonWriter json) throws IOException;
  }

  /// Returns a JSON object as bytes.
  static byte[] object(Content content) throws IOException {
    StringWriter text = new StringWriter();
    JsonWriter json = new JsonWriter(new AsciiJsonWriter(text));
    json.beginObject();
    content.write(json);
    json.endObject().close();
    return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
  }

  /// Returns an answer whose body is a JSON object.
  ///
  /// @param etag the value of the header `ETag`, or an empty string for none
  static Answer answer(String etag, Content content) throws IOException {
    Answer plain = Answer.of(TYPE, object(content));
    return etag.isEmpty()
        ? plain
        : new Answer(plain.status(), plain.type(), Map.of("ETag", etag), plain.body());
  }
}
