package io.ndmap.mmap;

import io.ndmap.pages.HugePageArena;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// Reads ranges of files into off-heap memory, for file systems that do not support mapping. A
/// range may have at most [HugePageArena#budget] bytes.
final class ReadInstead {

  private static final int ALIGNMENT = 64;

  /// The maximum bytes per read. (A [ByteBuffer] has less than 2 GiB.)
  private static final long STEP = 1L << 30;

  private static final AtomicLong COUNT = new AtomicLong();

  private ReadInstead() {}

  /// The number of ranges read so far in this process.
  static long count() {
    return COUNT.get();
  }

  /// Reads a range of a file.
  ///
  /// @param owner the arena that owns the memory
  /// @param refusal the reason why the range is not mapped
  /// @throws IOException if the range is too large, cannot be allocated, or cannot be read; in the
  ///   first two cases the message also states why the range is not mapped
  static MemorySegment read(
      Path path, FileChannel channel, long offset, long size, Arena owner, IOException refusal)
      throws IOException {
    long most = HugePageArena.budget();
    if (size > most) {
      throw new IOException(
          ("%s; or read it in blocks (NpyReader, ndmap with - as the file): its %s bytes are more"
                  + " than the %s that are read into memory instead")
              .formatted(refusal.getMessage(), size, most),
          refusal);
    }
    MemorySegment data;
    try {
      data = HugePageArena.in(owner).allocate(size, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      refusal.addSuppressed(e);
      throw new IOException(
          refusal.getMessage() + "; there is no memory for reading its " + size + " bytes instead",
          refusal);
    }
    for (long at = 0; at < size; ) {
      ByteBuffer step = data.asSlice(at, Math.min(STEP, size - at)).asByteBuffer();
      int read = channel.read(step, offset + at);
      if (read < 0) {
        throw new IOException(
            path + ": became shorter while it was read, to " + channel.size() + " bytes", refusal);
      }
      at += read;
    }
    COUNT.incrementAndGet();
    return data;
  }
}
