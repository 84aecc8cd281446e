package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntConsumer;

/// Gathers strided items into Java arrays and scatters them back, bytes as they are in
/// little-endian memory: those of native segments through a buffer ([RunBuffers] says why), those
/// of Java arrays, each kind of which has a segment class, one by one.
final class Scattered {

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

  /// Moves some items that one buffer reaches.
  private interface Move {

    /// @param at where the first one is in the buffer
    /// @param done how many were moved before
    void run(ByteBuffer buffer, int at, int done, int length);
  }

  private Scattered() {}

  /// @param one moves a single item
  private static void each(
      MemorySegment segment,
      long at,
      long stride,
      int count,
      int itemsize,
      Move move,
      IntConsumer one) {
    int most = segment.isNative() ? RunBuffers.most(stride) : 0;
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        one.accept(i);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      ByteBuffer buffer = RunBuffers.span(segment, at + done * stride, stride, length, itemsize);
      move.run(buffer, RunBuffers.first(stride, length), done, length);
    }
  }

  static void take(MemorySegment from, long at, long stride, byte[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Byte.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, BYTE, at + i * stride, to, start + i, 1));
  }

  private static void take(ByteBuffer from, int first, int step, byte[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, short[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Short.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, SHORT, at + i * stride, to, start + i, 1));
  }

  private static void take(ByteBuffer from, int first, int step, short[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getShort(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, int[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Integer.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, INT, at + i * stride, to, start + i, 1));
  }

  private static void take(ByteBuffer from, int first, int step, int[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getInt(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, long[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Long.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, LONG, at + i * stride, to, start + i, 1));
  }

  private static void take(ByteBuffer from, int first, int step, long[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getLong(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, float[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Float.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, FLOAT, at + i * stride, to, start + i, 1));
  }

  private static void take(ByteBuffer from, int first, int step, float[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getFloat(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, double[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Double.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        i -> MemorySegment.copy(from, DOUBLE, at + i * stride, to, start + i, 1));
  }

  private static void take(
      ByteBuffer from, int first, int step, double[] to, int start, int count) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getDouble(first + i * step);
    }
  }

  static void put(byte[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Byte.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, BYTE, at + i * stride, 1));
  }

  private static void put(byte[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.put(first + i * step, from[start + i]);
    }
  }

  static void put(short[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Short.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, SHORT, at + i * stride, 1));
  }

  private static void put(short[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putShort(first + i * step, from[start + i]);
    }
  }

  static void put(int[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Integer.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, INT, at + i * stride, 1));
  }

  private static void put(int[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putInt(first + i * step, from[start + i]);
    }
  }

  static void put(long[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Long.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, LONG, at + i * stride, 1));
  }

  private static void put(long[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putLong(first + i * step, from[start + i]);
    }
  }

  static void put(float[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Float.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, FLOAT, at + i * stride, 1));
  }

  private static void put(float[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putFloat(first + i * step, from[start + i]);
    }
  }

  static void put(double[] from, int start, int count, MemorySegment to, long at, long stride) {
    each(
        to,
        at,
        stride,
        count,
        Double.BYTES,
        (items, first, done, n) -> put(from, start + done, n, items, first, (int) stride),
        i -> MemorySegment.copy(from, start + i, to, DOUBLE, at + i * stride, 1));
  }

  private static void put(double[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putDouble(first + i * step, from[start + i]);
    }
  }
}
