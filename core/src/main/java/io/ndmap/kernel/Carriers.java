package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;

/// Loads runs of items into Java arrays of their carrier.
///
/// What [Moves] takes, in the byte order of this machine.
public final class Carriers {

  private Carriers() {}

  /// Items of one byte.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void bytes(
      MemorySegment segment, long at, long stride, int count, byte[] to, int start) {
    Moves.take(segment, at, stride, to, start, count);
  }

  /// Items of two bytes.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param big whether the items are big-endian
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void shorts(
      MemorySegment segment, long at, long stride, boolean big, int count, short[] to, int start) {
    Moves.take(segment, at, stride, to, start, count);
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Short.reverseBytes(to[i]);
      }
    }
  }

  /// Items of four bytes; parameters as for [#shorts].
  public static void ints(
      MemorySegment segment, long at, long stride, boolean big, int count, int[] to, int start) {
    Moves.take(segment, at, stride, to, start, count);
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Integer.reverseBytes(to[i]);
      }
    }
  }

  /// Items of eight bytes; parameters as for [#shorts].
  public static void longs(
      MemorySegment segment, long at, long stride, boolean big, int count, long[] to, int start) {
    Moves.take(segment, at, stride, to, start, count);
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Long.reverseBytes(to[i]);
      }
    }
  }

  /// Little-endian doubles.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void doubles(
      MemorySegment segment, long at, long stride, int count, double[] to, int start) {
    Moves.take(segment, at, stride, to, start, count);
  }
}
