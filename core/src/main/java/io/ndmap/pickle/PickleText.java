package io.ndmap.pickle;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The encodings of text in pickles. Lone surrogates are valid in Python and are preserved; two
/// adjacent surrogates that form a pair are combined to one character.
final class PickleText {

  private PickleText() {}

  /// Encodes text as UTF-8, with three bytes for each lone surrogate, as Python's `surrogatepass`
  /// does.
  static byte[] encode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c < 0x80) {
        bytes.write(c);
      } else if (c < 0x800) {
        bytes.write(0xc0 | (c >> 6));
        bytes.write(0x80 | (c & 0x3f));
      } else if (c < 0x10000) {
        bytes.write(0xe0 | (c >> 12));
        bytes.write(0x80 | ((c >> 6) & 0x3f));
        bytes.write(0x80 | (c & 0x3f));
      } else {
        bytes.write(0xf0 | (c >> 18));
        bytes.write(0x80 | ((c >> 12) & 0x3f));
        bytes.write(0x80 | ((c >> 6) & 0x3f));
        bytes.write(0x80 | (c & 0x3f));
      }
    }
    return bytes.toByteArray();
  }

  /// Decodes the UTF-8 of [#encode].
  ///
  /// @return null if the bytes are invalid
  static @Nullable String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0 ? text : decodeSlowly(bytes);
  }

  private static @Nullable String decodeSlowly(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; ) {
      int first = bytes[i] & 0xff;
      int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || i + more >= bytes.length) {
        return null;
      }
      int c = more == 0 ? first : first & (0x3f >> more);
      for (int k = 1; k <= more; k++) {
        int next = bytes[i + k] & 0xff;
        if ((next & 0xc0) != 0x80) {
          return null;
        }
        c = (c << 6) | (next & 0x3f);
      }
      boolean overlong = (more == 2 && c < 0x800) || (more == 3 && c < 0x10000);
      if (overlong || c > Character.MAX_CODE_POINT) {
        return null;
      }
      text.appendCodePoint(c);
      i += more + 1;
    }
    return text.toString();
  }

  /// Decodes Latin-1 with the escapes `\\uXXXX` and `\\UXXXXXXXX`, Python's `raw-unicode-escape`.
  ///
  /// @return null if the bytes are invalid
  static @Nullable String decodeEscaped(byte[] bytes) {
    String latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    StringBuilder text = new StringBuilder(latin1.length());
    for (int i = 0; i < latin1.length(); ) {
      char c = latin1.charAt(i++);
      if (c != '\\' || i == latin1.length()) {
        text.append(c);
        continue;
      }
      char kind = latin1.charAt(i++);
      if (kind != 'u' && kind != 'U') {
        text.append(c).append(kind);
        continue;
      }
      int digits = kind == 'u' ? 4 : 8;
      int codePoint = hex(latin1, i, digits);
      if (!Character.isValidCodePoint(codePoint)) {
        return null;
      }
      text.appendCodePoint(codePoint);
      i += digits;
    }
    return text.toString();
  }

  /// Decodes Python 2's `repr` of bytes, with its quotes, as `codecs.escape_decode` does.
  ///
  /// @return null if the line is invalid
  static byte @Nullable [] unquote(byte[] line) {
    String latin1 = new String(line, StandardCharsets.ISO_8859_1).strip();
    int last = latin1.length() - 1;
    if (last < 1
        || latin1.charAt(0) != latin1.charAt(last)
        || (latin1.charAt(0) != '\'' && latin1.charAt(0) != '"')) {
      return null;
    }
    StringBuilder text = new StringBuilder(last);
    for (int i = 1; i < last; ) {
      char c = latin1.charAt(i++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      if (i == last) {
        return null;
      }
      c = latin1.charAt(i++);
      switch (c) {
        case '\n' -> {}
        case '\\', '\'', '"' -> text.append(c);
        case 'a' -> text.append('\u0007');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'v' -> text.append('\u000b');
        case 'x' -> {
          int value = hex(latin1, i, 2);
          if (value < 0 || i + 2 > last) {
            return null;
          }
          text.append((char) value);
          i += 2;
        }
        case '0', '1', '2', '3', '4', '5', '6', '7' -> {
          int value = c - '0';
          for (int k = 0; k < 2 && i < last && isOctal(latin1.charAt(i)); k++) {
            value = value * 8 + latin1.charAt(i++) - '0';
          }
          text.append((char) (value & 0xff));
        }
        default -> text.append('\\').append(c);
      }
    }
    return latin1(text.toString());
  }

  /// Returns the bytes of Latin-1 text.
  ///
  /// @return null if the text has other characters
  static byte @Nullable [] latin1(String text) {
    return text.chars().allMatch(c -> c < 0x100)
        ? text.getBytes(StandardCharsets.ISO_8859_1)
        : null;
  }

  static boolean isAscii(CharSequence text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static boolean isOctal(char c) {
    return c >= '0' && c <= '7';
  }

  /// @return the number; -1 if the characters are not all hexadecimal digits
  private static int hex(String text, int start, int digits) {
    if (start + digits > text.length()) {
      return -1;
    }
    int value = 0;
    for (int i = start; i < start + digits; i++) {
      int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0 || value > Integer.MAX_VALUE >> 4) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
