package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.value.DateReader;
import io.ndmap.value.ItemValue;
import io.ndmap.value.LongDoubleText;
import io.ndmap.value.PythonText;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Locale;

/// Converts text, bytes and void to numbers, and text and bytes to times. Numbers are parsed as by
/// Python's `int`, `float` and `complex`, long doubles as by C's `strtold`, dates as by NumPy. A
/// bool is true if the text is not empty.
final class TextParse {

  /// The maximum number of units of a text that a message quotes.
  private static final int MAX_QUOTED = 60;

  private static final int MAX_ASCII = 0x7f;

  /// Parses a text and stores its value.
  private interface Reader {

    /// @throws IllegalArgumentException if the text cannot be parsed; the message says why
    void read(int[] units, MemorySegment target, long into);
  }

  private TextParse() {}

  /// @param from text, bytes or void
  static ItemCast into(DType from, ScalarType to) {
    Reader reader = reader(from, to.kind(), to.order() == ByteOrder.BIG_ENDIAN);
    return item(from, to, reader);
  }

  /// @param from text or bytes
  static ItemCast into(DType from, TimeType to) {
    boolean big = to.order() == ByteOrder.BIG_ENDIAN;
    Reader reader =
        (units, target, into) ->
            ItemValue.setBits(
                target,
                into,
                Long.BYTES,
                big,
                to.kind() == TimeType.Kind.DATETIME
                    ? DateReader.ticks(string(units, from), to)
                    : PythonText.timedelta(units));
    return item(from, to, reader);
  }

  private static ItemCast item(DType from, DType to, Reader reader) {
    return (source, at, target, into) -> {
      int[] units = TextCopy.units(source, at, from);
      try {
        requireText(units, from);
        reader.read(units, target, into);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new IllegalArgumentException(
            "cannot convert "
                + quoted(units)
                + " of "
                + from
                + " into "
                + to
                + ": "
                + e.getMessage(),
            e);
      }
    };
  }

  private static void requireText(int[] units, DType from) {
    if (from instanceof TextType) {
      for (int unit : units) {
        if (!Character.isValidCodePoint(unit)) {
          throw new IllegalArgumentException(
              String.format(Locale.ROOT, "unit %X is not a code point", unit));
        }
      }
    }
  }

  private static String quoted(int[] units) {
    StringBuilder text = new StringBuilder("'");
    for (int i = 0; i < Math.min(units.length, MAX_QUOTED); i++) {
      boolean plain = units[i] >= ' ' && units[i] <= '~' && units[i] != '\'' && units[i] != '\\';
      text.append(
          plain ? Character.toString(units[i]) : String.format(Locale.ROOT, "\\x%02x", units[i]));
    }
    return text.append(units.length > MAX_QUOTED ? "…'" : "'").toString();
  }

  private static Reader reader(DType from, ScalarKind kind, boolean big) {
    boolean bytes = !(from instanceof TextType);
    // Void is parsed as a Python float even if the target is complex or a long double.
    boolean isVoid = !(from instanceof BytesType || from instanceof TextType);
    if (kind == ScalarKind.BOOL) {
      return (units, target, into) ->
          ItemValue.setBits(target, into, 1, big, units.length == 0 ? 0 : 1);
    }
    if (kind.isComplex()) {
      return (units, target, into) -> {
        double[] parts =
            isVoid
                ? new double[] {PythonText.toDouble(units, true), 0}
                : PythonText.toComplex(units, bytes);
        putDouble(target, into, kind.part(), big, parts[0]);
        putDouble(target, into + kind.part().itemsize(), kind.part(), big, parts[1]);
      };
    }
    if (kind.isExtended() && !isVoid) {
      return (units, target, into) -> LongDoubleText.read(string(units, from), target, into, big);
    }
    if (kind.isFloat()) {
      return (units, target, into) ->
          putDouble(target, into, kind, big, PythonText.toDouble(units, bytes));
    }
    return (units, target, into) -> {
      BigInteger value = PythonText.toInteger(units, bytes);
      ItemValue.setBits(target, into, kind.itemsize(), big, ScalarBits.ofInteger(kind, value));
    };
  }

  private static void putDouble(
      MemorySegment target, long into, ScalarKind kind, boolean big, double value) {
    if (kind.isExtended()) {
      ItemValue.writeLongDouble(target, into, big, value);
    } else {
      ItemValue.setBits(target, into, kind.itemsize(), big, ScalarBits.ofDouble(kind, value));
    }
  }

  /// Returns ASCII text or bytes as a C string, which ends before the first NUL.
  private static String string(int[] units, DType from) {
    StringBuilder text = new StringBuilder(units.length);
    boolean ended = false;
    for (int unit : units) {
      ended |= unit == 0;
      if (unit > MAX_ASCII && (from instanceof TextType || !ended)) {
        throw new IllegalArgumentException("only ASCII characters have a meaning");
      }
      if (!ended) {
        text.append((char) unit);
      }
    }
    return text.toString();
  }
}
