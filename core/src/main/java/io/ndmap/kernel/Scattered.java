package io.ndmap.kernel;

import io.ndmap.move.Runs;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Gathers strided items into Java arrays and scatters them back, bytes as they are in
/// little-endian memory: those of native segments through a buffer ([RunBuffers] says why), those
/// of Java arrays, each kind of which has a segment class, as [Runs] does.
final class Scattered {

  /// Moves some items that one buffer reaches.
  private interface Move {

    /// @param at where the first one is in the buffer
    /// @param done how many were moved before
    void run(ByteBuffer buffer, int at, int done, int length);
  }

  private Scattered() {}

  /// @param all moves them without a buffer
  private static void each(
      MemorySegment segment,
      long at,
      long stride,
      int count,
      int itemsize,
      Move move,
      Runnable all) {
    int most = segment.isNative() ? RunBuffers.most(stride) : 0;
    if (most == 0) {
      all.run();
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      ByteBuffer buffer = RunBuffers.span(segment, at + done * stride, stride, length, itemsize);
      move.run(buffer, RunBuffers.first(stride, length), done, length);
    }
  }

  private static void gather(
      MemorySegment from, long at, long stride, MemorySegment to, long start, int count, int size) {
    Runs.copy(from, at, stride, to, start * size, size, count, size, false);
  }

  private static void scatter(
      MemorySegment from, long start, int count, MemorySegment to, long at, long stride, int size) {
    Runs.copy(from, start * size, size, to, at, stride, count, size, false);
  }

  static void take(MemorySegment from, long at, long stride, byte[] to, int start, int count) {
    each(
        from.asReadOnly(),
        at,
        stride,
        count,
        Byte.BYTES,
        (items, first, done, n) -> take(items, first, (int) stride, to, start + done, n),
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Byte.BYTES));
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
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Short.BYTES));
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
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Integer.BYTES));
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
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Long.BYTES));
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
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Float.BYTES));
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
        () -> gather(from, at, stride, MemorySegment.ofArray(to), start, count, Double.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Byte.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Short.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Integer.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Long.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Float.BYTES));
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
        () -> scatter(MemorySegment.ofArray(from), start, count, to, at, stride, Double.BYTES));
  }

  private static void put(double[] from, int start, int count, ByteBuffer to, int first, int step) {
    for (int i = 0; i < count; i++) {
      to.putDouble(first + i * step, from[start + i]);
    }
  }
}
