package io.ndmap.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// A sink of bytes.
public interface ByteTarget {

  /// Writes the remaining bytes of a buffer. The caller may reuse the buffer after the call.
  void write(ByteBuffer bytes) throws IOException;

  /// Returns a channel that writes to a target. Closing the channel has no effect.
  static WritableByteChannel channel(ByteTarget target) {
    return new WritableByteChannel() {
      @Override
      public int write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        target.write(bytes);
        bytes.position(bytes.limit());
        return count;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }
}
