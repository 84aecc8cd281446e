package io.ndmap.picture.figure;

import java.util.Locale;

/// Makes untrusted text, such as names of files and members, fit for display.
public final class Label {

  private static final String GAP = "…";

  private Label() {}

  /// Escapes invisible characters in the notation of Python's `repr`: control, format, private-use
  /// and unassigned characters, line and paragraph separators, and unpaired surrogates.
  ///
  /// @param text any text
  /// @return the text with escape sequences instead of invisible characters
  public static String visible(String text) {
    if (text.codePoints().allMatch(Label::isVisible)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> visible.append(isVisible(c) ? Character.toString(c) : escape(c)));
    return visible.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
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
      default ->
          String.format(
              Locale.ROOT, c <= 0xff ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x", c);
    };
  }

  /// Replaces the middle of a long text by `…`, because file names differ most at their ends.
  ///
  /// @param text any text
  /// @param most the maximum number of code points of the result, at least 1
  /// @return the text itself if it is short enough, otherwise the shortened text
  public static String shortened(String text, int most) {
    int length = text.codePointCount(0, text.length());
    if (length <= most) {
      return text;
    }
    int tail = (most - 1) / 2;
    int head = most - 1 - tail;
    return text.substring(0, text.offsetByCodePoints(0, head))
        + GAP
        + text.substring(text.offsetByCodePoints(text.length(), -tail));
  }
}
