package io.ndmap.npy;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// The text of a header, and the byte offset of each of its characters.
///
/// @param prefix the prefix before the text
/// @param text the text
/// @param source the name of the bytes in messages
record HeaderText(HeaderPrefix prefix, String text, String source) {

  /// Decodes the text: as Latin-1 in versions 1.0 and 2.0, as strict UTF-8 in version 3.0.
  static HeaderText decode(HeaderPrefix prefix, byte[] bytes, String source) {
    String text =
        prefix.version() == NpyVersion.V3_0
            ? utf8(prefix, bytes, source)
            : new String(bytes, StandardCharsets.ISO_8859_1);
    return new HeaderText(prefix, text, source);
  }

  private static String utf8(HeaderPrefix prefix, byte[] bytes, String source) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw new NpyFormatException(
          source,
          prefix.textOffset() + in.position(),
          "the header of a version 3.0 file must be UTF-8");
    }
    return out.flip().toString();
  }

  /// The number of characters, as NumPy counts them: code points.
  int characters() {
    return prefix.version() == NpyVersion.V3_0
        ? text.codePointCount(0, text.length())
        : text.length();
  }

  /// Returns an exception that names the byte offset of a character of the text.
  NpyFormatException fail(int offset, String message) {
    return new NpyFormatException(source, byteOffset(offset), message);
  }

  NpyFormatException fail(int offset, String message, Throwable cause) {
    return new NpyFormatException(source, byteOffset(offset), message, cause);
  }

  private long byteOffset(int offset) {
    int bytes =
        prefix.version() == NpyVersion.V3_0
            ? text.substring(0, offset).getBytes(StandardCharsets.UTF_8).length
            : offset;
    return prefix.textOffset() + (long) bytes;
  }
}
