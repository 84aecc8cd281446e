package io.ndmap.zip;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/// Decompresses bzip2. Only this class references Commons Compress, which may be missing.
final class Bzip2Decoder {

  /// The maximum number of decompressed bytes per compressed byte: a block has at least 17 bytes of
  /// fields and at most 900,000 symbols, and five symbols expand to at most 259 bytes.
  static final long MAX_RATIO = 900_000 / 5 * 259 / 17;

  private Bzip2Decoder() {}

  /// Returns the decompressed bytes of all bzip2 streams in the given bytes.
  ///
  /// @throws IOException if the bytes are not a bzip2 stream
  static InputStream open(InputStream compressed) throws IOException {
    return new BZip2CompressorInputStream(compressed, true);
  }
}
