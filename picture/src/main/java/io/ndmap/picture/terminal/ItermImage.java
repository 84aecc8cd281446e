package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;

/// Encodes a PNG as an inline image of iTerm2.
final class ItermImage {

  private static final String BEL = "\u0007";

  private ItermImage() {}

  /// Returns the escape sequence that shows the picture at the cursor.
  ///
  /// @param columns the width of the picture in characters
  /// @param lines the height of the picture in lines
  static String of(byte[] png, int columns, int lines) {
    return Escape.ESC
        + "]1337;File=inline=1;size="
        + png.length
        + ";width="
        + columns
        + ";height="
        + lines
        + ";preserveAspectRatio=0:"
        + new String(Base64.getEncoder().encode(png), US_ASCII)
        + BEL;
  }
}
