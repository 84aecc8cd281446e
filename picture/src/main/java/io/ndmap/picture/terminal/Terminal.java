package io.ndmap.picture.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A terminal that shows pictures.
///
/// @param graphics how it shows them
/// @param unicode whether it shows characters beyond ASCII: blocks, braille, lines
/// @param columns how many characters a line has, at least 1
/// @param lines how many lines it has, at least 1
/// @param cellWidth how many pixels wide a character is, at least 1
/// @param cellHeight how many pixels high a character is, at least 1
public record Terminal(
    Graphics graphics, boolean unicode, int columns, int lines, int cellWidth, int cellHeight) {

  private static final int COLUMNS = 80;
  private static final int LINES = 24;

  /// Lines around a picture: title, detail, two of the axis, the colour bar, facts, and one for the
  /// shell.
  private static final int AROUND = 7;

  private static final int LEAST = 2;

  /// The maximum number of characters of a line, and the maximum number of lines, that are worth a
  /// picture: one of more is slow, and too large for some terminals.
  public static final int MOST = 1000;

  /// The characters of a VT340, which has sixels: most terminals pretend to be one.
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

  /// The terminal of the process: its size as `COLUMNS` and `LINES` say, else as the terminal
  /// itself, else 80 times 24.
  ///
  /// @param environment the variables of the process
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

  /// A terminal whose size is known.
  ///
  /// @param environment the variables of the process
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

  /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty counts. A locale without an
  /// encoding says nothing of the terminal, which nearly always has UTF-8. The console of Linux has
  /// no font for braille.
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

  /// How many lines a picture may have.
  int pictureLines() {
    return Math.max(LEAST, lines - AROUND);
  }

  /// The same with another kind of graphics.
  ///
  /// @param other the kind
  /// @return the terminal
  public Terminal with(Graphics other) {
    return new Terminal(other, unicode, columns, lines, cellWidth, cellHeight);
  }

  /// The same with another size.
  ///
  /// @param newColumns characters of a line, at least 1
  /// @param newLines at least 1
  /// @return the terminal
  /// @throws IllegalArgumentException if a size is below 1
  public Terminal with(int newColumns, int newLines) {
    return new Terminal(graphics, unicode, newColumns, newLines, cellWidth, cellHeight);
  }
}
