package io.ndmap.dtype;

import io.ndmap.literal.PyRepr;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// NumPy's short forms: `<f8`, `S5`, `M8[25s]`, `float64`, `i4,f8`, as `numpy.dtype(str)` reads
/// them.
///
/// NumPy's native byte order (`i4`, `=i4`, `|i4`) is little-endian here on every machine, and its C
/// types are those of 64-bit Linux (`long` has 64 bits, `longdouble` 128), so that a text has one
/// meaning everywhere.
final class TypeString {

  private TypeString() {}

  /// Parses a short form.
  ///
  /// @param text the form, without quotes
  /// @return the dtype
  /// @throws DTypeException if NumPy does not accept the text as a dtype, or it is `T`, the dtype
  ///   of strings outside of the array
  static DType parse(String text) {
    if (text.isEmpty()) {
      throw notUnderstood(text, "it is empty");
    }
    if (CommaString.is(text)) {
      return CommaString.parse(text);
    }
    char first = text.charAt(0);
    boolean hasOrder = first == '<' || first == '>' || first == '=' || first == '|';
    ByteOrder order = first == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    int start = hasOrder ? 1 : 0;
    int length = text.length() - start;
    if (length == 0) {
      throw notUnderstood(text, "nothing follows the byte order");
    }
    DType dtype;
    if (TimeText.is(text, start)) {
      dtype = TimeText.parse(text, start, order);
    } else if (length == 1) {
      dtype = text.equals("a") ? new BytesType(0) : ofLetter(text.charAt(start), order);
    } else {
      CInteger size = CInteger.scan(text, start + 1);
      if (size.end() == text.length()) {
        dtype = ofKindAndSize(text, text.charAt(start), size.value(), order);
      } else {
        dtype = hasOrder ? null : ofName(text);
      }
    }
    if (dtype == null) {
      throw notUnderstood(text, "NumPy has no such type");
    }
    return dtype;
  }

  static DTypeException notUnderstood(String text, String reason) {
    return new DTypeException("data type " + PyRepr.repr(text) + " not understood: " + reason);
  }

  private static @Nullable DType ofLetter(char letter, ByteOrder order) {
    return switch (letter) {
      case '?' -> DType.BOOL;
      case 'b' -> DType.INT8;
      case 'B' -> DType.UINT8;
      case 'h' -> scalar(ScalarKind.INT16, order);
      case 'H' -> scalar(ScalarKind.UINT16, order);
      case 'i' -> scalar(ScalarKind.INT32, order);
      case 'I' -> scalar(ScalarKind.UINT32, order);
      case 'l', 'q', 'p', 'n' -> scalar(ScalarKind.INT64, order);
      case 'L', 'Q', 'P', 'N' -> scalar(ScalarKind.UINT64, order);
      case 'e' -> scalar(ScalarKind.FLOAT16, order);
      case 'f' -> scalar(ScalarKind.FLOAT32, order);
      case 'd' -> scalar(ScalarKind.FLOAT64, order);
      case 'g' -> scalar(ScalarKind.LONGDOUBLE, order);
      case 'F' -> scalar(ScalarKind.COMPLEX64, order);
      case 'D' -> scalar(ScalarKind.COMPLEX128, order);
      case 'G' -> scalar(ScalarKind.CLONGDOUBLE, order);
      case 'S' -> new BytesType(0);
      case 'c' -> new BytesType(1);
      case 'U' -> new TextType(0, order);
      case 'V' -> new VoidType(0);
      case 'M' -> time(TimeType.Kind.DATETIME, order);
      case 'm' -> time(TimeType.Kind.TIMEDELTA, order);
      case 'O' -> new ObjectType();
      case 'T' ->
          throw new DTypeException(
              "data type 'T' (numpy.dtypes.StringDType) keeps its strings outside of the array: it"
                  + " has no elements that could be read");
      default -> null;
    };
  }

  private static @Nullable DType ofKindAndSize(String text, char kind, long size, ByteOrder order) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw notUnderstood(text, "a size must be from 0 to 2^31-1");
    }
    return switch (kind) {
      case 'S', 'a' -> new BytesType((int) size);
      case 'U' -> new TextType((int) size, order);
      case 'V' -> new VoidType((int) size);
      case 'O' -> size == 8 || size == 4 ? new ObjectType() : null;
      case 'M' -> size == Long.BYTES ? time(TimeType.Kind.DATETIME, order) : null;
      case 'm' -> size == Long.BYTES ? time(TimeType.Kind.TIMEDELTA, order) : null;
      case 'b' -> size == 1 ? DType.BOOL : null;
      case 'i' ->
          ofSize(
              size, order, ScalarKind.INT8, ScalarKind.INT16, ScalarKind.INT32, ScalarKind.INT64);
      case 'u' ->
          ofSize(
              size,
              order,
              ScalarKind.UINT8,
              ScalarKind.UINT16,
              ScalarKind.UINT32,
              ScalarKind.UINT64);
      case 'f' ->
          ofSize(
              size,
              order,
              ScalarKind.FLOAT16,
              ScalarKind.FLOAT32,
              ScalarKind.FLOAT64,
              ScalarKind.LONGDOUBLE);
      case 'c' ->
          ofSize(size, order, ScalarKind.COMPLEX64, ScalarKind.COMPLEX128, ScalarKind.CLONGDOUBLE);
      default -> null;
    };
  }

  private static @Nullable DType ofSize(long size, ByteOrder order, ScalarKind... kinds) {
    for (ScalarKind kind : kinds) {
      if (kind.itemsize() == size) {
        return scalar(kind, order);
      }
    }
    return null;
  }

  private static @Nullable DType ofName(String name) {
    return switch (name) {
      case "bool", "bool_" -> DType.BOOL;
      case "int8", "byte" -> DType.INT8;
      case "int16", "short" -> DType.INT16;
      case "int32", "intc" -> DType.INT32;
      case "int64", "int", "int_", "intp", "long", "longlong" -> DType.INT64;
      case "uint8", "ubyte" -> DType.UINT8;
      case "uint16", "ushort" -> DType.UINT16;
      case "uint32", "uintc" -> DType.UINT32;
      case "uint64", "uint", "uintp", "ulong", "ulonglong" -> DType.UINT64;
      case "float16", "half" -> DType.FLOAT16;
      case "float32", "single" -> DType.FLOAT32;
      case "float64", "float", "double" -> DType.FLOAT64;
      case "float128", "longdouble" -> DType.LONGDOUBLE;
      case "complex64", "csingle" -> DType.COMPLEX64;
      case "complex128", "complex", "cdouble" -> DType.COMPLEX128;
      case "complex256", "clongdouble" -> DType.CLONGDOUBLE;
      case "str", "str_", "unicode" -> new TextType(0, ByteOrder.LITTLE_ENDIAN);
      case "bytes", "bytes_" -> new BytesType(0);
      case "void" -> new VoidType(0);
      case "object", "object_" -> new ObjectType();
      default -> null;
    };
  }

  private static DType scalar(ScalarKind kind, ByteOrder order) {
    return new ScalarType(kind, order);
  }

  private static DType time(TimeType.Kind kind, ByteOrder order) {
    return new TimeType(kind, TimeUnit.GENERIC, 1, order);
  }
}
