package io.ndmap.order;

import io.ndmap.move.Runs;
import java.lang.foreign.MemorySegment;

/// Keys of up to eight bytes of text or of raw memory, without sign.
final class ByteKeys implements KeyReader {

  private final int offset;
  private final int length;
  private final int flip;
  private byte[] bytes = {};

  /// @param offset of the bytes in their item
  /// @param length how many, at most 8
  /// @param littleUnits whether four bytes each are one little-endian unit
  ByteKeys(int offset, int length, boolean littleUnits) {
    this.offset = offset;
    this.length = length;
    this.flip = littleUnits ? Integer.BYTES - 1 : 0;
  }

  @Override
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    bytes = bytes.length < count * length ? new byte[count * length] : bytes;
    Runs.copy(
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
        key = (key << Byte.SIZE) | (bytes[i * length + (k ^ flip)] & 0xff);
      }
      to[start + i] = (key << ((Long.BYTES - length) * Byte.SIZE)) ^ Long.MIN_VALUE;
    }
  }
}
