package io.ndmap.nd;

import io.ndmap.kernel.MaskItems;
import java.lang.foreign.MemorySegment;

/// Packs the items of native memory that a mask wants, by way of a Java array that stays in the
/// first-level cache; for one thread.
final class MaskPacker {

  private final MemorySegment source;
  private final int itemsize;
  private final MemorySegment stage;
  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};

  /// @param itemsize 1, 2, 4 or 8
  /// @param most items of the mask at once
  MaskPacker(MemorySegment source, int itemsize, int most) {
    this.source = source;
    this.itemsize = itemsize;
    switch (itemsize) {
      case 1 -> stage = MemorySegment.ofArray(bytes = new byte[most]);
      case 2 -> stage = MemorySegment.ofArray(shorts = new short[most]);
      case 4 -> stage = MemorySegment.ofArray(ints = new int[most]);
      default -> stage = MemorySegment.ofArray(longs = new long[most]);
    }
  }

  /// @return how many bytes went to the target
  long pack(long at, long stride, byte[] mask, int n, MemorySegment target, long to) {
    int count =
        switch (itemsize) {
          case 1 -> MaskItems.pack(source, at, stride, mask, n, bytes);
          case 2 -> MaskItems.pack(source, at, stride, mask, n, shorts);
          case 4 -> MaskItems.pack(source, at, stride, mask, n, ints);
          default -> MaskItems.pack(source, at, stride, mask, n, longs);
        };
    long size = (long) count * itemsize;
    MemorySegment.copy(stage, 0, target, to, size);
    return size;
  }
}
