package io.ndmap.move;

import io.ndmap.memory.Unowned;
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

  /// What a loop over items sees, see [Unowned].
  private static MemorySegment part(MemorySegment s, long from, long step, int n, int size) {
    return Unowned.part(s, from - first(step, n), reach(step, n, size));
  }

  private static MemorySegment target(MemorySegment t, long to, long into, int n, int size) {
    return Unowned.target(t, to - first(into, n), reach(into, n, size));
  }

  /// Where the first item is in what holds them all: at its end if they come in descending order.
  private static long first(long step, int n) {
    return n == 0 ? 0 : Math.max(0, -step * (n - 1));
  }

  private static long reach(long step, int n, int size) {
    return n == 0 ? 0 : Math.abs(step) * (n - 1) + size;
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
    MemorySegment items = Unowned.part(s, from, (long) words << 4);
    MemorySegment results = Unowned.target(t, to, (long) words << 3);
    for (int i = 0; i < words; i++) {
      long low = Long.compress(items.get(LONG, (long) i << 4), wanted);
      long high = Long.compress(items.get(LONG, ((long) i << 4) + 8), wanted);
      results.set(LONG, (long) i << 3, low | high << Integer.SIZE);
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
    MemorySegment items = part(s, from, step, n, Byte.BYTES);
    MemorySegment results = target(t, to, Byte.BYTES, n, Byte.BYTES);
    long f = first(step, n);
    for (int i = 0; i < n; i++) {
      results.set(BYTE, i, items.get(BYTE, f));
      f += step;
    }
  }

  private static void gatherShorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = part(s, from, step, n, Short.BYTES);
    MemorySegment results = target(t, to, Short.BYTES, n, Short.BYTES);
    long f = first(step, n);
    for (int i = 0; i < n; i++) {
      results.set(SHORT, (long) i << 1, items.get(SHORT, f));
      f += step;
    }
  }

  private static void gatherInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = part(s, from, step, n, Integer.BYTES);
    MemorySegment results = target(t, to, Integer.BYTES, n, Integer.BYTES);
    long f = first(step, n);
    for (int i = 0; i < n; i++) {
      results.set(INT, (long) i << 2, items.get(INT, f));
      f += step;
    }
  }

  private static void gatherLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = part(s, from, step, n, Long.BYTES);
    MemorySegment results = target(t, to, Long.BYTES, n, Long.BYTES);
    long f = first(step, n);
    for (int i = 0; i < n; i++) {
      results.set(LONG, (long) i << 3, items.get(LONG, f));
      f += step;
    }
  }

  // ---- as they are

  private static void bytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Byte.BYTES);
    MemorySegment results = target(t, to, into, n, Byte.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, items.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void shorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Short.BYTES);
    MemorySegment results = target(t, to, into, n, Short.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, items.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void ints(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Integer.BYTES);
    MemorySegment results = target(t, to, into, n, Integer.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(INT, g, items.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void longs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Long.BYTES);
    MemorySegment results = target(t, to, into, n, Long.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += step;
      g += into;
    }
  }

  private static void shortPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    MemorySegment items = part(s, from, step, n, Short.BYTES + last);
    MemorySegment results = target(t, to, into, n, Short.BYTES + last);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      short head = items.get(SHORT, f);
      short tail = items.get(SHORT, f + last);
      results.set(SHORT, g, head);
      results.set(SHORT, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void intPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    MemorySegment items = part(s, from, step, n, Integer.BYTES + last);
    MemorySegment results = target(t, to, into, n, Integer.BYTES + last);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      int head = items.get(INT, f);
      int tail = items.get(INT, f + last);
      results.set(INT, g, head);
      results.set(INT, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void longPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    MemorySegment items = part(s, from, step, n, Long.BYTES + last);
    MemorySegment results = target(t, to, into, n, Long.BYTES + last);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      long head = items.get(LONG, f);
      long tail = items.get(LONG, f + last);
      results.set(LONG, g, head);
      results.set(LONG, g + last, tail);
      f += step;
      g += into;
    }
  }

  private static void fourLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    MemorySegment items = part(s, from, step, n, Long.BYTES + last);
    MemorySegment results = target(t, to, into, n, Long.BYTES + last);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      long first = items.get(LONG, f);
      long second = items.get(LONG, f + 8);
      long third = items.get(LONG, f + last - 8);
      long fourth = items.get(LONG, f + last);
      results.set(LONG, g, first);
      results.set(LONG, g + 8, second);
      results.set(LONG, g + last - 8, third);
      results.set(LONG, g + last, fourth);
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
    MemorySegment items = Unowned.part(s, from, (long) words << 3);
    MemorySegment results = Unowned.target(t, to, (long) words << 3);
    switch (size) {
      case 2 -> {
        for (int i = 0; i < words; i++) {
          long word = items.get(LONG, (long) i << 3);
          results.set(LONG, (long) i << 3, (word >>> 8 & EVEN_BYTES) | (word & EVEN_BYTES) << 8);
        }
      }
      case 4 -> {
        for (int i = 0; i < words; i++) {
          long word = Long.reverseBytes(items.get(LONG, (long) i << 3));
          results.set(LONG, (long) i << 3, Long.rotateLeft(word, Integer.SIZE));
        }
      }
      default -> {
        for (int i = 0; i < words; i++) {
          long word = items.get(LONG, (long) i << 3);
          results.set(LONG, (long) i << 3, Long.reverseBytes(word));
        }
      }
    }
  }

  private static void swapShorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Short.BYTES);
    MemorySegment results = target(t, to, into, n, Short.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, Short.reverseBytes(items.get(SHORT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Integer.BYTES);
    MemorySegment results = target(t, to, into, n, Integer.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(INT, g, Integer.reverseBytes(items.get(INT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, Long.BYTES);
    MemorySegment results = target(t, to, into, n, Long.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, Long.reverseBytes(items.get(LONG, f)));
      f += step;
      g += into;
    }
  }

  private static void swapPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = part(s, from, step, n, 2 * Long.BYTES);
    MemorySegment results = target(t, to, into, n, 2 * Long.BYTES);
    long f = first(step, n);
    long g = first(into, n);
    for (int i = 0; i < n; i++) {
      long head = items.get(LONG, f);
      long tail = items.get(LONG, f + 8);
      results.set(LONG, g, Long.reverseBytes(tail));
      results.set(LONG, g + 8, Long.reverseBytes(head));
      f += step;
      g += into;
    }
  }
}
