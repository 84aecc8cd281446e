package io.ndmap.picture.terminal;

import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.figure.Grid;
import java.util.ArrayList;
import java.util.List;

/// Encodes values as characters: characters with more ink stand for higher values. NaN is `?`,
/// infinities are `!`.
final class InkText {

  /// The characters from the lowest to the highest value.
  static final String RAMP = " .:-=+*#%@";

  private InkText() {}

  /// Returns one line per row.
  static List<String> of(Grid grid, Contrast contrast) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < grid.rows(); row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < grid.columns(); column++) {
        line.append(of(grid.value(row, column), contrast));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static char of(double value, Contrast contrast) {
    if (Double.isFinite(value)) {
      return at(contrast.position(value));
    }
    return Double.isNaN(value) ? '?' : '!';
  }

  private static char at(double position) {
    return RAMP.charAt(Math.min((int) (position * RAMP.length()), RAMP.length() - 1));
  }

  /// Encodes the brightness of pixels (ITU-R BT.709), one line per row.
  static List<String> of(Pixels pixels) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < pixels.rows(); row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < pixels.columns(); column++) {
        int argb = pixels.argb(row, column);
        double brightness =
            0.2126 * (argb >> 16 & 0xff) + 0.7152 * (argb >> 8 & 0xff) + 0.0722 * (argb & 0xff);
        line.append(at(brightness / 255));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
