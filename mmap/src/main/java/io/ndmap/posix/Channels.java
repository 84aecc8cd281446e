package io.ndmap.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Reads and writes whole ranges of a file; a single system call may do less.
public final class Channels {

  private static final int ZEROS = 1 << 20;

  private Channels() {}

  /// Reads a range, or what there is of it.
  public static ByteBuffer read(FileChannel channel, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {
      // Until all is read or the file ends.
    }
    return bytes.flip();
  }

  /// Writes what remains of a buffer.
  public static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    for (long to = at; bytes.hasRemaining(); ) {
      to += channel.write(bytes, to);
    }
  }

  /// Writes zeros.
  public static void writeZeros(FileChannel channel, long from, long to) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer zeros = arena.allocate(Math.clamp(to - from, 0, ZEROS)).asByteBuffer();
      for (long at = from; at < to; ) {
        at += channel.write(zeros.clear().limit((int) Math.min(zeros.capacity(), to - at)), at);
      }
    }
  }
}
