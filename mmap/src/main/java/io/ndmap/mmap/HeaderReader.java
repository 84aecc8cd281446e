package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Reads the header of a file, nearly always by a single system call.
final class HeaderReader {

  // NumPy's headers have 128 bytes unless there are many fields or axes.
  private static final int FIRST_READ = 512;

  private HeaderReader() {}

  /// Reads the header at the begin of a file.
  ///
  /// @param size how many bytes the file has
  static NpyHeader read(FileChannel channel, long size, String source, HeaderLimits limits)
      throws IOException {
    ByteBuffer bytes = Channels.read(channel, 0, (int) Math.min(FIRST_READ, size));
    long end = NpyHeaderCodec.headerEnd(bytes, size, source, limits);
    if (end > bytes.remaining()) {
      bytes = Channels.read(channel, 0, Math.toIntExact(end));
    }
    return NpyHeaderCodec.decode(bytes, source, limits);
  }
}
