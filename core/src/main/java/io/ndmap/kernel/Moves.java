package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies runs of items between segments and Java arrays without changing bytes.
///
/// Contiguous runs move in bulk, others as [Scattered] does.
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

  private Moves() {}

  // ---- from a segment

  static void take(MemorySegment from, long at, long stride, byte[] to, int start, int count) {
    if (stride == Byte.BYTES) {
      MemorySegment.copy(from, BYTE, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  static void take(MemorySegment from, long at, long stride, short[] to, int start, int count) {
    if (stride == Short.BYTES) {
      MemorySegment.copy(from, SHORT, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  static void take(MemorySegment from, long at, long stride, int[] to, int start, int count) {
    if (stride == Integer.BYTES) {
      MemorySegment.copy(from, INT, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  static void take(MemorySegment from, long at, long stride, long[] to, int start, int count) {
    if (stride == Long.BYTES) {
      MemorySegment.copy(from, LONG, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  static void take(MemorySegment from, long at, long stride, float[] to, int start, int count) {
    if (stride == Float.BYTES) {
      MemorySegment.copy(from, FLOAT, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  static void take(MemorySegment from, long at, long stride, double[] to, int start, int count) {
    if (stride == Double.BYTES) {
      MemorySegment.copy(from, DOUBLE, at, to, start, count);
    } else {
      Scattered.take(from, at, stride, to, start, count);
    }
  }

  // ---- to a segment

  static void put(byte[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Byte.BYTES) {
      MemorySegment.copy(from, start, to, BYTE, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
    }
  }

  static void put(short[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Short.BYTES) {
      MemorySegment.copy(from, start, to, SHORT, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
    }
  }

  static void put(int[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Integer.BYTES) {
      MemorySegment.copy(from, start, to, INT, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
    }
  }

  static void put(long[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Long.BYTES) {
      MemorySegment.copy(from, start, to, LONG, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
    }
  }

  static void put(float[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Float.BYTES) {
      MemorySegment.copy(from, start, to, FLOAT, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
    }
  }

  static void put(double[] from, int start, int count, MemorySegment to, long at, long stride) {
    if (stride == Double.BYTES) {
      MemorySegment.copy(from, start, to, DOUBLE, at, count);
    } else {
      Scattered.put(from, start, count, to, at, stride);
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
    bits(from, to, 0, count);
  }

  static void bits(int[] from, float[] to, int start, int count) {
    MemorySegment.copy(
        MemorySegment.ofArray(from),
        0,
        MemorySegment.ofArray(to),
        (long) start * Float.BYTES,
        (long) count * Float.BYTES);
  }

  static void bits(float[] from, int[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Float.BYTES);
  }

  static void bits(long[] from, double[] to, int count) {
    bits(from, to, 0, count);
  }

  static void bits(long[] from, double[] to, int start, int count) {
    MemorySegment.copy(
        MemorySegment.ofArray(from),
        0,
        MemorySegment.ofArray(to),
        (long) start * Double.BYTES,
        (long) count * Double.BYTES);
  }

  static void bits(double[] from, long[] to, int count) {
    copy(MemorySegment.ofArray(from), MemorySegment.ofArray(to), (long) count * Double.BYTES);
  }

  private static void copy(MemorySegment from, MemorySegment to, long bytes) {
    MemorySegment.copy(from, 0, to, 0, bytes);
  }
}
