package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;

/// Encodes a PNG for the graphics protocol of kitty.
final class KittyImage {

  /// The maximum number of Base64 characters in one escape sequence.
  private static final int CHUNK = 4096;

  private KittyImage() {}

  /// Returns the escape sequences that show the picture at the cursor. The cursor does not move,
  /// and the terminal sends no answer.
  ///
  /// @param columns the width of the picture in characters
  /// @param lines the height of the picture in lines
  static String of(byte[] png, int columns, int lines) {
    String data = new String(Base64.getEncoder().encode(png), US_ASCII);
    StringBuilder text = new StringBuilder(data.length() + data.length() / 128 + 64);
    for (int at = 0; at < data.length(); at += CHUNK) {
      int end = Math.min(at + CHUNK, data.length());
      text.append(Escape.ESC).append("_G");
      if (at == 0) {
        text.append("a=T,f=100,q=2,C=1,c=").append(columns).append(",r=").append(lines).append(',');
      }
      text.append("m=").append(end < data.length() ? 1 : 0).append(';');
      text.append(data, at, end).append(Escape.ST);
    }
    return text.toString();
  }
}
