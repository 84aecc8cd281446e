package io.ndmap.posix;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/// Reads and writes complete ranges of a file; a single system call may transfer less.
public final class Channels {

  // The sizes of the buffers in bytes.
  private static final int ZEROS = 1 << 20;
  private static final int BLOCK = 1 << 20;

  private Channels() {}

  /// Reads a range into a new buffer; the buffer has fewer bytes if the file ends within the range.
  public static ByteBuffer read(FileChannel channel, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {
      // Read until the buffer is full or the file ends.
    }
    return bytes.flip();
  }

  /// Writes the remaining bytes of a buffer at a file offset.
  public static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    for (long to = at; bytes.hasRemaining(); ) {
      to += channel.write(bytes, to);
    }
  }

  /// Copies a range of a file to the position of another channel. If possible, the kernel copies
  /// the bytes, and may share disk blocks instead of copying. On some file systems
  /// `copy_file_range(2)` fails with errors that the JDK does not expect (EPERM, EIO): this method
  /// then reads and writes the bytes.
  ///
  /// @throws IOException if the bytes cannot be read and written, or the source ends within the
  ///   range
  public static void copy(FileChannel source, long from, long count, FileChannel to)
      throws IOException {
    long end = from + count;
    for (long at = from; at < end; ) {
      long begin = to.position();
      long step;
      try {
        step = source.transferTo(at, end - at, to);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        readAndWrite(source, at, end, to.position(begin));
        return;
      }
      requireMore(step);
      at += step;
    }
  }

  private static void readAndWrite(FileChannel source, long from, long end, FileChannel to)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer block = arena.allocate(Math.clamp(end - from, 1, BLOCK)).asByteBuffer();
      for (long at = from; at < end; ) {
        block.clear().limit((int) Math.min(block.capacity(), end - at));
        int step = source.read(block, at);
        requireMore(step);
        for (block.flip(); block.hasRemaining(); ) {
          var _ = to.write(block);
        }
        at += step;
      }
    }
  }

  private static void requireMore(long step) throws EOFException {
    if (step <= 0) {
      throw new EOFException("the file became shorter while it was copied");
    }
  }

  /// Writes zeros into a file, from one offset up to another (exclusive).
  public static void writeZeros(FileChannel channel, long from, long to) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer zeros = arena.allocate(Math.clamp(to - from, 0, ZEROS)).asByteBuffer();
      for (long at = from; at < to; ) {
        at += channel.write(zeros.clear().limit((int) Math.min(zeros.capacity(), to - at)), at);
      }
    }
  }
}
