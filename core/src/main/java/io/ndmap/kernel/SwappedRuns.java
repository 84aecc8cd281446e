package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies runs of items between native segments, byte-swapped.
///
/// Small items that lie side by side are turned in whole words: HotSpot makes vector loops of
/// `long` reads and writes, and none of `short` ones.
final class SwappedRuns {

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private SwappedRuns() {}

  /// @param unit 2, 4, 8 or 16 bytes
  static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int unit) {
    if (unit <= Long.BYTES && fromStride == unit && toStride == unit) {
      long words = (long) count * unit / Long.BYTES;
      packed(source, from, target, to, (int) words, unit);
      int done = (int) (words * Long.BYTES / unit);
      if (done < count) {
        copyEach(
            source,
            from + done * fromStride,
            fromStride,
            target,
            to + done * toStride,
            toStride,
            count - done,
            unit);
      }
    } else {
      copyEach(source, from, fromStride, target, to, toStride, count, unit);
    }
  }

  private static void packed(
      MemorySegment source, long from, MemorySegment target, long to, int words, int unit) {
    switch (unit) {
      case 2 -> {
        for (int i = 0; i < words; i++) {
          long word = source.get(LONG, from + i * 8L);
          target.set(LONG, to + i * 8L, ((word >>> 8) & EVEN_BYTES) | ((word & EVEN_BYTES) << 8));
        }
      }
      case 4 -> {
        for (int i = 0; i < words; i++) {
          long word = source.get(LONG, from + i * 8L);
          target.set(LONG, to + i * 8L, Long.rotateLeft(Long.reverseBytes(word), Integer.SIZE));
        }
      }
      default -> {
        for (int i = 0; i < words; i++) {
          target.set(LONG, to + i * 8L, Long.reverseBytes(source.get(LONG, from + i * 8L)));
        }
      }
    }
  }

  private static void copyEach(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int unit) {
    switch (unit) {
      case 2 -> shorts(source, from, fromStride, target, to, toStride, count);
      case 4 -> ints(source, from, fromStride, target, to, toStride, count);
      case 8 -> longs(source, from, fromStride, target, to, toStride, count);
      default -> pairs(source, from, fromStride, target, to, toStride, count);
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
      target.set(SHORT, t, Short.reverseBytes(source.get(SHORT, f)));
      f += fromStride;
      t += toStride;
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
      target.set(INT, t, Integer.reverseBytes(source.get(INT, f)));
      f += fromStride;
      t += toStride;
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
      target.set(LONG, t, Long.reverseBytes(source.get(LONG, f)));
      f += fromStride;
      t += toStride;
    }
  }

  private static void pairs(
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
      long head = source.get(LONG, f);
      long tail = source.get(LONG, f + 8);
      target.set(LONG, t, Long.reverseBytes(tail));
      target.set(LONG, t + 8, Long.reverseBytes(head));
      f += fromStride;
      t += toStride;
    }
  }
}
