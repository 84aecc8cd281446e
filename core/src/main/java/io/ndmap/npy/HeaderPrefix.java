package io.ndmap.npy;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The prefix of a header: magic, version and the length of the header's text.
///
/// @param version the version of the format
/// @param textBytes the size of the header's text in bytes
record HeaderPrefix(NpyVersion version, long textBytes) {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /// The size of magic and version in bytes.
  static final int FIXED_BYTES = MAGIC.length + 2;

  /// The size of the longest prefix in bytes.
  static final int MAX_BYTES = FIXED_BYTES + Integer.BYTES;

  /// The offset of the text from the beginning of the header.
  int textOffset() {
    return FIXED_BYTES + version.lengthBytes();
  }

  /// The offset of the data from the beginning of the header.
  long end() {
    return textOffset() + textBytes;
  }

  /// Reads the prefix at the buffer's position, which does not change.
  ///
  /// @param bytes the first [#MAX_BYTES] bytes of the array or more; all bytes if there are fewer
  static HeaderPrefix read(ByteBuffer bytes, String source) {
    NpyVersion version = readVersion(bytes, source);
    int start = bytes.position() + FIXED_BYTES;
    int there = bytes.remaining() - FIXED_BYTES;
    if (there < version.lengthBytes()) {
      throw new TruncatedDataException(
          source, FIXED_BYTES, "the header's length", version.lengthBytes(), there);
    }
    long length = 0;
    for (int i = version.lengthBytes() - 1; i >= 0; i--) {
      length = length << Byte.SIZE | (bytes.get(start + i) & 0xff);
    }
    return new HeaderPrefix(version, length);
  }

  /// Whether the bytes begin with the magic; if there are fewer bytes, whether they are the
  /// beginning of the magic.
  static boolean hasMagic(ByteBuffer bytes) {
    int there = Math.min(MAGIC.length, bytes.remaining());
    return bytes.slice(bytes.position(), there).equals(ByteBuffer.wrap(MAGIC, 0, there));
  }

  /// Reads magic and version.
  static NpyVersion readVersion(ByteBuffer bytes, String source) {
    int start = bytes.position();
    int there = bytes.remaining();
    if (!hasMagic(bytes)) {
      throw noMagic(bytes, source);
    }
    if (there < FIXED_BYTES) {
      throw truncated(source, there);
    }
    int major = bytes.get(start + MAGIC.length) & 0xff;
    int minor = bytes.get(start + MAGIC.length + 1) & 0xff;
    if (minor == 0) {
      switch (major) {
        case 1 -> {
          return NpyVersion.V1_0;
        }
        case 2 -> {
          return NpyVersion.V2_0;
        }
        case 3 -> {
          return NpyVersion.V3_0;
        }
        default -> {
          // No such version exists.
        }
      }
    }
    throw new NpyFormatException(
        source,
        MAGIC.length,
        "expected version 1.0, 2.0 or 3.0 of the format, found " + major + "." + minor);
  }

  /// Returns the exception for bytes that end inside magic and version.
  static TruncatedDataException truncated(String source, int there) {
    return new TruncatedDataException(source, 0, "the magic of a .npy file", FIXED_BYTES, there);
  }

  private static NpyFormatException noMagic(ByteBuffer bytes, String source) {
    int start = bytes.position();
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < Math.min(MAGIC.length, bytes.remaining()); i++) {
      found.append(i == 0 ? "" : " ").append(HexFormat.of().toHexDigits(bytes.get(start + i)));
    }
    return new NpyFormatException(
        source,
        0,
        "expected the magic 93 4e 55 4d 50 59 of a .npy file, found "
            + found
            + ForeignFormat.hint(bytes));
  }

  void putTo(ByteBuffer out) {
    out.put(MAGIC).put((byte) version.major()).put((byte) version.minor());
    for (int i = 0; i < version.lengthBytes(); i++) {
      out.put((byte) (textBytes >>> (i * Byte.SIZE)));
    }
  }
}
