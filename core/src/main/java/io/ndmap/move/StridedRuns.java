package io.ndmap.move;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies strided runs of items between memories that belong to no arena, byte-swapped where asked.
///
/// Offsets are added up and not multiplied out, which takes a third off the time of a strided loop.
/// Items of other sizes than the carriers' move in two or four words, which overlap where the size
/// asks for it: to write some bytes twice is cheaper than a loop over the bytes of each item.
final class StridedRuns {

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;
  private static final long EVEN_SHORTS = 0x0000_FFFF_0000_FFFFL;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private StridedRuns() {}

  /// Copies a run of items of any size.
  static void copy(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    if (into == size && size <= Long.BYTES && Integer.bitCount(size) == 1) {
      gather(s, from, step, t, to, n, size);
      return;
    }
    switch (size) {
      case 1 -> bytes(s, from, step, t, to, into, n);
      case 2 -> shorts(s, from, step, t, to, into, n);
      case 3 -> shortPairs(s, from, step, t, to, into, n, 1);
      case 4 -> ints(s, from, step, t, to, into, n);
      case 5, 6, 7 -> intPairs(s, from, step, t, to, into, n, size - Integer.BYTES);
      case 8 -> longs(s, from, step, t, to, into, n);
      default -> {
        if (size <= 2 * Long.BYTES) {
          longPairs(s, from, step, t, to, into, n, size - Long.BYTES);
        } else if (size <= 4 * Long.BYTES) {
          fourLongs(s, from, step, t, to, into, n, size - Long.BYTES);
        } else {
          blocks(s, from, step, t, to, into, n, size);
        }
      }
    }
  }

  /// Copies a run of items of 2, 4, 8 or 16 bytes, each byte-swapped; they may stay where they are.
  static void swap(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    int done = 0;
    if (step == size && into == size && size <= Long.BYTES) {
      int words = n / (Long.BYTES / size);
      swapWords(s, from, t, to, words, size);
      done = words * (Long.BYTES / size);
    }
    long f = from + done * step;
    long g = to + done * into;
    switch (size) {
      case 2 -> swapShorts(s, f, step, t, g, into, n - done);
      case 4 -> swapInts(s, f, step, t, g, into, n - done);
      case 8 -> swapLongs(s, f, step, t, g, into, n - done);
      default -> swapPairs(s, f, step, t, g, into, n - done);
    }
  }

  // ---- gathered: of constant offsets in the target HotSpot checks none

  private static void gather(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n, int size) {
    if (step == 2L * size && size <= Short.BYTES) {
      // The last word of the source may reach beyond its last item.
      int words = (n - 1) * size / Long.BYTES;
      everySecond(s, from, t, to, words, size == Byte.BYTES ? EVEN_BYTES : EVEN_SHORTS);
      int done = words * Long.BYTES / size;
      gatherEach(s, from + done * step, step, t, to + (long) done * size, n - done, size);
    } else {
      gatherEach(s, from, step, t, to, n, size);
    }
  }

  private static void everySecond(
      MemorySegment s, long from, MemorySegment t, long to, int words, long wanted) {
    for (int i = 0; i < words; i++) {
      long low = Long.compress(s.get(LONG, from + ((long) i << 4)), wanted);
      long high = Long.compress(s.get(LONG, from + ((long) i << 4) + 8), wanted);
      t.set(LONG, to + ((long) i << 3), low | high << Integer.SIZE);
    }
  }

  private static void gatherEach(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n, int size) {
    switch (size) {
      case 1 -> gatherBytes(s, from, step, t, to, n);
      case 2 -> gatherShorts(s, from, step, t, to, n);
      case 4 -> gatherInts(s, from, step, t, to, n);
      default -> gatherLongs(s, from, step, t, to, n);
    }
  }

  private static void gatherBytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    long f = from;
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, s.get(BYTE, f));
      f += step;
    }
  }

  private static void gatherShorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    long f = from;
    for (int i = 0; i < n; i++) {
      t.set(SHORT, to + ((long) i << 1), s.get(SHORT, f));
      f += step;
    }
  }

  private static void gatherInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    long f = from;
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(INT, f));
      f += step;
    }
  }

  private static void gatherLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    long f = from;
    for (int i = 0; i < n; i++) {
      t.set(LONG, to + ((long) i << 3), s.get(LONG, f));
      f += step;
    }
  }

  // ---- as they are

  private static void bytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(BYTE, g, s.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void shorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(SHORT, g, s.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void ints(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(INT, g, s.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void longs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(LONG, g, s.get(LONG, f));
      f += step;
      g += into;
    }
  }

  private static void shortPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      short head = s.get(SHORT, f);
      short tail = s.get(SHORT, f + last);
      t.set(SHORT, g, head);
      t.set(SHORT, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void intPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      int head = s.get(INT, f);
      int tail = s.get(INT, f + last);
      t.set(INT, g, head);
      t.set(INT, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void longPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      long head = s.get(LONG, f);
      long tail = s.get(LONG, f + last);
      t.set(LONG, g, head);
      t.set(LONG, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void fourLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      long first = s.get(LONG, f);
      long second = s.get(LONG, f + 8);
      long third = s.get(LONG, f + last - 8);
      long fourth = s.get(LONG, f + last);
      t.set(LONG, g, first);
      t.set(LONG, g + 8, second);
      t.set(LONG, g + last - 8, third);
      t.set(LONG, g + last, fourth);
      f += step;
      g += into;
    }
  }

  /// One by one, by the JDK: for memory of any owner too.
  static void blocks(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    for (int i = 0; i < n; i++) {
      MemorySegment.copy(s, from + i * step, t, to + i * into, size);
    }
  }

  // ---- byte-swapped

  /// Eight contiguous bytes at a time.
  private static void swapWords(
      MemorySegment s, long from, MemorySegment t, long to, int words, int size) {
    switch (size) {
      case 2 -> {
        for (int i = 0; i < words; i++) {
          long word = s.get(LONG, from + ((long) i << 3));
          t.set(LONG, to + ((long) i << 3), (word >>> 8 & EVEN_BYTES) | (word & EVEN_BYTES) << 8);
        }
      }
      case 4 -> {
        for (int i = 0; i < words; i++) {
          long word = Long.reverseBytes(s.get(LONG, from + ((long) i << 3)));
          t.set(LONG, to + ((long) i << 3), Long.rotateLeft(word, Integer.SIZE));
        }
      }
      default -> {
        for (int i = 0; i < words; i++) {
          long word = s.get(LONG, from + ((long) i << 3));
          t.set(LONG, to + ((long) i << 3), Long.reverseBytes(word));
        }
      }
    }
  }

  private static void swapShorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(SHORT, g, Short.reverseBytes(s.get(SHORT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(INT, g, Integer.reverseBytes(s.get(INT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(LONG, g, Long.reverseBytes(s.get(LONG, f)));
      f += step;
      g += into;
    }
  }

  private static void swapPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      long head = s.get(LONG, f);
      long tail = s.get(LONG, f + 8);
      t.set(LONG, g, Long.reverseBytes(tail));
      t.set(LONG, g + 8, Long.reverseBytes(head));
      f += step;
      g += into;
    }
  }
}
