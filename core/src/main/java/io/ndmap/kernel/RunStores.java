package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// Stores arrays into strided runs of items, the reverse of [Carriers]; the arrays are scratch and
/// may be byte-swapped in place.
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
