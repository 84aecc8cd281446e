package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.TimeType;
import io.ndmap.value.TicksText;

/// Compares an element in our JSON with the manifest's notation, where floats are hexadecimal and
/// integers are texts.
final class ExpectedValue {

  private ExpectedValue() {}

  static void assertEqual(JsonElement value, JsonObject dtype, JsonElement expected) {
    String kind = dtype.get("kind").getAsString();
    switch (kind) {
      case "struct" -> {
        JsonArray fields = dtype.getAsJsonArray("fields");
        assertThat(value.getAsJsonArray()).hasSize(fields.size());
        for (int i = 0; i < fields.size(); i++) {
          assertEqual(
              value.getAsJsonArray().get(i),
              fields.get(i).getAsJsonObject().getAsJsonObject("dtype"),
              expected.getAsJsonArray().get(i));
        }
      }
      case "subarray" -> assertSubarray(value, dtype, 0, expected);
      case "b" -> assertThat(value.getAsBoolean()).isEqualTo(expected.getAsBoolean());
      case "i", "u" -> {
        assertThat(value.getAsJsonPrimitive().isNumber()).isTrue();
        assertThat(value.getAsString()).isEqualTo(expected.getAsString());
      }
      case "f" -> assertFloat(value, dtype.get("itemsize").getAsInt(), expected.getAsString());
      case "c" -> {
        assertThat(value.getAsJsonArray()).hasSize(2);
        for (int i = 0; i < 2; i++) {
          assertFloat(
              value.getAsJsonArray().get(i),
              dtype.get("itemsize").getAsInt() / 2,
              expected.getAsJsonArray().get(i).getAsString());
        }
      }
      case "M", "m" -> assertTime(value, dtype.get("str").getAsString(), expected.getAsString());
      case "U" -> assertThat(value.getAsString()).isEqualTo(text(expected));
      case "S", "V" -> assertThat(value.getAsString()).isEqualTo(expected.getAsString());
      default -> throw new AssertionError(kind);
    }
  }

  private static void assertSubarray(
      JsonElement value, JsonObject dtype, int axis, JsonElement expected) {
    JsonArray shape = dtype.getAsJsonArray("shape");
    if (axis == shape.size()) {
      assertEqual(value, dtype.getAsJsonObject("base"), expected);
      return;
    }
    assertThat(value.getAsJsonArray()).hasSize(shape.get(axis).getAsInt());
    for (int i = 0; i < value.getAsJsonArray().size(); i++) {
      assertSubarray(
          value.getAsJsonArray().get(i), dtype, axis + 1, expected.getAsJsonArray().get(i));
    }
  }

  private static void assertTime(JsonElement value, String dtype, String expected) {
    if (expected.equals("NaT") || expected.equals(Long.toString(Long.MIN_VALUE))) {
      assertThat(value.isJsonNull()).isTrue();
    } else if (dtype.contains("M8[")) {
      TimeType type = (TimeType) DType.parse(dtype);
      assertThat(value.getAsString()).isEqualTo(TicksText.datetime(type, Long.parseLong(expected)));
    } else {
      assertThat(value.getAsJsonPrimitive().isNumber()).isTrue();
      assertThat(value.getAsString()).isEqualTo(expected);
    }
  }

  private static void assertFloat(JsonElement value, int itemsize, String expected) {
    if (expected.endsWith("nan") || expected.endsWith("inf")) {
      assertThat(value.getAsJsonPrimitive().isString()).isTrue();
      assertThat(value.getAsString()).isEqualTo(expected.replace("-nan", "nan"));
      return;
    }
    double exact = Double.parseDouble(expected);
    if (Double.isInfinite(exact)) {
      // A long double beyond every double: infinity is the nearest.
      assertThat(value.getAsString()).isEqualTo(exact > 0 ? "inf" : "-inf");
      return;
    }
    assertThat(value.getAsJsonPrimitive().isNumber()).isTrue();
    double output = Double.parseDouble(value.getAsString());
    double read =
        switch (itemsize) {
          case 2 -> Float.float16ToFloat(Float.floatToFloat16((float) output));
          case 4 -> (float) output;
          default -> output;
        };
    assertThat(Double.doubleToLongBits(read))
        .as("%s is %s", value, expected)
        .isEqualTo(Double.doubleToLongBits(exact));
  }

  private static String text(JsonElement expected) {
    if (expected.isJsonPrimitive()) {
      return expected.getAsString();
    }
    StringBuilder text = new StringBuilder();
    for (JsonElement codePoint : expected.getAsJsonObject().getAsJsonArray("codepoints")) {
      long unit = codePoint.getAsLong();
      text.appendCodePoint(unit > Character.MAX_CODE_POINT ? 0xfffd : (int) unit);
    }
    return text.toString();
  }
}
