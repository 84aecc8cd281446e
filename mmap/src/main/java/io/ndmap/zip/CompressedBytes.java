package io.ndmap.zip;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Reads the compressed bytes of a member from the file in blocks, for decoders that read single
/// bytes. Does not close the file's channel, and does not use the channel's position.
@SuppressWarnings("InputStreamSlowMultibyteRead") // multi-byte reads are used for headers only
final class CompressedBytes extends InputStream {

  private static final int BLOCK = 1 << 16;

  private final FileChannel file;
  private ByteBuffer block = ByteBuffer.allocate(0);

  /// The file offset of the next block.
  private long at;

  /// The number of bytes after the current block.
  private long left;

  private boolean exhausted;

  /// @param offset the file offset of the first compressed byte
  /// @param size the number of compressed bytes

  CompressedBytes(FileChannel file, long offset, long size) {
    this.file = file;
    this.at = offset;
    this.left = size;
  }

  /// Returns the next byte.
  ///
  /// @throws UncheckedIOException if the file cannot be read. An [IOException] would be mistaken
  ///   for a decoder's report of malformed bytes
  @Override
  public int read() {
    try {
      return block.hasRemaining() || next().hasRemaining() ? block.get() & 0xff : -1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the next block.
  ///
  /// @return the block, empty if there are no more bytes
  ByteBuffer next() throws IOException {
    if (block.capacity() == 0) {
      block = ByteBuffer.allocateDirect(Math.clamp(left, 1, BLOCK));
    }
    block.clear().limit((int) Math.min(block.capacity(), left));
    int count = block.hasRemaining() ? Math.max(0, file.read(block, at)) : 0;
    at += count;
    left -= count;
    exhausted = count == 0;
    return block.flip();
  }

  /// Whether a read has found no more bytes, because the member or the file ends there.
  boolean isExhausted() {
    return exhausted;
  }
}
