package io.ndmap.serve.zarr;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.serve.answer.Problem;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// The Zarr data type of a dtype. Chunks hold the bytes of the file, so that a type says no more
/// than how to read them.
///
/// Datetimes and timedeltas are 64-bit integers with CF's `units` among the attributes: viewers and
/// clients in JavaScript have no other way to read them, and xarray decodes these.
///
/// @param v2 the `dtype` of version 2, such as `>f4`
/// @param v3 the `data_type` of version 3: a name, or an object for types that are no part of its
///   core, as zarr-python names them
/// @param fill the `fill_value` of version 3: zero, which version 3 requires
/// @param order the order of the bytes
/// @param attributes what the type alone does not say
record ItemType(
    String v2, JsonElement v3, JsonElement fill, ByteOrder order, JsonObject attributes) {

  /// The type of a dtype.
  ///
  /// @param limits of an element
  /// @param name what problems call the array
  /// @throws Problem with 404 if Zarr has no type for these elements
  static ItemType of(DType dtype, Limits limits, String name) {
    if (dtype.itemsize() == 0) {
      throw refused(name, "items of " + dtype + " have no bytes, and Zarr has no type for them");
    }
    if (dtype.itemsize() > limits.chunkBytes()) {
      throw refused(
          name,
          "items of %s have %s bytes, and a chunk has at most %s"
              .formatted(dtype, dtype.itemsize(), limits.chunkBytes()));
    }
    return switch (dtype) {
      case ScalarType scalar -> number(scalar, name);
      case TimeType time -> time(time);
      case BytesType bytes -> strings(bytes, "null_terminated_bytes", ByteOrder.LITTLE_ENDIAN);
      case TextType text -> strings(text, "fixed_length_utf32", text.order());
      case VoidType raw ->
          new ItemType(
              raw.toString(),
              sized("raw_bytes", raw.itemsize()),
              new JsonPrimitive(Base64.getEncoder().encodeToString(new byte[raw.itemsize()])),
              ByteOrder.LITTLE_ENDIAN,
              new JsonObject());
      default -> throw refused(name, "Zarr has no type for items of " + dtype);
    };
  }

  private static ItemType number(ScalarType scalar, String name) {
    ScalarKind kind = scalar.kind();
    if (kind.isExtended()) {
      throw refused(
          name,
          "Zarr has no type for the long doubles of %s; convert them: ndmap convert --dtype %s"
              .formatted(scalar, kind.isComplex() ? "<c16" : "<f8"));
    }
    return new ItemType(
        scalar.toString(),
        new JsonPrimitive(kind.name().toLowerCase(Locale.ROOT)),
        zero(kind),
        scalar.order(),
        new JsonObject());
  }

  private static JsonElement zero(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> new JsonPrimitive(false);
      case COMPLEX64, COMPLEX128, CLONGDOUBLE -> {
        JsonArray parts = new JsonArray();
        parts.add(0.0);
        parts.add(0.0);
        yield parts;
      }
      default -> kind.isFloat() ? new JsonPrimitive(0.0) : new JsonPrimitive(0);
    };
  }

  private static ItemType time(TimeType time) {
    ScalarType ticks = new ScalarType(ScalarKind.INT64, time.order());
    JsonObject attributes = new JsonObject();
    attributes.addProperty("numpy_dtype", time.toString());
    units(time)
        .ifPresent(
            unit -> {
              if (time.kind() == TimeType.Kind.DATETIME) {
                attributes.addProperty("units", unit + " since 1970-01-01");
                attributes.addProperty("calendar", "proleptic_gregorian");
              } else {
                attributes.addProperty("units", unit);
              }
            });
    return new ItemType(
        ticks.toString(),
        new JsonPrimitive("int64"),
        new JsonPrimitive(0),
        time.order(),
        attributes);
  }

  /// The unit by its name in CF, which has no multiples, and none for years and months that are as
  /// long as those of the calendar.
  private static Optional<String> units(TimeType time) {
    if (time.multiple() != 1) {
      return Optional.empty();
    }
    return switch (time.unit()) {
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
          Optional.of(time.unit().name().toLowerCase(Locale.ROOT) + "s");
      case YEAR, MONTH, WEEK, PICOSECOND, FEMTOSECOND, ATTOSECOND, GENERIC -> Optional.empty();
    };
  }

  private static ItemType strings(DType dtype, String v3, ByteOrder order) {
    return new ItemType(
        dtype.toString(),
        sized(v3, dtype.itemsize()),
        new JsonPrimitive(""),
        order,
        new JsonObject());
  }

  /// A named configuration of version 3.
  static JsonObject named(String name, JsonObject configuration) {
    JsonObject object = new JsonObject();
    object.addProperty("name", name);
    object.add("configuration", configuration);
    return object;
  }

  private static JsonObject sized(String name, int bytes) {
    JsonObject configuration = new JsonObject();
    configuration.addProperty("length_bytes", bytes);
    return named(name, configuration);
  }

  private static Problem refused(String name, String why) {
    return new Problem(404, name + ": " + why);
  }
}
