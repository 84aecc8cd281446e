package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Copies strided runs of elements between unscoped memories (see [Unscoped]), optionally
/// byte-swapped.
///
/// Offsets are incremented rather than multiplied, which saves a third of the time of a strided
/// loop. Elements of up to 32 bytes with sizes other than 1, 2, 4 and 8 are copied as two or four
/// words, which may overlap: writing some bytes twice is cheaper than a loop over the bytes of each
/// element.
final class UnscopedCopy {

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;

  private static final @Nullable MemorySegment ALL = Unscoped.ALL;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private UnscopedCopy() {}

  /// Copies a run of elements of any size.
  static void copy(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    int done = 0;
    if (step == 2L * size && into == size && size <= Short.BYTES) {
      // The last word to be read might reach beyond the last element, so the last elements are
      // copied separately.
      int words = (n - 1) * size / Long.BYTES;
      everySecond(s, from, t, to, words, size);
      done = words * Long.BYTES / size;
    }
    long f = from + done * step;
    long g = to + done * into;
    int left = n - done;
    if (into == size && size <= Long.BYTES && Integer.bitCount(size) == 1) {
      gather(s, f, step, t, g, left, size);
      return;
    }
    run(
        s,
        first(s, f, step, left, size),
        step,
        t,
        firstTarget(t, g, into, left, size),
        into,
        left,
        size);
  }

  /// Copies elements of any size between layouts of one shape, with at least one axis and one
  /// element.
  static void copy(MemorySegment s, Strided from, MemorySegment t, Strided to, int size) {
    long start = from.firstByte();
    long into = to.firstByte();
    long f = Unscoped.offset(s, start, from.endByte(size) - start);
    long g = Unscoped.targetOffset(t, into, to.endByte(size) - into);
    rows(s, f + from.offset() - start, from, t, g + to.offset() - into, to, 0, size);
  }

  /// Copies a run of elements of 2, 4, 8 or 16 bytes, each byte-swapped. The target may be the
  /// source.
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
    int left = n - done;
    long first = first(s, f, step, left, size);
    long target = firstTarget(t, g, into, left, size);
    switch (size) {
      case 2 -> swapShorts(s, first, step, t, target, into, left);
      case 4 -> swapInts(s, first, step, t, target, into, left);
      case 8 -> swapLongs(s, first, step, t, target, into, left);
      default -> swapPairs(s, first, step, t, target, into, left);
    }
  }

  /// Returns the offset of the first element in [Unscoped#ALL], after checking the bounds of all
  /// elements. Loops then access that segment: HotSpot would otherwise check each offset, which
  /// costs more than the load and store.
  ///
  /// @throws IndexOutOfBoundsException if the elements are not all within the memory
  static long first(MemorySegment s, long from, long step, int n, int size) {
    return Unscoped.offset(s, from + lowest(step, n), reach(step, n, size)) - lowest(step, n);
  }

  static long firstTarget(MemorySegment t, long to, long into, int n, int size) {
    return Unscoped.targetOffset(t, to + lowest(into, n), reach(into, n, size)) - lowest(into, n);
  }

  /// Returns the offset of the lowest element relative to the first element. If the stride is
  /// negative, the lowest element is the last one.
  static long lowest(long step, int n) {
    return n == 0 ? 0 : Math.min(0, step * (n - 1));
  }

  /// Returns the bytes from the start of the lowest element to the end of the highest.
  static long reach(long step, int n, int size) {
    return n == 0 ? 0 : Math.abs(step) * (n - 1) + size;
  }

  /// Copies every second element of 1 or 2 bytes; writes eight bytes of the target at a time.
  private static void everySecond(
      MemorySegment s, long from, MemorySegment t, long to, int words, int size) {
    MemorySegment items = Unscoped.slice(s, from, (long) words << 4);
    MemorySegment results = Unscoped.target(t, to, (long) words << 3);
    if (size == Byte.BYTES) {
      for (int i = 0; i < words; i++) {
        long low = EverySecond.bytesOf(items.get(LONG, (long) i << 4));
        long high = EverySecond.bytesOf(items.get(LONG, ((long) i << 4) + 8));
        results.set(LONG, (long) i << 3, low | high << Integer.SIZE);
      }
    } else {
      for (int i = 0; i < words; i++) {
        long low = EverySecond.shortsOf(items.get(LONG, (long) i << 4));
        long high = EverySecond.shortsOf(items.get(LONG, ((long) i << 4) + 8));
        results.set(LONG, (long) i << 3, low | high << Integer.SIZE);
      }
    }
  }

  // ---- gathering: HotSpot hoists the bounds checks of the contiguous target

  private static void gather(
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
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = Unscoped.target(t, to, n);
    long f = first(s, from, step, n, Byte.BYTES);
    for (int i = 0; i < n; i++) {
      results.set(BYTE, i, items.get(BYTE, f));
      f += step;
    }
  }

  private static void gatherShorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = Unscoped.target(t, to, (long) n << 1);
    long f = first(s, from, step, n, Short.BYTES);
    for (int i = 0; i < n; i++) {
      results.set(SHORT, (long) i << 1, items.get(SHORT, f));
      f += step;
    }
  }

  private static void gatherInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = Unscoped.target(t, to, (long) n << 2);
    long f = first(s, from, step, n, Integer.BYTES);
    for (int i = 0; i < n; i++) {
      results.set(INT, (long) i << 2, items.get(INT, f));
      f += step;
    }
  }

  private static void gatherLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = Unscoped.target(t, to, (long) n << 3);
    long f = first(s, from, step, n, Long.BYTES);
    for (int i = 0; i < n; i++) {
      results.set(LONG, (long) i << 3, items.get(LONG, f));
      f += step;
    }
  }

  // ---- copying; offsets are as returned by first() and firstTarget()

  /// Copies rows of elements along the last axis.
  private static void rows(
      MemorySegment s,
      long from,
      Strided read,
      MemorySegment t,
      long to,
      Strided written,
      int axis,
      int size) {
    int n = (int) read.shape().size(axis);
    long step = read.stride(axis);
    long into = written.stride(axis);
    if (axis == read.rank() - 1) {
      if (step == size && into == size) {
        MemorySegment.copy(ALL == null ? s : ALL, from, ALL == null ? t : ALL, to, (long) n * size);
      } else {
        run(s, from, step, t, to, into, n, size);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      rows(s, from + i * step, read, t, to + i * into, written, axis + 1, size);
    }
  }

  private static void run(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
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
          blocks(ALL == null ? s : ALL, from, step, ALL == null ? t : ALL, to, into, n, size);
        }
      }
    }
  }

  private static void bytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, items.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void shorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, items.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void ints(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, items.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void longs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += step;
      g += into;
    }
  }

  private static void shortPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int last) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
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
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
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
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
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
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
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

  /// Copies elements one by one with the JDK's copy; also for heap or arena-scoped memory.
  static void blocks(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    for (int i = 0; i < n; i++) {
      MemorySegment.copy(s, from + i * step, t, to + i * into, size);
    }
  }

  // ---- byte-swapping

  /// Swaps eight contiguous bytes at a time.
  private static void swapWords(
      MemorySegment s, long from, MemorySegment t, long to, int words, int size) {
    MemorySegment items = Unscoped.slice(s, from, (long) words << 3);
    MemorySegment results = Unscoped.target(t, to, (long) words << 3);
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
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, Short.reverseBytes(items.get(SHORT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapInts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, Integer.reverseBytes(items.get(INT, f)));
      f += step;
      g += into;
    }
  }

  private static void swapLongs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, Long.reverseBytes(items.get(LONG, f)));
      f += step;
      g += into;
    }
  }

  private static void swapPairs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    MemorySegment results = ALL == null ? t : ALL;
    long f = from;
    long g = to;
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
