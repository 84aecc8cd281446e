package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.layout.Shape;
import java.io.IOException;

/// The brackets around items that are written one after another, in C order: those of nested lists.
public final class JsonNesting {

  private final JsonWriter json;
  private final long[] sizes;
  private final long[] index;

  /// @param shape of an array that has items
  public JsonNesting(JsonWriter json, Shape shape) {
    this.json = json;
    this.sizes = shape.toArray();
    this.index = new long[sizes.length];
  }

  /// Begins the lists that begin with the next item.
  public void before() throws IOException {
    int axis = sizes.length;
    while (axis > 0 && index[axis - 1] == 0) {
      axis--;
    }
    for (; axis < sizes.length; axis++) {
      json.beginArray();
    }
  }

  /// Ends the lists that end with the item that was written.
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
