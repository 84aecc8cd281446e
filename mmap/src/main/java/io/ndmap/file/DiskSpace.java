package io.ndmap.file;

import io.ndmap.posix.Channels;
import io.ndmap.posix.Posix;
import io.ndmap.posix.SystemError;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;

/// Sets the size of a new file and reserves its disk space.
public final class DiskSpace {

  // The maximum bytes per request. A larger request would delay interrupts: tmpfs zeroes the pages
  // that it reserves.
  private static final long FALLOCATE_STEP = 1L << 30;

  private DiskSpace() {}

  /// Returns the free bytes for files in the directory of another file.
  ///
  /// @param file the file, which need not exist
  /// @return the bytes, or empty if unknown, as in a chroot or container where the JDK does not
  ///   find the mount point
  public static OptionalLong free(Path file) {
    Path absolute = file.toAbsolutePath();
    Path directory = Objects.requireNonNullElse(absolute.getParent(), absolute);
    try {
      return OptionalLong.of(Files.getFileStore(directory).getUsableSpace());
    } catch (IOException e) {
      System.getLogger(Posix.LOGGER).log(Level.DEBUG, "No free space is known beside " + file, e);
      return OptionalLong.empty();
    }
  }

  /// Returns the part of a failure's message that states the free bytes.
  public static String describe(OptionalLong free) {
    return free.isPresent() ? ", " + free.getAsLong() + " being free on its file system" : "";
  }

  /// Extends a file by a hole, which takes one disk block at most if the file system has holes.
  public static void leaveUnreserved(FileChannel channel, long size) throws IOException {
    if (channel.size() < size) {
      channel.write(ByteBuffer.allocate(1), size - 1);
    }
  }

  /// Extends a file and reserves disk space for the new range, which reads as zeros.
  ///
  /// @throws ClosedByInterruptException if the thread is interrupted
  /// @throws IOException if there is not enough space, the file would be too large for its file
  ///   system, or it cannot be written; some space may be reserved
  public static void reserve(Path file, FileChannel channel, long offset, long length)
      throws IOException {
    long end = offset + length;
    long at = offset;
    while (at < end) {
      if (Thread.currentThread().isInterrupted()) {
        channel.close();
        throw new ClosedByInterruptException();
      }
      long step = Math.min(FALLOCATE_STEP, end - at);
      int errno = Posix.fallocate(file, at, step);
      switch (errno) {
        case 0 -> at += step;
        case Posix.EINTR -> {}
        case Posix.ENOSPC, Posix.EDQUOT, Posix.EFBIG ->
            throw new IOException(new SystemError(errno).text());
        default -> {
          // The system or the file system does not support `fallocate`, or `open` does not find the
          // file by its name: write zeros instead.
          Channels.writeZeros(channel, at, end);
          return;
        }
      }
    }
  }
}
