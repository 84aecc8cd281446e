package io.ndmap.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The constants of the zip format, as in APPNOTE.TXT, and the encoding of names.
final class ZipFormat {

  static final int LOCAL_SIGNATURE = 0x0403_4b50;
  static final int CENTRAL_SIGNATURE = 0x0201_4b50;
  static final int END_SIGNATURE = 0x0605_4b50;
  static final int END64_SIGNATURE = 0x0606_4b50;
  static final int LOCATOR64_SIGNATURE = 0x0706_4b50;
  static final int DESCRIPTOR_SIGNATURE = 0x0807_4b50;

  static final int LOCAL_BYTES = 30;
  static final int CENTRAL_BYTES = 46;
  static final int END_BYTES = 22;
  static final int END64_BYTES = 56;
  static final int LOCATOR64_BYTES = 20;

  /// The offset of the time in a local header.
  static final int LOCAL_TIME = 10;

  /// The offset of the CRC in a local header.
  static final int LOCAL_CRC = 14;

  /// The offset of the CRC in a record of the central directory.
  static final int CENTRAL_CRC = 16;

  static final int ENCRYPTED = 1;

  /// Flag bits whose meaning depends on the compression method. For LZMA, bit 1 says that the
  /// stream has an end marker.
  static final int OF_COMPRESSION = 3 << 1;

  static final int DESCRIPTOR = 1 << 3;
  static final int PATCHED = 1 << 5;
  static final int STRONGLY_ENCRYPTED = 1 << 6;
  static final int UTF8 = 1 << 11;

  /// The value of a 32-bit field that refers to the zip64 extra field.
  static final long SEE_ZIP64 = 0xffff_ffffL;

  static final int ZIP64_EXTRA = 1;

  /// The extra field for alignment, also used by Apache Commons Compress.
  static final int ALIGNMENT_EXTRA = 0xa11e;

  static final int VERSION_DEFLATE = 20;
  static final int VERSION_ZIP64 = 45;
  static final int VERSION_BZIP2 = 46;
  static final int VERSION_LZMA = 63;

  private static final Charset CP437 = Charset.forName("IBM437");

  private ZipFormat() {}

  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static long unsigned(int field) {
    return Integer.toUnsignedLong(field);
  }

  static int unsigned(short field) {
    return Short.toUnsignedInt(field);
  }

  /// Decodes a name, in UTF-8 if the flags say so, otherwise in code page 437.
  static String name(byte[] bytes, int flags) throws CharacterCodingException {
    Charset charset = (flags & UTF8) != 0 ? StandardCharsets.UTF_8 : CP437;
    CharBuffer text = charset.newDecoder().decode(ByteBuffer.wrap(bytes));
    return text.toString();
  }

  /// Quotes a name for a message, on one line.
  static String quoted(String name) {
    StringBuilder text = new StringBuilder("'");
    name.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.append('\'').toString();
  }
}
