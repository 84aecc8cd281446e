package io.ndmap.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Brings items from memory into the processor's caches before a loop computes with them.
///
/// A processor waits for memory as often as it may look ahead only a few hundred instructions. A
/// loop that needs many for an item so has few lines under way at once. One that only loads a byte
/// of each line has as many as there can be: sums of `f4` from memory take less than half of the
/// time if it goes ahead, and those that only copy gain too.
///
/// Not for several threads.
public final class CacheLines {

  /// Bytes that are brought at once, so that they are still in the cache when they are needed.
  public static final int PIECE = 1 << 14;

  /// Bytes of an array from which on it is not expected to be in the caches: to bring what is there
  /// costs a tenth of the fastest loops.
  private static final long FAR = 8 << 20;

  private static final int LINE = 64;

  // Read by nobody, but HotSpot does not know that.
  @SuppressWarnings("UnusedVariable")
  private byte last;

  /// Whether an array is so large that it pays.
  public static boolean isFar(long bytes) {
    return bytes >= FAR;
  }

  /// Brings the lines of a part of memory.
  ///
  /// @param memory that belongs to no arena
  /// @param at byte offset of the part
  /// @param bytes of the part
  public void bring(MemorySegment memory, long at, long bytes) {
    MemorySegment part = Unowned.part(memory, at, bytes);
    int count = (int) bytes;
    byte all = 0;
    for (int i = 0; i < count; i += LINE) {
      all ^= part.get(ValueLayout.JAVA_BYTE, i);
    }
    last = all;
  }
}
