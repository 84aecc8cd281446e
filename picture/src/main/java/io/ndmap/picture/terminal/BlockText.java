package io.ndmap.picture.terminal;

import io.ndmap.picture.colour.Pixels;
import java.util.ArrayList;
import java.util.List;

/// Encodes pixels as half blocks: each character shows two pixels, one above the other.
final class BlockText {

  private static final String UPPER = "▀";
  private static final String LOWER = "▄";
  private static final String FULL = "█";

  /// Marks a colour that is not set.
  private static final int NONE = 0;

  private final TextColours colours;
  private final StringBuilder line = new StringBuilder();
  private int foreground = NONE;
  private int background = NONE;

  private BlockText(TextColours colours) {
    this.colours = colours;
  }

  /// Returns lines of text. Each line shows two rows of pixels. A colour is set only where it
  /// changes, and is reset at the end of each line.
  ///
  /// @param pixels opaque pixels
  static List<String> of(Pixels pixels, TextColours colours) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < pixels.rows(); row += 2) {
      lines.add(new BlockText(colours).line(pixels, row));
    }
    return lines;
  }

  private String line(Pixels pixels, int row) {
    boolean both = row + 1 < pixels.rows();
    for (int column = 0; column < pixels.columns(); column++) {
      int upper = colours.shown(pixels.argb(row, column));
      if (both) {
        append(upper, colours.shown(pixels.argb(row + 1, column)));
      } else {
        set(upper, background);
        line.append(UPPER);
      }
    }
    return line.append(Escape.RESET).toString();
  }

  private void append(int upper, int lower) {
    if (upper == lower) {
      if (foreground == upper) {
        line.append(FULL);
      } else {
        set(foreground, upper);
        line.append(' ');
      }
    } else if (foreground == lower && background == upper) {
      line.append(LOWER);
    } else {
      set(upper, lower);
      line.append(UPPER);
    }
  }

  private void set(int newForeground, int newBackground) {
    String codes = newForeground == foreground ? "" : colours.foreground(newForeground);
    if (newBackground != background) {
      codes += (codes.isEmpty() ? "" : ";") + colours.background(newBackground);
    }
    if (!codes.isEmpty()) {
      line.append(Escape.CSI).append(codes).append('m');
    }
    foreground = newForeground;
    background = newBackground;
  }
}
