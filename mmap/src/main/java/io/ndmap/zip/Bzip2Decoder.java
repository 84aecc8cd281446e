package io.ndmap.zip;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/// Decompresses bzip2. The only class that links Commons Compress, which may be missing.
final class Bzip2Decoder {

  /// A block has fields of 17 bytes at least, and 900,000 symbols at most, of which each five make
  /// at most 259 bytes.
  static final long MAX_RATIO = 900_000 / 5 * 259 / 17;

  private Bzip2Decoder() {}

  /// @throws IOException if the bytes are not a bzip2 stream
  static InputStream open(InputStream compressed) throws IOException {
    return new BZip2CompressorInputStream(compressed, true);
  }
}
