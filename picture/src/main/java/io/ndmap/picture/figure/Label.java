package io.ndmap.picture.figure;

import java.util.Locale;

/// Makes text of others fit to be shown: names of files and members.
public final class Label {

  private static final String GAP = "…";

  private Label() {}

  /// Escapes what has no shape of its own, in the notation of Python's `repr`: control and format
  /// characters, separators of lines, surrogates that stand alone.
  ///
  /// @param text any
  /// @return the text without control characters
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

  /// Replaces the middle of a long text by `…`: names of files differ at both ends.
  ///
  /// @param text any
  /// @param most how many code points it may have, at least 1
  /// @return the text, or a shorter one
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
