package io.ndmap.order;

import io.ndmap.move.RunCopy;
import java.lang.foreign.MemorySegment;

/// Keys of up to eight bytes of text or raw memory, in unsigned order.
final class ByteKeys implements KeyReader {

  private final int offset;
  private final int length;
  // XOR mask of byte indices, which reverses the bytes of each code unit; 0 to keep their order.
  private final int mask;
  private byte[] bytes = {};

  /// @param offset byte offset in the element of the key's first byte
  /// @param length the number of bytes, at most 8
  /// @param littleUnits whether each four bytes are a little-endian code unit
  ByteKeys(int offset, int length, boolean littleUnits) {
    this.offset = offset;
    this.length = length;
    this.mask = littleUnits ? Integer.BYTES - 1 : 0;
  }

  @Override
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    bytes = bytes.length < count * length ? new byte[count * length] : bytes;
    RunCopy.copy(
        segment,
        at + offset,
        stride,
        MemorySegment.ofArray(bytes),
        0,
        length,
        count,
        length,
        false);
    for (int i = 0; i < count; i++) {
      long key = 0;
      for (int k = 0; k < length; k++) {
        key = (key << Byte.SIZE) | (bytes[i * length + (k ^ mask)] & 0xff);
      }
      to[start + i] = (key << ((Long.BYTES - length) * Byte.SIZE)) ^ Long.MIN_VALUE;
    }
  }
}
