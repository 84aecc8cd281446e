package io.ndmap.value;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.TextType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Text and bytes of a fixed length (`U`, `S`, `V`), where trailing NULs of text and bytes are
/// padding.
public final class FixedText {

  private static final ValueLayout.OfInt LITTLE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt BIG =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private FixedText() {}

  public static String decode(MemorySegment segment, long offset, TextType type)
      throws CharacterCodingException {
    int[] units = units(segment, offset, type);
    for (int i = 0; i < units.length; i++) {
      if (!Character.isValidCodePoint(units[i])) {
        throw new MalformedInputException(TextType.UNIT);
      }
    }
    return new String(units, 0, units.length);
  }

  /// Decodes text, with U+FFFD for every unit that is not a code point.
  public static String decodeLeniently(MemorySegment segment, long offset, TextType type) {
    int[] units = units(segment, offset, type);
    for (int i = 0; i < units.length; i++) {
      if (!Character.isValidCodePoint(units[i])) {
        units[i] = 0xfffd;
      }
    }
    return new String(units, 0, units.length);
  }

  /// The 32-bit units of text in memory, without trailing NULs; not all of them need be code
  /// points.
  public static int[] units(MemorySegment segment, long offset, TextType type) {
    ValueLayout.OfInt layout = type.order() == ByteOrder.BIG_ENDIAN ? BIG : LITTLE;
    int length = type.length();
    while (length > 0 && segment.get(layout, offset + (long) TextType.UNIT * (length - 1)) == 0) {
      length--;
    }
    int[] units = new int[length];
    for (int i = 0; i < length; i++) {
      units[i] = segment.get(layout, offset + (long) TextType.UNIT * i);
    }
    return units;
  }

  public static void encode(MemorySegment segment, long offset, TextType type, String text) {
    encode(segment, offset, type, text.codePoints().toArray());
  }

  public static void encode(MemorySegment segment, long offset, TextType type, int... units) {
    requireFits(
        units.length,
        type.length(),
        "code points",
        units.length > 0 && units[units.length - 1] == 0);
    put(segment, offset, type, units);
  }

  /// Stores units unchanged, truncated or padded with NULs.
  public static void put(MemorySegment segment, long offset, TextType type, int... units) {
    ValueLayout.OfInt layout = type.order() == ByteOrder.BIG_ENDIAN ? BIG : LITTLE;
    for (int i = 0; i < type.length(); i++) {
      segment.set(layout, offset + (long) TextType.UNIT * i, i < units.length ? units[i] : 0);
    }
  }

  public static byte[] bytes(MemorySegment segment, long offset, BytesType type) {
    int length = type.itemsize();
    while (length > 0 && segment.get(ValueLayout.JAVA_BYTE, offset + length - 1) == 0) {
      length--;
    }
    return raw(segment, offset, length);
  }

  public static byte[] raw(MemorySegment segment, long offset, int length) {
    return segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  public static void setBytes(MemorySegment segment, long offset, BytesType type, byte[] bytes) {
    requireFits(
        bytes.length, type.itemsize(), "bytes", bytes.length > 0 && bytes[bytes.length - 1] == 0);
    setRaw(segment, offset, type.itemsize(), Arrays.copyOf(bytes, type.itemsize()));
  }

  public static void setRaw(MemorySegment segment, long offset, int itemsize, byte[] bytes) {
    if (bytes.length != itemsize) {
      throw new IllegalArgumentException(
          "an element has " + itemsize + " bytes, found " + bytes.length);
    }
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, offset, bytes.length);
  }

  public static String ascii(byte[] bytes) throws CharacterCodingException {
    for (byte b : bytes) {
      if (b < 0) {
        throw new MalformedInputException(1);
      }
    }
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  public static byte[] ofAscii(String text) {
    if (!text.chars().allMatch(c -> c < 0x80)) {
      throw new IllegalArgumentException(
          "bytes take ASCII text only, found '" + text + "'; give others as bytes");
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void requireFits(int length, int capacity, String what, boolean endsInNul) {
    if (length > capacity) {
      throw new IllegalArgumentException(
          "an element holds at most " + capacity + " " + what + ", found " + length);
    }
    if (endsInNul) {
      throw new IllegalArgumentException(
          "the value ends in a NUL, which reading it back would drop");
    }
  }
}
