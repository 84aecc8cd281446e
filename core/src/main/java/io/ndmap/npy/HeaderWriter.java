package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Writes headers as NumPy 2 does, byte for byte.
final class HeaderWriter {

  /// The alignment of the data, in bytes.
  private static final int ALIGNMENT = 64;

  /// NumPy pads the header so that it can be rewritten in place until the length of the growing
  /// axis, the first one in C order or the last one in Fortran order, has more digits than this.
  private static final int GROWTH_DIGITS = 21;

  private HeaderWriter() {}

  static byte[] write(DType dtype, Order order, Shape shape) {
    String text = text(dtype, order, shape);
    if (!isLatin1(text)) {
      return write(NpyVersion.V3_0, text);
    }
    return write(fits(NpyVersion.V1_0, text.length()) ? NpyVersion.V1_0 : NpyVersion.V2_0, text);
  }

  static byte[] write(NpyVersion version, DType dtype, Order order, Shape shape) {
    return write(version, text(dtype, order, shape));
  }

  private static byte[] write(NpyVersion version, String text) {
    if (version != NpyVersion.V3_0 && !isLatin1(text)) {
      throw new DTypeException(
          "a header of version "
              + name(version)
              + " is Latin-1, but this one has characters beyond: "
              + text.strip());
    }
    Charset charset =
        version == NpyVersion.V3_0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    byte[] bytes = text.getBytes(charset);
    long textBytes = paddedBytes(version, bytes.length);
    if (!fits(version, bytes.length)) {
      throw new DTypeException(
          "a header of "
              + textBytes
              + " bytes does not fit into version "
              + name(version)
              + ", which holds at most "
              + maxBytes(version));
    }
    HeaderPrefix prefix = new HeaderPrefix(version, textBytes);
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(prefix.end()));
    prefix.putTo(out);
    out.put(bytes);
    while (out.remaining() > 1) {
      out.put((byte) ' ');
    }
    return out.put((byte) '\n').array();
  }

  private static String text(DType dtype, Order order, Shape shape) {
    if (dtype instanceof SubarrayType) {
      throw new DTypeException(
          "an array cannot have the dtype " + dtype + ": add its axes to the shape");
    }
    StringBuilder text = new StringBuilder("{'descr': ").append(dtype.descr());
    text.append(", 'fortran_order': ").append(order == Order.F ? "True" : "False");
    text.append(", 'shape': ").append(shape).append(", }");
    if (shape.rank() > 0) {
      long growing = shape.size(order == Order.F ? shape.rank() - 1 : 0);
      text.repeat(' ', Math.max(0, GROWTH_DIGITS - Long.toString(growing).length()));
    }
    return text.toString();
  }

  /// The size of the text in bytes, with its line end and the padding that aligns the data.
  private static long paddedBytes(NpyVersion version, long bytes) {
    long unpadded = HeaderPrefix.FIXED_BYTES + version.lengthBytes() + bytes + 1;
    return bytes + 1 + (ALIGNMENT - unpadded % ALIGNMENT);
  }

  private static boolean fits(NpyVersion version, long bytes) {
    return paddedBytes(version, bytes) <= maxBytes(version);
  }

  private static long maxBytes(NpyVersion version) {
    return (1L << (version.lengthBytes() * Byte.SIZE)) - 1;
  }

  private static boolean isLatin1(String text) {
    return text.chars().allMatch(c -> c <= 0xff);
  }

  private static String name(NpyVersion version) {
    return version.major() + "." + version.minor();
  }
}
