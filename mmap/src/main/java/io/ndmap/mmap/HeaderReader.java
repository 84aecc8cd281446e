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

  /// Reads the header at the begin of a range.
  static NpyHeader read(FileChannel channel, FileRange range, HeaderLimits limits)
      throws IOException {
    String source = range.name();
    ByteBuffer bytes =
        Channels.read(channel, range.offset(), (int) Math.min(FIRST_READ, range.size()));
    long end = NpyHeaderCodec.headerEnd(bytes, range.size(), source, limits);
    if (end > bytes.remaining()) {
      bytes = Channels.read(channel, range.offset(), Math.toIntExact(end));
    }
    return NpyHeaderCodec.decode(bytes, source, limits);
  }
}
