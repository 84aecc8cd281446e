package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Moves runs of items between segments and Java arrays, bytes as they are.
///
/// Runs without gaps move in bulk. Scattered items of native segments, and short runs, move in
/// loops that never see a heap segment: each kind of array is a segment class of its own, and a
/// loop that has met three classes is ten times slower for all of them. Scattered items of heap
/// segments move one by one.
final class Moves {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
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

  /// Items from which on a move in bulk is faster than a loop.
  private static final int BULK = 16;

  private Moves() {}

  private static boolean inBulk(MemorySegment segment, boolean adjacent, int count) {
    return adjacent && (count >= BULK || !segment.isNative());
  }

  // ---- from a segment

  static void take(MemorySegment from, long at, long stride, byte[] to, int start, int count) {
    if (inBulk(from, stride == Byte.BYTES, count)) {
      MemorySegment.copy(from, BYTE, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(BYTE, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, BYTE, at + i * stride, to, start + i, 1);
      }
    }
  }

  static void take(MemorySegment from, long at, long stride, short[] to, int start, int count) {
    if (inBulk(from, stride == Short.BYTES, count)) {
      MemorySegment.copy(from, SHORT, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(SHORT, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, SHORT, at + i * stride, to, start + i, 1);
      }
    }
  }

  static void take(MemorySegment from, long at, long stride, int[] to, int start, int count) {
    if (inBulk(from, stride == Integer.BYTES, count)) {
      MemorySegment.copy(from, INT, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(INT, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, INT, at + i * stride, to, start + i, 1);
      }
    }
  }

  static void take(MemorySegment from, long at, long stride, long[] to, int start, int count) {
    if (inBulk(from, stride == Long.BYTES, count)) {
      MemorySegment.copy(from, LONG, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(LONG, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, LONG, at + i * stride, to, start + i, 1);
      }
    }
  }

  static void take(MemorySegment from, long at, long stride, float[] to, int start, int count) {
    if (inBulk(from, stride == Float.BYTES, count)) {
      MemorySegment.copy(from, FLOAT, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(FLOAT, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, FLOAT, at + i * stride, to, start + i, 1);
      }
    }
  }

  static void take(MemorySegment from, long at, long stride, double[] to, int start, int count) {
    if (inBulk(from, stride == Double.BYTES, count)) {
      MemorySegment.copy(from, DOUBLE, at, to, start, count);
    } else if (from.isNative()) {
      for (int i = 0; i < count; i++) {
        to[start + i] = from.get(DOUBLE, at + i * stride);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, DOUBLE, at + i * stride, to, start + i, 1);
      }
    }
  }

  // ---- to a segment

  static void put(byte[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Byte.BYTES, count)) {
      MemorySegment.copy(from, start, to, BYTE, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(BYTE, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, BYTE, at + i * stride, 1);
      }
    }
  }

  static void put(short[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Short.BYTES, count)) {
      MemorySegment.copy(from, start, to, SHORT, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(SHORT, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, SHORT, at + i * stride, 1);
      }
    }
  }

  static void put(int[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Integer.BYTES, count)) {
      MemorySegment.copy(from, start, to, INT, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(INT, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, INT, at + i * stride, 1);
      }
    }
  }

  static void put(long[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Long.BYTES, count)) {
      MemorySegment.copy(from, start, to, LONG, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(LONG, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, LONG, at + i * stride, 1);
      }
    }
  }

  static void put(float[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Float.BYTES, count)) {
      MemorySegment.copy(from, start, to, FLOAT, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(FLOAT, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, FLOAT, at + i * stride, 1);
      }
    }
  }

  static void put(double[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (inBulk(to, stride == Double.BYTES, count)) {
      MemorySegment.copy(from, start, to, DOUBLE, at, count);
    } else if (to.isNative()) {
      for (int i = 0; i < count; i++) {
        to.set(DOUBLE, at + i * stride, from[start + i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, DOUBLE, at + i * stride, 1);
      }
    }
  }

  // ---- byte order, and bits as they are

  static void reverseBytes(short[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Short.reverseBytes(items[i]);
    }
  }

  static void reverseBytes(int[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Integer.reverseBytes(items[i]);
    }
  }

  static void reverseBytes(long[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Long.reverseBytes(items[i]);
    }
  }

  // In bulk: HotSpot does not vectorise a loop over intBitsToFloat.

  static void bits(int[] from, float[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Float.BYTES);
  }

  static void bits(float[] from, int[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Float.BYTES);
  }

  static void bits(long[] from, double[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Double.BYTES);
  }

  static void bits(double[] from, long[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Double.BYTES);
  }

  private static void copy(MemorySegment from, MemorySegment to, long bytes) {
    MemorySegment.copy(from, 0, to, 0, bytes);
  }
}
