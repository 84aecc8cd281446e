package io.ndmap.text;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.literal.PyRepr;
import io.ndmap.value.FixedText;
import io.ndmap.value.ItemValue;
import io.ndmap.value.NumberText;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.TicksText;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.function.LongFunction;

/// Formats single elements of printed arrays, and the element of an array without axes.
final class ItemText {

  private static final HexFormat LOWER = HexFormat.of();
  private static final HexFormat UPPER = HexFormat.of().withUpperCase();

  private ItemText() {}

  /// Formats the only element of an array without axes, like NumPy's `str` of a scalar.
  static String scalar(
      MemorySegment segment, long offset, DType dtype, LongFunction<String> objects) {
    return switch (dtype) {
      case ScalarType scalar -> scalar(segment, offset, scalar);
      case TimeType time -> {
        long ticks =
            ItemValue.bits(segment, offset, Long.BYTES, time.order() == ByteOrder.BIG_ENDIAN);
        yield time.kind() == TimeType.Kind.DATETIME
            ? TicksText.datetime(time, ticks)
            : TicksText.timedelta(time, ticks);
      }
      case BytesType bytes -> "np.bytes_(" + quoted(FixedText.bytes(segment, offset, bytes)) + ")";
      case TextType text -> FixedText.decodeLeniently(segment, offset, text);
      default ->
          ItemFormat.of(
                  segment,
                  dtype,
                  action -> action.accept(offset),
                  ItemFormat.Context.RECORD,
                  objects)
              .text(offset);
    };
  }

  private static String scalar(MemorySegment segment, long offset, ScalarType scalar) {
    ScalarKind kind = scalar.kind();
    boolean big = scalar.order() == ByteOrder.BIG_ENDIAN;
    if (kind.isComplex()) {
      ScalarKind part = kind.part();
      return NumberText.scalar(
          ItemValue.binaryFloat(segment, offset, part, big),
          ItemValue.binaryFloat(segment, offset + part.itemsize(), part, big));
    }
    if (kind.isFloat()) {
      return NumberText.scalar(ItemValue.binaryFloat(segment, offset, kind, big));
    }
    long bits = ItemValue.bits(segment, offset, kind.itemsize(), big);
    return kind == ScalarKind.BOOL ? bits == 0 ? "False" : "True" : integer(kind, bits);
  }

  static String integer(ScalarKind kind, long bits) {
    return kind == ScalarKind.UINT64
        ? Long.toUnsignedString(bits)
        : Long.toString(ScalarBits.toLong(kind, bits));
  }

  /// Formats a time in an array: datetimes and `NaT` in quotes, timedeltas as their ticks.
  static String time(TimeType type, long ticks) {
    boolean plain = type.kind() == TimeType.Kind.TIMEDELTA && ticks != TimeType.NOT_A_TIME;
    return plain ? Long.toString(ticks) : "'" + TicksText.datetime(type, ticks) + "'";
  }

  /// Formats bytes as Python's `repr` does.
  static String quoted(byte[] bytes) {
    boolean single = false;
    boolean twofold = false;
    for (byte b : bytes) {
      single |= b == '\'';
      twofold |= b == '"';
    }
    char quote = single && !twofold ? '"' : '\'';
    StringBuilder text = new StringBuilder("b").append(quote);
    for (byte b : bytes) {
      switch (b) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\\' -> text.append("\\\\");
        default -> {
          if (b == quote) {
            text.append('\\').append(quote);
          } else if (b >= ' ' && b < 0x7f) {
            text.append((char) b);
          } else {
            text.append("\\x").append(LOWER.toHexDigits(b));
          }
        }
      }
    }
    return text.append(quote).toString();
  }

  /// Formats text as Python's `repr` does, unit by unit: two adjacent surrogates do not form a
  /// character in Python, and units above 10FFFF are escaped.
  static String quoted(int[] units) {
    boolean single = false;
    boolean twofold = false;
    for (int unit : units) {
      single |= unit == '\'';
      twofold |= unit == '"';
    }
    char quote = single && !twofold ? '"' : '\'';
    StringBuilder text = new StringBuilder().append(quote);
    for (int unit : units) {
      if (unit == quote) {
        text.append('\\').append(quote);
      } else if (Character.isValidCodePoint(unit)) {
        String alone = PyRepr.repr(Character.toString(unit));
        text.append(alone, 1, alone.length() - 1);
      } else {
        text.append("\\U").append(LOWER.toHexDigits(unit));
      }
    }
    return text.append(quote).toString();
  }

  /// Formats uninterpreted bytes, each in hexadecimal.
  static String hex(byte[] bytes) {
    return "b'"
        + (bytes.length == 0 ? "" : "\\x" + UPPER.withDelimiter("\\x").formatHex(bytes))
        + "'";
  }
}
