package io.ndmap.picture.colour;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Encodes pixels as PNG (as specified by the W3C) without `java.desktop`, so that terminals and
/// the server need no classes of that module.
public final class Png {

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int DEPTH = 8;
  private static final byte RGB = 2;
  private static final byte RGBA = 6;

  /// The filter that stores each byte as its difference from the same channel of the pixel at its
  /// left.
  private static final byte LEFT = 1;

  /// The filter that stores each byte as its difference from the same channel of the pixel above
  /// it.
  private static final byte ABOVE = 2;

  private Png() {}

  /// Encodes pixels with 8 bits per channel, and with an alpha channel if a pixel is not opaque.
  ///
  /// @param pixels the picture
  /// @return the bytes of a PNG file
  public static byte[] of(Pixels pixels) {
    int[] argb = pixels.toArray();
    boolean opaque = true;
    for (int pixel : argb) {
      opaque &= pixel >>> 24 == 0xff;
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.writeBytes(SIGNATURE);
    chunk(
        png,
        "IHDR",
        ByteBuffer.allocate(13)
            .putInt(pixels.columns())
            .putInt(pixels.rows())
            .put((byte) DEPTH)
            .put(opaque ? RGB : RGBA)
            .array());
    chunk(png, "IDAT", deflated(argb, pixels.columns(), opaque ? 3 : 4));
    chunk(png, "IEND");
    return png.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream png, String type, byte... data) {
    byte[] body =
        ByteBuffer.allocate(4 + data.length).put(type.getBytes(US_ASCII)).put(data).array();
    CRC32 crc = new CRC32();
    crc.update(body);
    png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    png.writeBytes(body);
    png.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }

  private static byte[] deflated(int[] argb, int columns, int channels) {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    byte[] line = new byte[1 + columns * channels];
    byte[] block = new byte[1 << 13];
    try (Deflater deflater = new Deflater()) {
      for (int begin = 0; begin < argb.length; begin += columns) {
        filter(argb, begin, columns, channels, line);
        deflater.setInput(line);
        drain(deflater, block, deflated);
      }
      deflater.finish();
      drain(deflater, block, deflated);
    }
    return deflated.toByteArray();
  }

  private static void drain(Deflater deflater, byte[] block, ByteArrayOutputStream to) {
    for (int count = deflater.deflate(block); count > 0; count = deflater.deflate(block)) {
      to.write(block, 0, count);
    }
  }

  /// Encodes a row of pixels with [#LEFT] or [#ABOVE]: the filter for which more pixels equal their
  /// neighbour at the left or above.
  private static void filter(int[] argb, int begin, int columns, int channels, byte[] line) {
    int left = 0;
    int above = 0;
    for (int i = begin; i < begin + columns; i++) {
      left += i > begin && argb[i] == argb[i - 1] ? 0 : 1;
      above += begin > 0 && argb[i] == argb[i - columns] ? 0 : 1;
    }
    boolean fromAbove = begin > 0 && above <= left;
    line[0] = fromAbove ? ABOVE : LEFT;
    for (int i = 0; i < columns; i++) {
      int pixel = argb[begin + i];
      int base = 0;
      if (fromAbove) {
        base = argb[begin + i - columns];
      } else if (i > 0) {
        base = argb[begin + i - 1];
      }
      for (int channel = 0; channel < channels; channel++) {
        int shift = channel == 3 ? 24 : 16 - 8 * channel;
        line[1 + i * channels + channel] = (byte) ((pixel >> shift) - (base >> shift));
      }
    }
  }
}
