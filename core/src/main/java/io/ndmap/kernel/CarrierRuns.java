package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/// Copies runs of items of 1, 2, 4 or 8 bytes between native segments: gathers strided items, and
/// scatters contiguous ones, with constant strides on the contiguous side, for HotSpot.
final class CarrierRuns {

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;
  private static final long EVEN_SHORTS = 0x0000_FFFF_0000_FFFFL;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Items from which on picking words apart is worth its two buffers, which take some 50 ns to
  /// make.
  private static final int MANY = 256;

  private CarrierRuns() {}

  static void gather(
      MemorySegment source,
      long from,
      long stride,
      MemorySegment target,
      long to,
      int count,
      int itemsize) {
    if (itemsize <= Short.BYTES && stride == 2L * itemsize && count >= MANY) {
      everySecond(source, from, target, to, count, itemsize);
      return;
    }
    switch (itemsize) {
      case 1 -> gatherBytes(source, from, stride, target, to, count);
      case 2 -> gatherShorts(source, from, stride, target, to, count);
      case 4 -> gatherInts(source, from, stride, target, to, count);
      default -> gatherLongs(source, from, stride, target, to, count);
    }
  }

  static void scatter(
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long stride,
      int count,
      int itemsize) {
    switch (itemsize) {
      case 1 -> scatterBytes(source, from, target, to, stride, count);
      case 2 -> scatterShorts(source, from, target, to, stride, count);
      case 4 -> scatterInts(source, from, target, to, stride, count);
      default -> scatterLongs(source, from, target, to, stride, count);
    }
  }

  static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    switch (itemsize) {
      case 1 -> bytes(source, from, fromStride, target, to, toStride, count);
      case 2 -> shorts(source, from, fromStride, target, to, toStride, count);
      case 4 -> ints(source, from, fromStride, target, to, toStride, count);
      default -> longs(source, from, fromStride, target, to, toStride, count);
    }
  }

  /// Picks every second one of small items out of whole words.
  private static void everySecond(
      MemorySegment source, long from, MemorySegment target, long to, int count, int itemsize) {
    // The last word of the source may reach beyond its last item.
    int words = (count - 1) * itemsize / Long.BYTES;
    compress(
        RunBuffers.longs(source, from, 2 * words),
        RunBuffers.span(target, to, Long.BYTES, words, Long.BYTES),
        words,
        itemsize == 1 ? EVEN_BYTES : EVEN_SHORTS);
    int done = words * Long.BYTES / itemsize;
    long f = from + 2L * done * itemsize;
    long t = to + (long) done * itemsize;
    if (itemsize == 1) {
      gatherBytes(source, f, 2, target, t, count - done);
    } else {
      gatherShorts(source, f, 4, target, t, count - done);
    }
  }

  private static void compress(LongBuffer source, ByteBuffer target, int words, long wanted) {
    for (int i = 0; i < words; i++) {
      long low = Long.compress(source.get(2 * i), wanted);
      long high = Long.compress(source.get(2 * i + 1), wanted);
      target.putLong(i * Long.BYTES, low | high << Integer.SIZE);
    }
  }

  private static void gatherBytes(
      MemorySegment source, long from, long stride, MemorySegment target, long to, int count) {
    long f = from;
    for (int i = 0; i < count; i++) {
      target.set(BYTE, to + i, source.get(BYTE, f));
      f += stride;
    }
  }

  private static void scatterBytes(
      MemorySegment source, long from, MemorySegment target, long to, long stride, int count) {
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(BYTE, t, source.get(BYTE, from + i));
      t += stride;
    }
  }

  private static void bytes(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(BYTE, t, source.get(BYTE, f));
      f += fromStride;
      t += toStride;
    }
  }

  private static void gatherShorts(
      MemorySegment source, long from, long stride, MemorySegment target, long to, int count) {
    long f = from;
    for (int i = 0; i < count; i++) {
      target.set(SHORT, to + i * 2L, source.get(SHORT, f));
      f += stride;
    }
  }

  private static void scatterShorts(
      MemorySegment source, long from, MemorySegment target, long to, long stride, int count) {
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(SHORT, t, source.get(SHORT, from + i * 2L));
      t += stride;
    }
  }

  private static void shorts(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(SHORT, t, source.get(SHORT, f));
      f += fromStride;
      t += toStride;
    }
  }

  private static void gatherInts(
      MemorySegment source, long from, long stride, MemorySegment target, long to, int count) {
    long f = from;
    for (int i = 0; i < count; i++) {
      target.set(INT, to + i * 4L, source.get(INT, f));
      f += stride;
    }
  }

  private static void scatterInts(
      MemorySegment source, long from, MemorySegment target, long to, long stride, int count) {
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(INT, t, source.get(INT, from + i * 4L));
      t += stride;
    }
  }

  private static void ints(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(INT, t, source.get(INT, f));
      f += fromStride;
      t += toStride;
    }
  }

  private static void gatherLongs(
      MemorySegment source, long from, long stride, MemorySegment target, long to, int count) {
    long f = from;
    for (int i = 0; i < count; i++) {
      target.set(LONG, to + i * 8L, source.get(LONG, f));
      f += stride;
    }
  }

  private static void scatterLongs(
      MemorySegment source, long from, MemorySegment target, long to, long stride, int count) {
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(LONG, t, source.get(LONG, from + i * 8L));
      t += stride;
    }
  }

  private static void longs(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      target.set(LONG, t, source.get(LONG, f));
      f += fromStride;
      t += toStride;
    }
  }
}
