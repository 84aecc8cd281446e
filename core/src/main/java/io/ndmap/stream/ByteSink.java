package io.ndmap.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.WritableByteChannel;

/// A stream or a channel to which memory is written.
@FunctionalInterface
interface ByteSink {

  /// The maximum number of bytes of one write to a stream.
  int MOST_BYTES = 1 << 16;

  /// Writes all bytes.
  ///
  /// @param bytes at most 2³¹-1
  void write(MemorySegment bytes) throws IOException;

  /// Returns a sink that writes to a stream, through a Java array.
  static ByteSink of(OutputStream out) {
    return bytes -> {
      byte[] array = new byte[(int) Math.min(MOST_BYTES, bytes.byteSize())];
      for (long at = 0; at < bytes.byteSize(); at += array.length) {
        int count = (int) Math.min(array.length, bytes.byteSize() - at);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, array, 0, count);
        out.write(array, 0, count);
      }
    };
  }

  /// Returns a sink that writes to a channel, directly from the memory.
  ///
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  static ByteSink of(WritableByteChannel channel) {
    if (channel instanceof SelectableChannel selectable && !selectable.isBlocking()) {
      throw new IllegalBlockingModeException();
    }
    return bytes -> {
      for (ByteBuffer rest = bytes.asByteBuffer(); rest.hasRemaining(); ) {
        channel.write(rest);
      }
    };
  }
}
