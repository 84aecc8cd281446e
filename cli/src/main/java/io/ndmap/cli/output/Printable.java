package io.ndmap.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.function.IntPredicate;

/// Escapes text in the notation of Python's `repr` (`\x1b`, `\n`, `\u202e`). So names, elements and
/// messages of other programs can neither break a line nor control a terminal.
///
/// Quotes and backslashes are kept, so escaping is idempotent.
public final class Printable {

  private Printable() {}

  /// Escapes untrusted text to one line for any output: control characters, line separators and
  /// paragraph separators.
  public static String line(Object text) {
    return escaped(text.toString(), c -> !breaksLines(c));
  }

  /// Escapes text of any number of lines for a terminal. Line ends and tabs are kept. All other
  /// characters that Python's `repr` escapes are escaped: control and format characters,
  /// private-use characters, separators, blanks other than the space, unpaired surrogates and
  /// unassigned code points.
  public static String screen(String text) {
    return escaped(text, Printable::isVisible);
  }

  /// Escapes the characters that an encoding lacks. In UTF-8 these are unpaired surrogates.
  static String encodable(String text, CharsetEncoder encoder) {
    return encoder.canEncode(text)
        ? text
        : escaped(text, c -> encoder.canEncode(Character.toString(c)));
  }

  /// Returns a writer that escapes the characters that an encoding lacks. A surrogate pair must be
  /// written in one call.
  ///
  /// @param isTerminal whether to escape for a terminal as well
  static Writer writer(Writer out, Charset charset, boolean isTerminal) {
    CharsetEncoder encoder = charset.newEncoder();
    return new FilterWriter(out) {
      @Override
      public void write(int c) throws IOException {
        write(String.valueOf((char) c), 0, 1);
      }

      @Override
      public void write(char[] text, int offset, int length) throws IOException {
        write(new String(text, offset, length), 0, length);
      }

      @Override
      public void write(String text, int offset, int length) throws IOException {
        String part = text.substring(offset, offset + length);
        out.write(encodable(isTerminal ? screen(part) : part, encoder));
      }
    };
  }

  private static String escaped(String text, IntPredicate stays) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      if (stays.test(c)) {
        escaped.appendCodePoint(c);
      } else {
        escaped.append(escape(c));
      }
      at += Character.charCount(c);
    }
    return escaped.toString();
  }

  private static boolean breaksLines(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c == '\n' || c == '\t';
      case Character.SPACE_SEPARATOR -> c == ' ';
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> String.format(c <= 0xff ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x", c);
    };
  }
}
