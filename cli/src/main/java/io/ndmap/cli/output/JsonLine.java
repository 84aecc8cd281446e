package io.ndmap.cli.output;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.format.json.AsciiJsonWriter;
import io.ndmap.format.json.JsonDType;
import io.ndmap.format.json.JsonValues;
import io.ndmap.nd.NdView;
import java.io.IOException;

/// Streams a JSON object as one line. The line may be of any size and takes little memory.
public final class JsonLine {

  private final Output out;
  private final JsonWriter json;

  private JsonLine(Output out) {
    this.out = out;
    this.json = new JsonWriter(new AsciiJsonWriter(out));
  }

  /// The content of a line.
  public interface Content {
    void write(JsonLine line) throws IOException;
  }

  /// The content of an object in a list.
  public interface Element<T> {
    void write(JsonLine line, T element) throws IOException;
  }

  /// Writes an object as one line, and flushes the output.
  public static void write(Output out, Content content) throws IOException {
    JsonLine line = new JsonLine(out);
    line.json.beginObject();
    content.write(line);
    line.json.endObject();
    line.json.flush();
    line.out.write("\n");
    line.out.flush();
  }

  public JsonLine text(String name, String value) throws IOException {
    json.name(name).value(value);
    return this;
  }

  /// Writes null for an unknown value.
  public JsonLine missing(String name) throws IOException {
    json.name(name).nullValue();
    return this;
  }

  /// Writes a dtype as a Python literal (`descr`) and as JSON (`dtype`).
  public JsonLine dtype(DType dtype) throws IOException {
    json.name("descr").value(dtype.descr()).name("dtype");
    JsonDType.write(json, dtype);
    return this;
  }

  public JsonLine number(String name, long value) throws IOException {
    json.name(name).value(value);
    return this;
  }

  public JsonLine bool(String name, boolean value) throws IOException {
    json.name(name).value(value);
    return this;
  }

  public JsonLine numbers(String name, long... values) throws IOException {
    json.name(name).beginArray();
    for (long value : values) {
      json.value(value);
    }
    json.endArray();
    return this;
  }

  /// Writes a list of objects, one per element.
  public <T> JsonLine objects(String name, Iterable<T> elements, Element<T> content)
      throws IOException {
    json.name(name).beginArray();
    for (T element : elements) {
      json.beginObject();
      content.write(this, element);
      json.endObject();
    }
    json.endArray();
    return this;
  }

  /// Writes a name, and returns the writer with which the caller must write the value.
  public JsonWriter value(String name) throws IOException {
    return json.name(name);
  }

  /// Writes an array's shape, dtype and elements.
  ///
  /// @param most see [JsonValues#write]
  public static void ofArray(Output out, NdView<?> view, long most) throws IOException {
    write(
        out,
        line -> {
          line.numbers("shape", view.shape().toArray()).dtype(view.dtype());
          JsonValues.write(view, line.value("values"), most);
        });
  }
}
