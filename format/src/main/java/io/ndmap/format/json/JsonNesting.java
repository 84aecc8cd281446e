package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.layout.Shape;
import java.io.IOException;

/// Writes the brackets of nested lists around elements that the caller writes in C order.
public final class JsonNesting {

  private final JsonWriter json;
  private final long[] sizes;
  private final long[] index;

  /// @param shape the shape of an array with at least one element
  public JsonNesting(JsonWriter json, Shape shape) {
    this.json = json;
    this.sizes = shape.toArray();
    this.index = new long[sizes.length];
  }

  /// Opens the lists that start with the next element.
  public void before() throws IOException {
    int axis = sizes.length;
    while (axis > 0 && index[axis - 1] == 0) {
      axis--;
    }
    for (; axis < sizes.length; axis++) {
      json.beginArray();
    }
  }

  /// Closes the lists that end with the last written element.
  public void after() throws IOException {
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      if (++index[axis] < sizes[axis]) {
        return;
      }
      index[axis] = 0;
      json.endArray();
    }
  }
}
