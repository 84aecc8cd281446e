package io.ndmap.value;

import io.ndmap.kernel.ItemRuns;
import java.lang.foreign.MemorySegment;

/// A block on the heap for items of 1, 2, 4 or 8 bytes, loaded from any run in native byte order.
/// For one thread.
public final class CarrierBlock {

  /// How many items there is room for: they stay in the first-level cache.
  public static final int LENGTH = 1024;

  private final MemorySegment source;
  private final int itemsize;
  private final boolean swap;
  private final MemorySegment room;

  private final byte[] bytes;
  private final short[] shorts;
  private final int[] ints;
  private final long[] longs = new long[LENGTH];

  /// @param swap whether the items stand in the other byte order
  public CarrierBlock(MemorySegment source, int itemsize, boolean swap) {
    this.source = source;
    this.itemsize = itemsize;
    this.swap = swap;
    this.bytes = new byte[itemsize == Byte.BYTES ? LENGTH : 0];
    this.shorts = new short[itemsize == Short.BYTES ? LENGTH : 0];
    this.ints = new int[itemsize == Integer.BYTES ? LENGTH : 0];
    this.room =
        switch (itemsize) {
          case Byte.BYTES -> MemorySegment.ofArray(bytes);
          case Short.BYTES -> MemorySegment.ofArray(shorts);
          case Integer.BYTES -> MemorySegment.ofArray(ints);
          default -> MemorySegment.ofArray(longs);
        };
  }

  /// Brings items of one byte to the heap.
  ///
  /// @param count at most [#LENGTH]
  /// @return where they are, from the front on
  public byte[] bytes(long at, long stride, int count) {
    load(at, stride, count);
    return bytes;
  }

  /// Brings items to the heap and widens them.
  ///
  /// @param count at most [#LENGTH]
  /// @param unsigned whether the upper bits become zeros, else copies of the sign
  /// @return where they are, from the front on
  public long[] longs(long at, long stride, int count, boolean unsigned) {
    load(at, stride, count);
    switch (itemsize) {
      case Byte.BYTES -> {
        for (int i = 0; i < count; i++) {
          longs[i] = bytes[i];
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < count; i++) {
          short item = shorts[i];
          longs[i] = swap ? Short.reverseBytes(item) : item;
        }
      }
      case Integer.BYTES -> {
        if (swap) {
          for (int i = 0; i < count; i++) {
            ints[i] = Integer.reverseBytes(ints[i]);
          }
        }
        for (int i = 0; i < count; i++) {
          longs[i] = ints[i];
        }
      }
      default -> {
        if (swap) {
          for (int i = 0; i < count; i++) {
            longs[i] = Long.reverseBytes(longs[i]);
          }
        }
      }
    }
    if (unsigned && itemsize < Long.BYTES) {
      long mask = (1L << (8 * itemsize)) - 1;
      for (int i = 0; i < count; i++) {
        longs[i] &= mask;
      }
    }
    return longs;
  }

  private void load(long at, long stride, int count) {
    if (stride == itemsize) {
      MemorySegment.copy(source, at, room, 0, (long) count * itemsize);
    } else {
      ItemRuns.copy(source, at, stride, room, 0, itemsize, count, itemsize, false);
    }
  }
}
