package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.TextType;
import io.ndmap.value.FixedText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/// Converts text and bytes to another length, byte order or type; longer text is truncated, and
/// shorter text is padded with NULs.
final class TextCopy {

  private static final int MAX_ASCII = 0x7f;

  private TextCopy() {}

  static ItemCast of(DType from, DType to) {
    boolean sameKind = from.getClass().equals(to.getClass());
    return (source, at, target, into) -> {
      int[] units = units(source, at, from);
      if (!sameKind) {
        requireAscii(units, from, to);
      }
      put(units, target, into, to);
    };
  }

  /// Returns the code units of text, or the bytes, without trailing NULs.
  static int[] units(MemorySegment source, long at, DType type) {
    if (type instanceof TextType text) {
      return FixedText.units(source, at, text);
    }
    byte[] bytes =
        type instanceof BytesType fixed
            ? FixedText.bytes(source, at, fixed)
            : FixedText.raw(source, at, type.itemsize());
    int[] units = new int[bytes.length];
    for (int i = 0; i < units.length; i++) {
      units[i] = bytes[i] & 0xff;
    }
    return units;
  }

  private static void requireAscii(int[] units, DType from, DType to) {
    for (int i = 0; i < units.length; i++) {
      if (units[i] < 0 || units[i] > MAX_ASCII) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "cannot convert an element of %s into %s: unit %d is %X, no ASCII character",
                from,
                to,
                i,
                units[i]));
      }
    }
  }

  /// Stores code units as an element.
  static void put(int[] units, MemorySegment target, long into, DType type) {
    if (type instanceof TextType text) {
      FixedText.put(target, into, text, units);
    } else {
      for (int i = 0; i < type.itemsize(); i++) {
        int unit = i < units.length ? units[i] : 0;
        target.set(ValueLayout.JAVA_BYTE, into + i, (byte) unit);
      }
    }
  }
}
