package io.ndmap.picture.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A terminal that shows pictures.
///
/// @param graphics the protocol for pictures
/// @param unicode whether the terminal shows non-ASCII characters: blocks, braille, lines
/// @param columns the number of characters in a line, at least 1
/// @param lines the number of lines, at least 1
/// @param cellWidth the width of a character in pixels, at least 1
/// @param cellHeight the height of a character in pixels, at least 1
public record Terminal(
    Graphics graphics, boolean unicode, int columns, int lines, int cellWidth, int cellHeight) {

  private static final int COLUMNS = 80;
  private static final int LINES = 24;

  /// The number of lines besides the picture: the title, the detail, two lines of the axis, the
  /// colour bar, the facts and the shell's prompt.
  private static final int AROUND = 7;

  /// The minimum number of lines of a picture.
  private static final int LEAST = 2;

  /// The maximum number of columns and of lines that are used for a picture. A larger picture would
  /// be slow, and too large for some terminals.
  public static final int MOST = 1000;

  /// The size of a character of a VT340 in pixels. Most terminals with sixels emulate a VT340.
  private static final int CELL_WIDTH = 10;

  private static final int CELL_HEIGHT = 20;

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if a size is below 1
  public Terminal {
    if (columns < 1 || lines < 1 || cellWidth < 1 || cellHeight < 1) {
      throw new IllegalArgumentException(
          "a terminal has characters and pixels, found "
              + columns
              + "x"
              + lines
              + " characters of "
              + cellWidth
              + "x"
              + cellHeight);
    }
  }

  /// Returns the terminal of the process. Its size is taken from the variables `COLUMNS` and
  /// `LINES`, or else from the terminal device, or else is 80 by 24. Both numbers are at most
  /// [#MOST].
  ///
  /// @param environment the environment variables of the process
  /// @return the terminal
  public static Terminal of(Map<String, String> environment) {
    Optional<TerminalSize> size =
        TerminalSize.of(environment)
            .or(
                () ->
                    environment.getOrDefault("TERM", "").isEmpty()
                        ? Optional.empty()
                        : TerminalSize.ofDevice());
    return of(environment, size.orElse(new TerminalSize(COLUMNS, LINES)));
  }

  /// Returns a terminal of a known size.
  ///
  /// @param environment the environment variables of the process
  static Terminal of(Map<String, String> environment, TerminalSize size) {
    boolean unicode = isUnicode(environment);
    Graphics graphics = Graphics.of(environment);
    boolean needsUnicode = graphics == Graphics.TRUECOLOR || graphics == Graphics.COLOURS256;
    return new Terminal(
        needsUnicode && !unicode ? Graphics.CHARACTERS : graphics,
        unicode,
        Math.clamp(size.columns(), 1, MOST),
        Math.clamp(size.lines(), 1, MOST),
        CELL_WIDTH,
        CELL_HEIGHT);
  }

  /// Whether the terminal shows Unicode, judging by the first of `LC_ALL`, `LC_CTYPE` and `LANG`
  /// that is not empty. A locale without an encoding counts as UTF-8, which nearly all terminals
  /// use. The Linux console has no font for braille.
  private static boolean isUnicode(Map<String, String> environment) {
    String locale = environment.getOrDefault("LC_ALL", "");
    if (locale.isEmpty()) {
      locale = environment.getOrDefault("LC_CTYPE", "");
    }
    if (locale.isEmpty()) {
      locale = environment.getOrDefault("LANG", "");
    }
    String encoding = locale.substring(locale.indexOf('.') + 1).toLowerCase(Locale.ROOT);
    return !environment.getOrDefault("TERM", "").equals("linux")
        && (locale.indexOf('.') < 0 || encoding.startsWith("utf-8") || encoding.startsWith("utf8"));
  }

  /// The maximum number of lines of a picture.
  int pictureLines() {
    return Math.max(LEAST, lines - AROUND);
  }

  /// Returns the terminal with other graphics.
  ///
  /// @param other the graphics
  /// @return the terminal
  public Terminal with(Graphics other) {
    return new Terminal(other, unicode, columns, lines, cellWidth, cellHeight);
  }

  /// Returns the terminal with another size.
  ///
  /// @param newColumns the number of characters in a line, at least 1
  /// @param newLines the number of lines, at least 1
  /// @return the terminal
  /// @throws IllegalArgumentException if a size is below 1
  public Terminal with(int newColumns, int newLines) {
    return new Terminal(graphics, unicode, newColumns, newLines, cellWidth, cellHeight);
  }
}
