package io.ndmap.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/// Escapes text so that it cannot control a terminal, whatever names, items and messages of other
/// programs it contains.
///
/// What Python's `repr` escapes is escaped in its way (`\x1b`, `\n`, `\u202e`): control and format
/// characters, separators of lines and paragraphs, blanks other than the space, surrogates that
/// stand alone, and what has no meaning. Quotes and backslashes stay, so that text which is escaped
/// already stays as it is.
public final class Printable {

  private Printable() {}

  /// Text of others on one line.
  public static String line(Object text) {
    return escaped(text.toString(), false);
  }

  /// Text of any number of lines, whose ends and tabs stay.
  public static String lines(String text) {
    return escaped(text, true);
  }

  /// A stream of such lines; a pair of surrogates must come in one piece.
  public static Writer writer(Writer out) {
    return new FilterWriter(out) {
      @Override
      public void write(int c) throws IOException {
        out.write(lines(String.valueOf((char) c)));
      }

      @Override
      public void write(char[] text, int offset, int length) throws IOException {
        out.write(lines(new String(text, offset, length)));
      }

      @Override
      public void write(String text, int offset, int length) throws IOException {
        out.write(lines(text.substring(offset, offset + length)));
      }
    };
  }

  private static String escaped(String text, boolean lines) {
    if (text.codePoints().allMatch(c -> isPlain(c, lines))) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> escaped.append(isPlain(c, lines) ? Character.toString(c) : escape(c)));
    return escaped.toString();
  }

  private static boolean isPlain(int c, boolean lines) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> lines && (c == '\n' || c == '\t');
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
