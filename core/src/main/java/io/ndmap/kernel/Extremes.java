package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The smallest and the largest key ([ItemKeys]) of little-endian items that stand one behind the
/// other in a native segment, in loops over integers, which HotSpot vectorises.
public final class Extremes {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The smallest key of the last run.
  private long low;

  /// The largest key of the last run.
  private long high;

  /// Makes a place for results.
  public Extremes() {}

  /// The smallest key of the last run.
  ///
  /// @return the key
  public long low() {
    return low;
  }

  /// The largest key of the last run.
  ///
  /// @return the key
  public long high() {
    return high;
  }

  /// Items of eight bytes.
  public void longs(MemorySegment segment, long at, int count, ItemKeys keys) {
    long flip = keys.flip();
    long turn = keys.turn();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = segment.get(LONG, at + i * 8L);
      long key = (bits ^ flip) ^ (bits >> 63 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    low = min;
    high = max;
  }

  /// Items of four bytes.
  ///
  /// @param unsigned whether they are unsigned integers
  public void ints(MemorySegment segment, long at, int count, ItemKeys keys, boolean unsigned) {
    int flip = unsigned ? Integer.MIN_VALUE : 0;
    int turn = (int) keys.turn();
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int bits = segment.get(INT, at + i * 4L);
      int key = (bits ^ flip) ^ (bits >> 31 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    low = unsigned ? (min ^ flip) & 0xffff_ffffL : min;
    high = unsigned ? (max ^ flip) & 0xffff_ffffL : max;
  }

  /// Keys in an array.
  ///
  /// @param count how many from `from` on
  public void keys(long[] keys, int from, int count) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      min = Math.min(min, keys[i]);
      max = Math.max(max, keys[i]);
    }
    low = min;
    high = max;
  }
}
