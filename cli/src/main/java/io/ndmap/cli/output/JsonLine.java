package io.ndmap.cli.output;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.value.NumberText;
import java.io.IOException;

/// Streams one JSON object to one line: of any size in little memory.
public final class JsonLine {

  private final Output out;
  private final JsonWriter json;

  private JsonLine(Output out) {
    this.out = out;
    this.json = new JsonWriter(new AsciiJsonWriter(out));
  }

  /// What a line says.
  public interface Content {
    void write(JsonLine line) throws IOException;
  }

  /// What an object in a list says.
  public interface Element<T> {
    void write(JsonLine line, T element) throws IOException;
  }

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

  /// A value that is not known.
  public JsonLine missing(String name) throws IOException {
    json.name(name).nullValue();
    return this;
  }

  /// A dtype, by Python's literal (`descr`) and as JSON (`dtype`).
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

  /// Objects, one for each element.
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

  /// A value that the caller writes.
  public JsonWriter value(String name) throws IOException {
    return json.name(name);
  }

  /// An integer, or a double in the shortest text that reads back the same.
  public static void write(JsonWriter json, Number number) throws IOException {
    if (number instanceof Double) {
      write(json, ScalarKind.FLOAT64, number.doubleValue());
    } else {
      json.jsonValue(number.toString());
    }
  }

  /// A floating-point number in the shortest text that reads back as the same number of its kind;
  /// what JSON has no number for is a string.
  public static void write(JsonWriter json, ScalarKind kind, double number) throws IOException {
    String text = NumberText.shortest(kind, number);
    if (Double.isFinite(number)) {
      json.jsonValue(text);
    } else {
      json.value(text);
    }
  }
}
