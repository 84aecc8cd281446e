package io.ndmap.mpi;

import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import java.nio.ByteBuffer;

/// Headers on their way from rank 0 to the others.
final class Headers {

  private Headers() {}

  static byte[] encode(NpyHeader header) {
    byte[] bytes =
        NpyHeaderCodec.encode(header.version(), header.dtype(), header.order(), header.shape());
    return ByteBuffer.allocate(Long.BYTES + bytes.length)
        .putLong(header.dataOffset())
        .put(bytes)
        .array();
  }

  static NpyHeader decode(byte[] message) {
    ByteBuffer buffer = ByteBuffer.wrap(message);
    // Files of old versions of NumPy, and those that grow, have their data elsewhere.
    long dataOffset = buffer.getLong();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    NpyHeader header = NpyHeaderCodec.readBack(bytes);
    return new NpyHeader(
        header.version(), header.dtype(), header.order(), header.shape(), dataOffset);
  }
}
