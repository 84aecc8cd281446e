package io.ndmap.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.function.IntPredicate;

/// Escapes text in the notation of Python's `repr` (`\x1b`, `\n`, `\u202e`): names, elements and
/// messages of other programs, so that they neither break a line nor control a terminal.
///
/// Quotes and backslashes stay, so that text which is escaped already stays as it is.
public final class Printable {

  private Printable() {}

  /// Text of others on one line, wherever it goes: control characters and separators of lines and
  /// paragraphs are escaped.
  public static String line(Object text) {
    return escaped(text.toString(), c -> !breaksLines(c));
  }

  /// Text for a terminal, of any number of lines, whose ends and tabs stay. All that Python's
  /// `repr` escapes is escaped: control and format characters, separators, blanks other than the
  /// space, surrogates that stand alone, what has no meaning.
  public static String screen(String text) {
    return escaped(text, Printable::isVisible);
  }

  /// Text whose characters all exist in an encoding; the others are escaped. In UTF-8 these are
  /// surrogates that stand alone.
  static String encodable(String text, CharsetEncoder encoder) {
    return encoder.canEncode(text)
        ? text
        : escaped(text, c -> encoder.canEncode(Character.toString(c)));
  }

  /// A stream of text in an encoding; a pair of surrogates must come in one piece.
  ///
  /// @param isTerminal whether it is also escaped for a terminal
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
    if (text.codePoints().allMatch(stays)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> escaped.append(stays.test(c) ? Character.toString(c) : escape(c)));
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
