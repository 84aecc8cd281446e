package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// Formats dtypes as JSON that `numpy.dtype` accepts after `json.loads`: a string such as `"<f8"`,
/// or `"(2,3,)<f8"` for a subarray; an object with names, formats, offsets, titles and itemsize for
/// a structure.
///
/// NumPy describes a subarray of structures or of subarrays only with tuples, which JSON does not
/// have. So this dtype is written as the list `[base, [2, 3]]`, and `docs/numpy.md` has the line of
/// Python that reads it.
public final class JsonDType {

  private JsonDType() {}

  /// Writes a dtype.
  public static void write(JsonWriter json, DType dtype) throws IOException {
    switch (dtype) {
      case StructType struct -> struct(json, struct);
      case SubarrayType subarray -> subarray(json, subarray);
      default -> json.value(dtype.toString());
    }
  }

  private static void struct(JsonWriter json, StructType struct) throws IOException {
    List<Field> fields = struct.fields();
    json.beginObject();
    json.name("names").beginArray();
    for (Field field : fields) {
      json.value(field.name());
    }
    json.endArray();
    json.name("formats").beginArray();
    for (Field field : fields) {
      write(json, field.dtype());
    }
    json.endArray();
    json.name("offsets").beginArray();
    for (Field field : fields) {
      json.value(field.offset());
    }
    json.endArray();
    if (fields.stream().anyMatch(field -> field.title() != null)) {
      json.name("titles").beginArray();
      for (Field field : fields) {
        json.value(field.title());
      }
      json.endArray();
    }
    json.name("itemsize").value(struct.itemsize());
    json.endObject();
  }

  private static void subarray(JsonWriter json, SubarrayType subarray) throws IOException {
    DType base = subarray.base();
    if (base instanceof StructType || base instanceof SubarrayType) {
      json.beginArray();
      write(json, base);
      json.beginArray();
      for (int size : subarray.shape()) {
        json.value(size);
      }
      json.endArray();
      json.endArray();
    } else {
      // With the trailing comma, NumPy reads "(2,)<f8" as a shape, not as a repeat count.
      json.value(
          subarray.shape().stream()
                  .map(size -> size + ",")
                  .collect(Collectors.joining("", "(", ")"))
              + base);
    }
  }
}
