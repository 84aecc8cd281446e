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

/// The Zarr data type of a dtype. Chunks contain the bytes of the file unchanged, so the type only
/// tells how to read them.
///
/// Datetimes and timedeltas become 64-bit integers with CF's attribute `units`: JavaScript clients
/// and viewers support nothing else, and xarray decodes such arrays.
///
/// @param v2 the `dtype` of version 2, such as `>f4`
/// @param v3 the `data_type` of version 3: a name, or an object in zarr-python's form for types
///   outside the core of version 3
/// @param fill the `fill_value`, zero, which version 3 requires
/// @param order the byte order
/// @param attributes attributes for information that the data type does not express, such as the
///   unit of times
record ItemType(
    String v2, JsonElement v3, JsonElement fill, ByteOrder order, JsonObject attributes) {

  /// Returns the data type of a dtype.
  ///
  /// @param limits the limits of an element
  /// @param name the name of the array in messages
  /// @throws Problem with 404 if Zarr has no data type for these elements, or an element is too
  ///   large
  static ItemType of(DType dtype, Limits limits, String name) {
    if (dtype.itemsize() == 0) {
      throw refused(name, "elements of " + dtype + " have no bytes, and Zarr has no type for them");
    }
    if (dtype.itemsize() > limits.chunkBytes()) {
      throw refused(
          name,
          "elements of %s have %s bytes, and a chunk has at most %s"
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
      default -> throw refused(name, "Zarr has no type for elements of " + dtype);
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
    if (kind.isOfMlDtypes()) {
      throw refused(
          name,
          "Zarr has no type for elements of %s; convert them: ndmap convert --dtype <f4"
              .formatted(scalar));
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

  /// The name of the unit in CF. Empty for multiples of a unit, for weeks, for units finer than
  /// nanoseconds and for times without a unit, which are not written in CF; and for years and
  /// months, which in CF are not calendar years and months.
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
