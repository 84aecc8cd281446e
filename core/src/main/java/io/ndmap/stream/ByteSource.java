package io.ndmap.stream;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;

/// A stream or a channel, read into memory.
@FunctionalInterface
interface ByteSource {

  /// The maximum number of bytes of one read from a stream: the capacity of a Linux pipe.
  int MOST_BYTES = 1 << 16;

  /// Reads the available bytes, at least one and at most as many as the target holds.
  ///
  /// @param target not empty; a heap segment must be backed by a `byte[]`
  /// @return the number of bytes read, or -1 at the end
  int read(MemorySegment target) throws IOException;

  /// Returns a source that reads a stream, through a Java array.
  ///
  /// @param bytes the total number of bytes that will be read
  static ByteSource of(InputStream in, long bytes) {
    byte[] array = new byte[(int) Math.min(MOST_BYTES, bytes)];
    return target -> {
      int count = in.read(array, 0, (int) Math.min(array.length, target.byteSize()));
      if (count > 0) {
        MemorySegment.copy(array, 0, target, ValueLayout.JAVA_BYTE, 0, count);
      }
      return count;
    };
  }

  /// Returns a source that reads a channel, directly into the memory.
  ///
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  static ByteSource of(ReadableByteChannel channel) {
    if (channel instanceof SelectableChannel selectable && !selectable.isBlocking()) {
      throw new IllegalBlockingModeException();
    }
    return target ->
        channel.read(
            target.asSlice(0, Math.min(Integer.MAX_VALUE, target.byteSize())).asByteBuffer());
  }
}
