package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// The smallest and the largest key ([ItemKeys]) of little-endian items that stand one behind the
/// other in a native segment, found in loops over integers, which HotSpot vectorises.
public final class Extremes {

  // One long loop over memory that is in no cache runs at half the speed of short ones: 12 GB/s
  // instead of 23.
  private static final int PIECE = 1024;

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

  void set(long smallest, long largest) {
    low = smallest;
    high = largest;
  }

  /// Items of eight bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  public void longs(MemorySegment segment, long at, int count, ItemKeys keys) {
    long flip = keys.flip();
    long turn = keys.turn();
    boolean mapped = segment.isMapped();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int done = 0; done < count; done += PIECE) {
      int length = Math.min(PIECE, count - done);
      long from = at + done * 8L;
      if (mapped) {
        MappedLoops.extremes(segment, from, length, flip, turn, this);
      } else {
        NativeLoops.extremes(segment, from, length, flip, turn, this);
      }
      min = Math.min(min, low);
      max = Math.max(max, high);
    }
    set(min, max);
  }

  /// Items of four bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  /// @param unsigned whether they are unsigned integers
  public void ints(MemorySegment segment, long at, int count, ItemKeys keys, boolean unsigned) {
    int flip = unsigned ? Integer.MIN_VALUE : 0;
    int turn = (int) keys.turn();
    if (segment.isMapped()) {
      MappedLoops.extremes(segment, at, count, flip, turn, this);
    } else {
      NativeLoops.extremes(segment, at, count, flip, turn, this);
    }
    if (unsigned) {
      set(((int) low ^ flip) & 0xffff_ffffL, ((int) high ^ flip) & 0xffff_ffffL);
    }
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
