package io.ndmap.format.json;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import io.ndmap.value.TicksText;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes an array's elements as nested JSON lists, in C order.
public final class JsonValues {

  /// The default limit for the number of elements, which corresponds to about 20 MB of text.
  public static final long LIMIT = 1_000_000;

  private final NdView<?> view;
  private final JsonWriter json;
  private final @Nullable NdView<?> counts;
  private final long[] index;

  private JsonValues(NdView<?> view, JsonWriter json, @Nullable NdView<?> counts) {
    this.view = view;
    this.json = json;
    this.counts = counts;
    this.index = new long[view.rank()];
  }

  /// Writes all elements.
  ///
  /// @param most the maximum number of empty lists for an array without elements; if there would be
  ///   more, one empty list is written
  public static void write(NdView<?> view, JsonWriter json, long most) throws IOException {
    if (emptyLists(view.shape()) > most) {
      json.beginArray().endArray();
      return;
    }
    new JsonValues(view, json, null).axis(0);
    // Check after the last access that the mapped file was not truncated.
    view.backing().barrier();
  }

  /// Writes all results of a reduction, with null for results that were computed from no elements.
  ///
  /// @param counts the number of elements from which each result was computed, with the same shape
  ///   as the view
  public static void writeWhere(NdView<?> counts, NdView<?> view, JsonWriter json)
      throws IOException {
    new JsonValues(view, json, counts).axis(0);
  }

  /// Returns the number of empty lists for an array without elements: 3 for shape (3, 0), but too
  /// many to print for (1000000000000, 0). The result is 0 for an array with elements.
  private static long emptyLists(Shape shape) {
    long lists = 1;
    for (int axis = 0; axis < shape.rank() && shape.size(axis) > 0; axis++) {
      lists *= shape.size(axis);
    }
    return shape.itemCount() == 0 ? lists : 0;
  }

  private void axis(int axis) throws IOException {
    if (axis == index.length) {
      if (counts != null && counts.getLong(index) == 0) {
        json.nullValue();
      } else {
        item(json, view.dtype(), view.value(index));
      }
      return;
    }
    json.beginArray();
    for (long i = 0; i < view.size(axis); i++) {
      index[axis] = i;
      axis(axis + 1);
    }
    json.endArray();
  }

  /// Writes one element.
  ///
  /// @param item the value, as returned by [NdView#value]
  public static void item(JsonWriter json, DType dtype, @Nullable Object item) throws IOException {
    if (dtype instanceof ObjectType) {
      object(json, item);
      return;
    }
    Object value = Objects.requireNonNull(item);
    switch (dtype) {
      case ScalarType scalar when scalar.kind().isComplex() -> {
        json.beginArray();
        for (Object part : (List<?>) value) {
          item(json, new ScalarType(scalar.kind().part(), scalar.order()), part);
        }
        json.endArray();
      }
      case ScalarType scalar when scalar.kind().isFloat() ->
          JsonNumbers.write(json, scalar.kind(), ((Number) value).doubleValue());
      case ScalarType _ when value instanceof Boolean bool -> json.value(bool);
      case ScalarType _ -> JsonNumbers.write(json, (Number) value);
      case TimeType time -> time(json, time, (Long) value);
      case BytesType _, VoidType _ -> json.value(HexFormat.of().formatHex((byte[]) value));
      case TextType _ -> json.value((String) value);
      case StructType struct -> {
        json.beginArray();
        List<?> members = (List<?>) value;
        for (int i = 0; i < members.size(); i++) {
          Field field = struct.fields().get(i);
          item(json, field.dtype(), members.get(i));
        }
        json.endArray();
      }
      case SubarrayType subarray -> subarray(json, subarray, 0, value);
      case ObjectType _ -> throw new AssertionError(dtype);
    }
  }

  /// Writes a datetime in ISO 8601, a timedelta as its number of ticks, and `NaT` as null, which
  /// `np.array(values, dtype)` accepts. A datetime without a unit is written as its number of
  /// ticks, because NumPy has no text for it.
  private static void time(JsonWriter json, TimeType type, long ticks) throws IOException {
    if (ticks == TimeType.NOT_A_TIME) {
      json.nullValue();
    } else if (type.kind() == TimeType.Kind.DATETIME && type.unit() != TimeUnit.GENERIC) {
      json.value(TicksText.datetime(type, ticks));
    } else {
      json.value(ticks);
    }
  }

  private static void subarray(JsonWriter json, SubarrayType type, int axis, @Nullable Object value)
      throws IOException {
    if (axis == type.shape().size()) {
      item(json, type.base(), value);
      return;
    }
    json.beginArray();
    for (Object part : (List<?>) Objects.requireNonNull(value)) {
      subarray(json, type, axis + 1, part);
    }
    json.endArray();
  }

  // ---- Python objects

  /// Writes a Python object: numbers, strings and lists as their JSON counterparts, tuples and sets
  /// as lists, a complex number as its two parts, bytes in hexadecimal, dictionaries as [#map]
  /// describes, NumPy's scalars and arrays as elements and nested lists, all others, such as
  /// decimals, fractions and times, as text.
  private static void object(JsonWriter json, @Nullable Object object) throws IOException {
    switch (object) {
      case null -> json.nullValue();
      case Boolean bool -> json.value(bool);
      case Double number -> JsonNumbers.write(json, ScalarKind.FLOAT64, number);
      // Most readers of JSON would lose digits of a number, so write a string.
      case BigDecimal decimal -> json.value(decimal.toString());
      case Number number -> JsonNumbers.write(json, number);
      case byte[] bytes -> json.value(HexFormat.of().formatHex(bytes));
      case PyByteArray bytes -> json.value(HexFormat.of().formatHex(bytes.bytes()));
      case PyComplex complex -> {
        json.beginArray();
        JsonNumbers.write(json, ScalarKind.FLOAT64, complex.real());
        JsonNumbers.write(json, ScalarKind.FLOAT64, complex.imaginary());
        json.endArray();
      }
      case PyTuple tuple -> list(json, tuple.items());
      case PyFrozenSet set -> list(json, set.items());
      case Collection<?> items -> list(json, items);
      case Map<?, ?> map -> map(json, map);
      case NumpyScalar scalar -> item(json, scalar.dtype(), scalar.value());
      case NdView<?> view -> write(view, json, LIMIT);
      case PyDecimal decimal -> json.value(decimal.text());
      case PyFraction fraction -> json.value(fraction.numerator() + "/" + fraction.denominator());
      default -> json.value(object.toString());
    }
  }

  private static void list(JsonWriter json, Collection<?> items) throws IOException {
    json.beginArray();
    for (Object item : items) {
      object(json, item);
    }
    json.endArray();
  }

  /// Writes an object if all keys are strings, otherwise a list of pairs.
  private static void map(JsonWriter json, Map<?, ?> map) throws IOException {
    if (map.keySet().stream().allMatch(String.class::isInstance)) {
      json.beginObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        object(json.name(String.valueOf(entry.getKey())), entry.getValue());
      }
      json.endObject();
      return;
    }
    json.beginArray();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.beginArray();
      object(json, entry.getKey());
      object(json, entry.getValue());
      json.endArray();
    }
    json.endArray();
  }
}
