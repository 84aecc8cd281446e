package io.ndmap.compare;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Carriers;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Numbers brought to the heap and widened to longs: integers as their values, floating-point
/// numbers as their bits, filled up with the sign. For one thread.
///
/// Two short loops one after the other, because one that does both does not vectorise.
final class WideItems {

  /// The most items that are looked at together: they stay in the first-level cache.
  static final int BLOCK = 1024;

  private final MemorySegment source;
  private final ScalarKind kind;
  private final boolean big;
  private final byte[] bytes;
  private final short[] shorts;
  private final int[] ints;
  private final long[] longs = new long[BLOCK];

  WideItems(Items view) {
    this.source = view.segment();
    this.kind = view.kind();
    this.big = view.isBigEndian();
    int itemsize = kind.itemsize();
    this.bytes = new byte[itemsize == Byte.BYTES ? BLOCK : 0];
    this.shorts = new short[itemsize == Short.BYTES ? BLOCK : 0];
    this.ints = new int[itemsize == Integer.BYTES ? BLOCK : 0];
  }

  /// @param count at most [#BLOCK]
  /// @return where the items are, from the front on
  long[] read(long at, long stride, int count) {
    switch (kind.itemsize()) {
      case Byte.BYTES -> {
        Carriers.bytes(source, at, stride, count, bytes, 0);
        for (int i = 0; i < count; i++) {
          longs[i] = bytes[i];
        }
      }
      case Short.BYTES -> {
        Carriers.shorts(source, at, stride, big, count, shorts, 0);
        for (int i = 0; i < count; i++) {
          longs[i] = shorts[i];
        }
      }
      case Integer.BYTES -> {
        Carriers.ints(source, at, stride, big, count, ints, 0);
        for (int i = 0; i < count; i++) {
          longs[i] = ints[i];
        }
      }
      default -> Carriers.longs(source, at, stride, big, count, longs, 0);
    }
    if (kind == ScalarKind.BOOL) {
      for (int i = 0; i < count; i++) {
        longs[i] = longs[i] == 0 ? 0 : 1;
      }
    } else if (kind.isUnsigned() && kind != ScalarKind.UINT64) {
      long mask = (1L << (8 * kind.itemsize())) - 1;
      for (int i = 0; i < count; i++) {
        longs[i] &= mask;
      }
    }
    return longs;
  }
}
