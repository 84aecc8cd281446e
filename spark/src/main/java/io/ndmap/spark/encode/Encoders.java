package io.ndmap.spark.encode;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.spark.column.Inexact;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.SparkTicks;
import io.ndmap.spark.column.TypeMapping;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/// Creates encoders for pairs of a Spark type and a dtype. Integers and times are either stored
/// exactly or rejected. Floating-point numbers, and decimals of a type with digits after the point,
/// are rounded to the dtype.
final class Encoders {

  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final BigInteger UINT64_END = BigInteger.TWO.pow(Long.SIZE);

  private Encoders() {}

  /// Returns the encoder of a column.
  ///
  /// @param name the name of the column, for messages
  /// @param fortranOrder whether the axes of a subarray are axes of a file in Fortran order
  /// @throws NpySourceException if the dtype cannot hold values of the type
  static ItemEncoder of(String name, DataType type, DType dtype, boolean fortranOrder) {
    return switch (dtype) {
      case SubarrayType subarray -> array(name, type, subarray, fortranOrder);
      case io.ndmap.dtype.StructType struct when type instanceof StructType columns ->
          structure(name, columns, struct);
      case ScalarType scalar -> scalar(name, type, scalar);
      case TimeType time -> ticks(name, type, time);
      case TextType text when type.typeName().equals("string") -> text(name, text);
      case BytesType bytes -> bytes(name, type, bytes);
      case VoidType bytes when type.typeName().equals("binary") -> raw(name, bytes.itemsize());
      default -> throw other(name, type, dtype);
    };
  }

  private static NpySourceException other(String name, DataType type, DType dtype) {
    return new NpySourceException(
        "column '%s': values of %s cannot be stored as dtype %s"
            .formatted(name, type.simpleString(), dtype));
  }

  private static ItemEncoder structure(
      String name, StructType columns, io.ndmap.dtype.StructType struct) {
    List<String> asked = struct.fields().stream().map(Field::name).sorted().toList();
    List<String> there = Stream.of(columns.fieldNames()).sorted().toList();
    if (!asked.equals(there)) {
      throw new NpySourceException(
          "column '%s': the dtype has the fields %s, the values have %s"
              .formatted(name, asked, there));
    }
    List<ItemEncoder> encoders = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int k = 0; k < columns.length(); k++) {
      String inner = columns.apply(k).name();
      Field field = struct.find(inner).orElseThrow();
      fields.add(field);
      encoders.add(notNull(inner, of(inner, columns.apply(k).dataType(), field.dtype(), false)));
    }
    return (values, at, memory, offset) -> {
      SpecializedGetters inner = values.getStruct(at, fields.size());
      for (int k = 0; k < fields.size(); k++) {
        encoders.get(k).put(inner, k, memory, offset + fields.get(k).offset());
      }
    };
  }

  /// Returns an encoder that rejects null. Encoders of times are returned unchanged, because only
  /// times can represent null.
  static ItemEncoder notNull(String name, ItemEncoder encoder) {
    if (encoder instanceof NullableEncoder) {
      return encoder;
    }
    return (values, at, memory, offset) -> {
      if (values.isNullAt(at)) {
        throw new IllegalArgumentException(
            "'" + name + "' is null, for which the dtype has no element; fill nulls first");
      }
      encoder.put(values, at, memory, offset);
    };
  }

  /// An encoder that accepts null.
  private interface NullableEncoder extends ItemEncoder {}

  private static ItemEncoder array(
      String name, DataType type, SubarrayType subarray, boolean fortranOrder) {
    List<Integer> shape = subarray.shape();
    DataType inner = type;
    for (int k = 0; k < shape.size(); k++) {
      if (!(inner instanceof ArrayType array)) {
        throw other(name, type, subarray);
      }
      inner = array.elementType();
    }
    ItemEncoder encoder = notNull(name, of(name, inner, subarray.base(), false));
    long stride = subarray.base().itemsize();
    long[] strides = new long[shape.size()];
    for (int k = 0; k < strides.length; k++) {
      int axis = fortranOrder ? k : strides.length - 1 - k;
      strides[axis] = stride;
      stride *= shape.get(axis);
    }
    for (int axis = strides.length - 1; axis >= 0; axis--) {
      encoder = axis(name, encoder, shape.get(axis), strides[axis], axis);
    }
    return encoder;
  }

  private static ItemEncoder axis(
      String name, ItemEncoder elements, int length, long stride, int axis) {
    return notNull(
        name,
        (values, at, memory, offset) -> {
          ArrayData array = values.getArray(at);
          if (array.numElements() != length) {
            throw new IllegalArgumentException(
                "'%s' has %s elements along axis %s of the row, expected %s"
                    .formatted(name, array.numElements(), axis, length));
          }
          for (int k = 0; k < length; k++) {
            elements.put(array, k, memory, offset + k * stride);
          }
        });
  }

  private static ItemEncoder scalar(String name, DataType type, ScalarType dtype) {
    ScalarKind kind = dtype.kind();
    boolean big = dtype.order() == ByteOrder.BIG_ENDIAN;
    if (kind == ScalarKind.BOOL && type.typeName().equals("boolean")) {
      return (values, at, memory, offset) ->
          memory.set(ValueLayout.JAVA_BYTE, offset, (byte) (values.getBoolean(at) ? 1 : 0));
    }
    if (kind.isComplex() && type instanceof StructType struct && isComplex(struct)) {
      return complex(name, struct, dtype);
    }
    if (kind.isInteger()) {
      return integer(name, type, dtype, big);
    }
    if (kind.isFloat() && !kind.isExtended() && !kind.isOfMlDtypes()) {
      return floating(name, type, dtype, big);
    }
    throw other(name, type, dtype);
  }

  /// Whether a structure has the form that complex numbers have when they are read: fields `real`
  /// and `imag`.
  static boolean isComplex(StructType struct) {
    return struct.length() == 2
        && struct.apply(0).name().equals("real")
        && struct.apply(1).name().equals("imag")
        && struct.apply(0).dataType().equals(struct.apply(1).dataType())
        && (struct.apply(0).dataType().typeName().equals("float")
            || struct.apply(0).dataType().typeName().equals("double"));
  }

  private static ItemEncoder complex(String name, StructType struct, ScalarType dtype) {
    ScalarType part = new ScalarType(dtype.kind().part(), dtype.order());
    ItemEncoder real = notNull(name + ".real", scalar(name, struct.apply(0).dataType(), part));
    ItemEncoder imag = notNull(name + ".imag", scalar(name, struct.apply(1).dataType(), part));
    return (values, at, memory, offset) -> {
      SpecializedGetters inner = values.getStruct(at, 2);
      real.put(inner, 0, memory, offset);
      imag.put(inner, 1, memory, offset + part.itemsize());
    };
  }

  /// Reads a value as an integer.
  private interface LongReader {
    long get(SpecializedGetters values, int at);
  }

  private static LongReader longs(String name, DataType type, DType dtype) {
    return switch (type.typeName()) {
      case "byte" -> SpecializedGetters::getByte;
      case "short" -> SpecializedGetters::getShort;
      case "integer", "date" -> SpecializedGetters::getInt;
      case "long", "timestamp", "timestamp_ntz" -> SpecializedGetters::getLong;
      default ->
          switch (type) {
            case org.apache.spark.sql.types.DayTimeIntervalType _ -> SpecializedGetters::getLong;
            case org.apache.spark.sql.types.YearMonthIntervalType _ -> SpecializedGetters::getInt;
            default -> throw other(name, type, dtype);
          };
    };
  }

  private static boolean isInteger(DataType type) {
    return switch (type.typeName()) {
      case "byte", "short", "integer", "long" -> true;
      default -> false;
    };
  }

  private static ItemEncoder integer(String name, DataType type, ScalarType dtype, boolean big) {
    ScalarKind kind = dtype.kind();
    int size = kind.itemsize();
    if (type instanceof DecimalType decimal && decimal.scale() == 0) {
      return (values, at, memory, offset) -> {
        BigInteger number =
            values.getDecimal(at, decimal.precision(), 0).toJavaBigDecimal().toBigIntegerExact();
        boolean fits =
            kind == ScalarKind.UINT64
                ? number.signum() >= 0 && number.compareTo(UINT64_END) < 0
                : number.bitLength() < Long.SIZE && fits(kind, number.longValue());
        if (!fits) {
          throw new ArithmeticException(tooLarge(name, number, dtype));
        }
        put(memory, offset, size, big, number.longValue());
      };
    }
    if (!isInteger(type)) {
      throw other(name, type, dtype);
    }
    LongReader reader = longs(name, type, dtype);
    return (values, at, memory, offset) -> {
      long number = reader.get(values, at);
      if (!fits(kind, number)) {
        throw new ArithmeticException(tooLarge(name, number, dtype));
      }
      put(memory, offset, size, big, number);
    };
  }

  private static String tooLarge(String name, Object number, DType dtype) {
    return "'" + name + "' is " + number + ", which dtype " + dtype + " cannot hold";
  }

  private static boolean fits(ScalarKind kind, long number) {
    int bits = kind.itemsize() * Byte.SIZE;
    if (bits == Long.SIZE) {
      return number >= 0 || !kind.isUnsigned();
    }
    long least = kind.isUnsigned() ? 0 : -1L << (bits - 1);
    long end = 1L << (kind.isUnsigned() ? bits : bits - 1);
    return number >= least && number < end;
  }

  private static ItemEncoder floating(String name, DataType type, ScalarType dtype, boolean big) {
    ScalarKind kind = dtype.kind();
    if (isInteger(type)) {
      LongReader reader = longs(name, type, dtype);
      return (values, at, memory, offset) -> {
        long number = reader.get(values, at);
        double rounded = rounded(kind, number);
        if ((long) rounded != number || rounded == 0x1p63 || Double.isInfinite(rounded)) {
          throw new ArithmeticException(tooLarge(name, number, dtype));
        }
        putFloating(memory, offset, kind, big, rounded);
      };
    }
    if (type instanceof DecimalType decimal) {
      return (values, at, memory, offset) -> {
        BigDecimal number =
            values.getDecimal(at, decimal.precision(), decimal.scale()).toJavaBigDecimal();
        double rounded = rounded(kind, number);
        // Decimals without a fraction are stored exactly or rejected, like integers.
        if (Double.isInfinite(rounded)
            || (decimal.scale() == 0 && new BigDecimal(rounded).compareTo(number) != 0)) {
          throw new ArithmeticException(tooLarge(name, number, dtype));
        }
        putFloating(memory, offset, kind, big, rounded);
      };
    }
    return switch (type.typeName()) {
      case "double" ->
          (values, at, memory, offset) ->
              putFloating(memory, offset, kind, big, values.getDouble(at));
      case "float" ->
          (values, at, memory, offset) ->
              putFloating(memory, offset, kind, big, values.getFloat(at));
      default -> throw other(name, type, dtype);
    };
  }

  private static double rounded(ScalarKind kind, long number) {
    return switch (kind) {
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) number));
      case FLOAT32 -> (float) number;
      default -> (double) number;
    };
  }

  private static double rounded(ScalarKind kind, BigDecimal number) {
    return switch (kind) {
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16(halfway(number.doubleValue())));
      case FLOAT32 -> number.floatValue();
      default -> number.doubleValue();
    };
  }

  private static void putFloating(
      MemorySegment memory, long offset, ScalarKind kind, boolean big, double value) {
    long bits =
        switch (kind) {
          case FLOAT16 -> Float.floatToFloat16(halfway(value));
          case FLOAT32 -> Float.floatToRawIntBits((float) value);
          default -> Double.doubleToRawLongBits(value);
        };
    put(memory, offset, kind.itemsize(), big, bits);
  }

  /// Returns a float that rounds to the same half as the double. The float is rounded to odd: its
  /// last bit is set if digits were cut off. Two roundings to the nearest number, from double to
  /// float and from float to half, can give a wrong result.
  private static float halfway(double value) {
    float nearest = (float) value;
    if (nearest == value || Double.isNaN(value) || Float.isInfinite(nearest)) {
      return nearest;
    }
    float toZero = Math.abs(nearest) > Math.abs(value) ? Math.nextAfter(nearest, 0.0) : nearest;
    return Float.intBitsToFloat(Float.floatToRawIntBits(toZero) | 1);
  }

  private static void put(MemorySegment memory, long offset, int size, boolean big, long bits) {
    // ndmap requires a little-endian machine.
    switch (size) {
      case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
      case 2 -> memory.set(SHORT, offset, big ? Short.reverseBytes((short) bits) : (short) bits);
      case 4 -> memory.set(INT, offset, big ? Integer.reverseBytes((int) bits) : (int) bits);
      default -> memory.set(LONG, offset, big ? Long.reverseBytes(bits) : bits);
    }
  }

  private static ItemEncoder ticks(String name, DataType type, TimeType dtype) {
    boolean big = dtype.order() == ByteOrder.BIG_ENDIAN;
    DataType expected = new TypeMapping(Inexact.NEAREST).time(name, dtype);
    boolean same =
        expected.equals(type)
            || (expected.typeName().equals("timestamp_ntz") && type.typeName().equals("timestamp"))
            || (expected instanceof org.apache.spark.sql.types.AnsiIntervalType
                && expected.getClass().equals(type.getClass()));
    if (!same) {
      throw other(name, type, dtype);
    }
    LongReader reader = longs(name, type, dtype);
    SparkTicks ticks = SparkTicks.of(dtype);
    NullableEncoder encoder =
        (values, at, memory, offset) -> {
          long bits = TimeType.NOT_A_TIME;
          if (!values.isNullAt(at)) {
            long number = reader.get(values, at);
            try {
              bits = ticks.ticks(number);
            } catch (ArithmeticException e) {
              throw new ArithmeticException(
                  "'%s' holds a time that dtype %s cannot hold exactly (%s)"
                      .formatted(name, dtype, e.getMessage()));
            }
          }
          put(memory, offset, Long.BYTES, big, bits);
        };
    return encoder;
  }

  private static ItemEncoder text(String name, TextType dtype) {
    boolean big = dtype.order() == ByteOrder.BIG_ENDIAN;
    return (values, at, memory, offset) -> {
      UTF8String text = values.getUTF8String(at);
      if (!text.isValid()) {
        throw new IllegalArgumentException("'" + name + "' holds bytes that are no UTF-8 text");
      }
      int[] units = text.toString().codePoints().toArray();
      requireFits(
          name,
          units.length,
          dtype.length(),
          "characters",
          units.length > 0 && units[units.length - 1] == 0);
      for (int k = 0; k < dtype.length(); k++) {
        put(
            memory,
            offset + (long) TextType.UNIT * k,
            TextType.UNIT,
            big,
            k < units.length ? units[k] : 0);
      }
    };
  }

  private static void requireFits(
      String name, int found, int most, String what, boolean endsInNul) {
    if (found > most) {
      throw new IllegalArgumentException(
          "'%s' has %s %s, the dtype holds %s".formatted(name, found, what, most));
    }
    if (endsInNul) {
      throw new IllegalArgumentException("'" + name + "' ends in a NUL, which is not kept");
    }
  }

  private static ItemEncoder bytes(String name, DataType type, BytesType dtype) {
    boolean isText = type.typeName().equals("string");
    if (!isText && !type.typeName().equals("binary")) {
      throw other(name, type, dtype);
    }
    return (values, at, memory, offset) -> {
      byte[] bytes = isText ? ascii(name, values.getUTF8String(at)) : values.getBinary(at);
      requireFits(
          name,
          bytes.length,
          dtype.itemsize(),
          "bytes",
          bytes.length > 0 && bytes[bytes.length - 1] == 0);
      memory.asSlice(offset, dtype.itemsize()).fill((byte) 0);
      MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
    };
  }

  private static byte[] ascii(String name, UTF8String text) {
    byte[] bytes = text.getBytes();
    for (byte each : bytes) {
      if (each < 0) {
        throw new IllegalArgumentException(
            "'" + name + "' is '" + text + "', bytes take ASCII only; use a dtype such as U16");
      }
    }
    return bytes;
  }

  private static ItemEncoder raw(String name, int length) {
    return (values, at, memory, offset) -> {
      byte[] bytes = values.getBinary(at);
      if (bytes.length != length) {
        throw new IllegalArgumentException(
            "'%s' has %s bytes, the dtype holds exactly %s".formatted(name, bytes.length, length));
      }
      MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, length);
    };
  }
}
