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

  /// Writes the members of an object.
  interface Content {
    void write(JsonWriter json) throws IOException;
  }

  /// An object.
  static byte[] object(Content content) throws IOException {
    StringWriter text = new StringWriter();
    JsonWriter json = new JsonWriter(new AsciiJsonWriter(text));
    json.beginObject();
    content.write(json);
    json.endObject().close();
    return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
  }

  /// An answer that is an object.
  ///
  /// @param etag the value of the header, or empty
  static Answer answer(String etag, Content content) throws IOException {
    Answer plain = Answer.of(TYPE, object(content));
    return etag.isEmpty()
        ? plain
        : new Answer(plain.status(), plain.type(), Map.of("ETag", etag), plain.body());
  }
}
