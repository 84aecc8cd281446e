package io.ndmap.grow;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.HeaderPaddingException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Encodes the header of an array that has grown: NumPy's text for the new shape, padded to the
/// length of the old header.
final class GrowingHeader {

  /// The offset in the file of the field with the header's length.
  private static final int LENGTH_AT = 8;

  private GrowingHeader() {}

  /// The axis along which rows can be appended without moving existing elements. The array's rank
  /// must not be 0.
  static int axis(NpyHeader header) {
    return header.order() == Order.F ? header.shape().rank() - 1 : 0;
  }

  /// The number of rows.
  static long length(NpyHeader header) {
    return header.shape().size(axis(header));
  }

  /// Returns the header with another number of rows.
  static NpyHeader withLength(NpyHeader header, long length) {
    long[] sizes = header.shape().toArray();
    sizes[axis(header)] = length;
    return new NpyHeader(
        header.version(), header.dtype(), header.order(), Shape.of(sizes), header.dataOffset());
  }

  /// Encodes the header of a file.
  ///
  /// @return [NpyHeader#dataOffset] bytes
  /// @throws HeaderPaddingException if the text and the line end need more than
  ///   [NpyHeader#dataOffset] bytes
  static byte[] bytes(NpyHeader header, Path file) {
    return bytes(header)
        .orElseThrow(
            () ->
                new HeaderPaddingException(
                    file.toString(),
                    ("shape %s needs a header of %s bytes or more, found %s; extend the header once"
                            + " (NpyGrowth.extendPadding, ndmap append --make-room)")
                        .formatted(header.shape(), leastBytes(header), header.dataOffset())));
  }

  /// Encodes the header of a file.
  ///
  /// @return the bytes; empty if the text and the line end need more than [NpyHeader#dataOffset]
  ///   bytes
  static Optional<byte[]> bytes(NpyHeader header) {
    byte[] text = text(header);
    if (text.length >= header.dataOffset()) {
      return Optional.empty();
    }
    byte[] bytes = Arrays.copyOf(text, Math.toIntExact(header.dataOffset()));
    Arrays.fill(bytes, text.length, bytes.length - 1, (byte) ' ');
    bytes[bytes.length - 1] = '\n';
    ByteBuffer lengths = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int width = header.version().lengthBytes();
    int length = bytes.length - LENGTH_AT - width;
    if (header.version() == NpyVersion.V1_0) {
      lengths.putShort(LENGTH_AT, (short) length);
    } else {
      lengths.putInt(LENGTH_AT, length);
    }
    return Optional.of(bytes);
  }

  /// The length of the header without padding, in bytes.
  static int leastBytes(NpyHeader header) {
    return text(header).length + 1;
  }

  /// Whether the padding suffices for any number of rows, up to 2⁶³-1.
  static boolean isPaddingSufficient(NpyHeader header) {
    // Only digits are counted: a shape with the maximum number of rows may be invalid.
    int more = Long.toString(Long.MAX_VALUE).length() - Long.toString(length(header)).length();
    return leastBytes(header) + more <= header.dataOffset();
  }

  /// Returns the encoded header up to the last character before the padding.
  private static byte[] text(NpyHeader header) {
    byte[] padded =
        NpyHeaderCodec.encode(header.version(), header.dtype(), header.order(), header.shape());
    int end = padded.length - 1;
    while (padded[end - 1] == ' ') {
      end--;
    }
    return Arrays.copyOf(padded, end);
  }
}
