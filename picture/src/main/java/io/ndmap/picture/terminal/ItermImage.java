package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;

/// Encodes a PNG as an inline image of iTerm2.
final class ItermImage {

  private static final String BEL = "\u0007";

  private ItermImage() {}

  /// The picture at the cursor.
  ///
  /// @param columns how many characters wide it is shown
  /// @param lines how many lines high
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
