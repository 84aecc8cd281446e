package io.ndmap.safetensors;

import io.ndmap.file.ReopenedChannel;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// A channel over the bytes of one tensor in an open file. Its end is the end of the tensor.
///
/// Closing it does not close the file's channel. Not thread-safe.
final class TensorChannel implements ReadableByteChannel {

  private final ReopenedChannel file;
  private final String source;
  private final SafetensorsTensor tensor;
  private long done;
  private boolean open = true;

  /// @param source the name of the tensor in messages
  TensorChannel(ReopenedChannel file, String source, SafetensorsTensor tensor) {
    this.file = file;
    this.source = source;
    this.tensor = tensor;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    long left = tensor.size() - done;
    if (left == 0) {
      return -1;
    }
    if (!into.hasRemaining()) {
      return 0;
    }
    int limit = into.limit();
    into.limit((int) Math.min(limit, into.position() + left));
    try {
      int count = file.channel().read(into, tensor.offset() + done);
      if (count < 0) {
        throw new TruncatedDataException(
            source, tensor.offset(), "the data of the tensor", tensor.size(), done);
      }
      done += count;
      return count;
    } finally {
      into.limit(limit);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }
}
