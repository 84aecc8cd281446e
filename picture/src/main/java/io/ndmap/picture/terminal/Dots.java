package io.ndmap.picture.terminal;

import java.util.ArrayList;
import java.util.List;

/// A raster of dots. A braille character has two columns and four rows of dots; an ASCII character
/// is one dot.
final class Dots {

  /// The code point of the braille character without dots.
  private static final int BLANK = 0x2800;

  /// The bits of a braille character's dots, row by row, as in the Unicode chart.
  private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

  private final boolean braille;
  private final int columns;
  private final int lines;
  private final int[] characters;

  Dots(boolean braille, int columns, int lines) {
    this.braille = braille;
    this.columns = columns;
    this.lines = lines;
    this.characters = new int[columns * lines];
  }

  int width() {
    return braille ? 2 * columns : columns;
  }

  int height() {
    return braille ? 4 * lines : lines;
  }

  /// Sets a dot.
  ///
  /// @param strong whether the dot is part of the line and not of its band; ASCII uses different
  ///   characters for the two
  void set(int x, int y, boolean strong) {
    if (braille) {
      characters[y / 4 * columns + x / 2] |= BITS[y % 4][x % 2];
    } else {
      characters[y * columns + x] = Math.max(characters[y * columns + x], strong ? 2 : 1);
    }
  }

  List<String> lines() {
    List<String> text = new ArrayList<>();
    for (int line = 0; line < lines; line++) {
      StringBuilder row = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        int bits = characters[line * columns + column];
        if (bits == 0) {
          row.append(' ');
        } else {
          row.append(braille ? (char) (BLANK + bits) : bits == 2 ? '*' : '.');
        }
      }
      text.add(row.toString().stripTrailing());
    }
    return text;
  }
}
