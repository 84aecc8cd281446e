package io.ndmap.picture.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;

/// Encodes a PNG for the graphics protocol of kitty.
final class KittyImage {

  private static final int CHUNK = 4096;

  private KittyImage() {}

  /// The picture at the cursor, which stays where it is; the terminal does not answer.
  ///
  /// @param columns how many characters wide it is shown
  /// @param lines how many lines high
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
