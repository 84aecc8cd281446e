package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// Puts the front of arrays on the heap into runs of items at a constant distance, the reverse of
/// [Carriers]; the arrays are scratch and may be turned round on the way.
final class RunStores {

  private RunStores() {}

  static void bytes(byte[] from, MemorySegment target, long at, long stride, int count) {
    Moves.put(from, 0, count, target, at, stride);
  }

  static void shorts(
      short[] from, MemorySegment target, long at, long stride, boolean big, int count) {
    if (big) {
      Moves.reverseBytes(from, count);
    }
    Moves.put(from, 0, count, target, at, stride);
  }

  static void ints(int[] from, MemorySegment target, long at, long stride, boolean big, int count) {
    if (big) {
      Moves.reverseBytes(from, count);
    }
    Moves.put(from, 0, count, target, at, stride);
  }

  static void longs(
      long[] from, MemorySegment target, long at, long stride, boolean big, int count) {
    if (big) {
      Moves.reverseBytes(from, count);
    }
    Moves.put(from, 0, count, target, at, stride);
  }
}
