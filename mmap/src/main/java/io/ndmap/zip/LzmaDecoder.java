package io.ndmap.zip;

import io.ndmap.npy.ResourceLimitException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.tukaani.xz.LZMAInputStream;

/// Decompresses LZMA. Only this class references XZ for Java, which may be missing.
final class LzmaDecoder {

  /// The maximum number of decompressed bytes per compressed byte: the range coder encodes a match
  /// of 273 bytes as 14 binary decisions, each with a probability of at most 2017/2048.
  static final long MAX_RATIO = 7100;

  /// The maximum bytes of heap that a dictionary may take.
  private static final long MAX_DICTIONARY =
      Math.min(Runtime.getRuntime().maxMemory() / 4, LZMAInputStream.DICT_SIZE_MAX);

  // The header has two bytes of version, two bytes that state the size of the properties, and five
  // bytes of properties.
  private static final int HEAD_BYTES = 9;
  private static final int PROPERTIES_BYTES = 5;

  private LzmaDecoder() {}

  /// Reads the header and opens the stream.
  ///
  /// @param size the uncompressed size that the member declares: the dictionary needs no more bytes
  /// @param beyond creates the exception for a dictionary that exceeds the limit, from its message
  /// @throws IOException if the bytes are not an LZMA stream
  static InputStream open(
      InputStream compressed, long size, Function<String, ResourceLimitException> beyond)
      throws IOException {
    byte[] bytes = compressed.readNBytes(HEAD_BYTES);
    if (bytes.length < HEAD_BYTES) {
      throw new EOFException();
    }
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int propertiesBytes = ZipFormat.unsigned(head.getShort(2));
    if (propertiesBytes != PROPERTIES_BYTES) {
      throw new IOException(
          "expected %s bytes of properties, found %s".formatted(PROPERTIES_BYTES, propertiesBytes));
    }
    long dictionary = Math.min(ZipFormat.unsigned(head.getInt(5)), size);
    if (dictionary > MAX_DICTIONARY) {
      throw beyond.apply(
          "its LZMA dictionary takes %s bytes of the heap, the limit is %s; a larger heap (-Xmx)"
                  .formatted(dictionary, MAX_DICTIONARY)
              + " raises it, up to 2 GiB");
    }
    // The decoder does not get the size (-1): the caller stops reading at the declared size, as
    // Python does, whether or not the stream has an end marker.
    return new LZMAInputStream(compressed, -1, head.get(4), (int) dictionary);
  }
}
