package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.value.NumberText;
import java.io.IOException;

/// Writes numbers as JSON, exactly.
public final class JsonNumbers {

  private JsonNumbers() {}

  /// Writes an integer, or a double in the shortest text that reads back as the same number.
  public static void write(JsonWriter json, Number number) throws IOException {
    if (number instanceof Double) {
      write(json, ScalarKind.FLOAT64, number.doubleValue());
    } else {
      json.jsonValue(number.toString());
    }
  }

  /// Writes a floating-point number in the shortest text that reads back as the same number of its
  /// type; NaN and infinities, which JSON lacks, become strings.
  public static void write(JsonWriter json, ScalarKind kind, double number) throws IOException {
    String text = NumberText.shortest(kind, number);
    if (Double.isFinite(number)) {
      json.jsonValue(text);
    } else {
      json.value(text);
    }
  }
}
