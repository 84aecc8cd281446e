package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Runs of items brought into Java arrays of their carrier.
///
/// Runs without gaps are moved in bulk, whatever kind of segment they stand in; scattered items of
/// native segments in a loop of their own, which never meets the class of a heap segment; scattered
/// items of Java arrays one by one.
public final class Carriers {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Carriers() {}

  /// Items of one byte.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void bytes(
      MemorySegment segment, long at, long stride, int count, byte[] to, int start) {
    if (stride == Byte.BYTES) {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, to, start, count);
    } else if (segment.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = segment.get(ValueLayout.JAVA_BYTE, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at + i * stride, to, start + i, 1);
      }
    }
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
    if (stride == Short.BYTES) {
      MemorySegment.copy(segment, SHORT, at, to, start, count);
    } else if (segment.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = segment.get(SHORT, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(segment, SHORT, at + i * stride, to, start + i, 1);
      }
    }
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Short.reverseBytes(to[i]);
      }
    }
  }

  /// Items of four bytes; parameters as for [#shorts].
  public static void ints(
      MemorySegment segment, long at, long stride, boolean big, int count, int[] to, int start) {
    if (stride == Integer.BYTES) {
      MemorySegment.copy(segment, INT, at, to, start, count);
    } else if (segment.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = segment.get(INT, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(segment, INT, at + i * stride, to, start + i, 1);
      }
    }
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Integer.reverseBytes(to[i]);
      }
    }
  }

  /// Items of eight bytes; parameters as for [#shorts].
  public static void longs(
      MemorySegment segment, long at, long stride, boolean big, int count, long[] to, int start) {
    if (stride == Long.BYTES) {
      MemorySegment.copy(segment, LONG, at, to, start, count);
    } else if (segment.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = segment.get(LONG, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(segment, LONG, at + i * stride, to, start + i, 1);
      }
    }
    if (big) {
      for (int i = start; i < start + count; i++) {
        to[i] = Long.reverseBytes(to[i]);
      }
    }
  }

  /// Little-endian floats without gaps.
  ///
  /// @param at byte offset of the first item
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void floats(MemorySegment segment, long at, int count, float[] to, int start) {
    MemorySegment.copy(segment, FLOAT, at, to, start, count);
  }

  /// Little-endian doubles.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public static void doubles(
      MemorySegment segment, long at, long stride, int count, double[] to, int start) {
    if (stride == Double.BYTES) {
      MemorySegment.copy(segment, DOUBLE, at, to, start, count);
    } else if (segment.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = segment.get(DOUBLE, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(segment, DOUBLE, at + i * stride, to, start + i, 1);
      }
    }
  }
}
