package io.ndmap.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// Takes bytes.
public interface ByteTarget {

  /// Takes what remains of a buffer, which is reused afterwards.
  void write(ByteBuffer bytes) throws IOException;

  /// The same as a channel, which is never closed.
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
