package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.Unscoped;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Minimum or maximum of contiguous little-endian elements, as keys of [SortableBits]. If elements
/// may be NaN, both are computed, because NaN of one sign is below all numbers, and NaN of the
/// other sign is above.
///
/// HotSpot vectorizes the loops, because `max` of integers is associative, but only if the operands
/// of `max` are computed, not just loaded. Small elements are loaded several at a time as an `int`,
/// and each element is shifted to the top bits of the `int`. Most loops read two interleaved
/// streams, because the processor then prefetches more. The streams overlap if the number of words
/// is odd; reading an element twice does not change the result.
public final class MinMax {

  /// Selects the minimum, the maximum or both.
  public enum Requested {
    MIN,
    MAX,
    BOTH
  }

  /// For fewer bytes than this, the rows and the copies cost more than vectors save.
  private static final int LEAST = 1 << 12;

  /// Offsets in the scratch memory: of rows of minima and maxima, and of staged elements.
  private static final long MINIMA = Scratch.at(0);

  private static final long MAXIMA = Scratch.at(1);
  private static final long STAGED = Scratch.at(2);

  private final SortableBits keys;
  private final Requested requested;
  private final int itemsize;
  // Xor mask from unsigned to signed order, for elements of less than eight bytes.
  private final int flip;
  // Clears the sign-extension bits.
  private final long mask;
  private final boolean isBool;
  // The compute type of the loops that reduce elements to rows; null if there are none.
  private final @Nullable ScalarKind rowType;
  private long low;
  private long high;

  /// @param kind the scalar type, of at most eight bytes
  /// @param keys the keys of the elements
  /// @param requested whether the minimum, the maximum or both are requested
  public MinMax(ScalarKind kind, SortableBits keys, Requested requested) {
    this.keys = keys;
    this.requested = requested;
    this.itemsize = kind.itemsize();
    this.isBool = kind == ScalarKind.BOOL;
    boolean unsigned = itemsize < Long.BYTES && (kind.isUnsigned() || isBool);
    this.flip =
        !unsigned
            ? 0
            : switch (itemsize) {
              case 1 -> 0x8080_8080;
              case 2 -> 0x8000_8000;
              default -> Integer.MIN_VALUE;
            };
    this.mask = unsigned ? (1L << (Byte.SIZE * itemsize)) - 1 : -1;
    boolean hasRows =
        (keys.hasNoNaN() && (itemsize == Byte.BYTES || itemsize == Long.BYTES))
            || kind == ScalarKind.FLOAT64;
    this.rowType = !hasRows ? null : isBool ? ScalarKind.UINT8 : kind;
  }

  /// Computes the requested minimum and maximum of some elements, with vector loops once they are
  /// warm: HotSpot vectorizes the loops of this class over 64-bit elements only for AVX-512, and
  /// its loops over bytes as loops over 32-bit integers.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of elements, from 1 to 65536
  /// @param scratch four blocks of unscoped [Scratch] memory; the first three are used
  /// @param plain whether the elements are in memory that can fault
  public void of(MemorySegment memory, long at, int count, MemorySegment scratch, boolean plain) {
    // Copies of bytes take longer than vectors save.
    boolean isFew = count * itemsize < LEAST || (plain && itemsize == Byte.BYTES);
    ScalarKind type = isFew ? null : rowType;
    Loop minima = loop(type, Requested.MAX, MinMaxRow.ROW_OF_MINIMA, count, plain);
    Loop maxima = loop(type, Requested.MIN, MinMaxRow.ROW_OF_MAXIMA, count, plain);
    if (type == null
        || (minima != null && minima.isPlain())
        || (maxima != null && maxima.isPlain())) {
      of(memory, at, count);
      return;
    }
    int results = reduce(minima, maxima, memory, at, count, scratch, plain);
    if (minima != null) {
      of(scratch, MINIMA, results);
    }
    long minimum = low;
    if (maxima != null) {
      of(scratch, MAXIMA, results);
    }
    // If there is a NaN, both rows have one, which may be below or above all numbers.
    low = minima == null || keys.isNaN(low) ? low : minimum;
  }

  /// Returns the loop for a row: null if the row is not needed, plain if vectors do not pay off.
  ///
  /// @param other the request for which the row is not needed
  private @Nullable Loop loop(
      @Nullable ScalarKind type, Requested other, MinMaxRow row, int count, boolean plain) {
    return type == null || requested == other
        ? null
        : Loops.of(row, type).chosen(count, plain ? 1 : 0);
  }

  /// Reduces elements to a few elements with the same minimum, in one block of the scratch memory,
  /// and to a few elements with the same maximum, in another block.
  ///
  /// @return the number of results in a block
  private int reduce(
      @Nullable Loop minima,
      @Nullable Loop maxima,
      MemorySegment memory,
      long at,
      int count,
      MemorySegment scratch,
      boolean plain) {
    int length = MinMaxRow.BYTES / itemsize;
    int rest = count % length;
    int rows = count - rest;
    int most = plain ? Scratch.BLOCK / itemsize : rows;
    int results = 0;
    for (int done = 0; done < rows; done += most) {
      int some = Math.min(most, rows - done);
      long from = at + (long) done * itemsize;
      Span items = new Span(memory, from, ArrayBuffers.NONE);
      if (plain) {
        MemorySegment.copy(memory, from, scratch, STAGED, (long) some * itemsize);
        items = new Span(scratch, STAGED, ArrayBuffers.NONE);
      }
      long into = (long) results * itemsize;
      if (minima != null) {
        run(minima, items, scratch, MINIMA + into, some);
      }
      if (maxima != null) {
        run(maxima, items, scratch, MAXIMA + into, some);
      }
      results += length;
    }
    long from = at + (long) rows * itemsize;
    long into = (long) results * itemsize;
    long bytes = (long) rest * itemsize;
    MemorySegment.copy(memory, from, scratch, MINIMA + into, bytes);
    MemorySegment.copy(scratch, MINIMA + into, scratch, MAXIMA + into, bytes);
    return results + rest;
  }

  private static void run(Loop loop, Span items, MemorySegment scratch, long into, int count) {
    loop.run(new Span[] {items}, new Span(scratch, into, ArrayBuffers.NONE), count);
  }

  /// Computes the requested minimum and maximum of some elements.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of elements, at least 1
  public void of(MemorySegment memory, long at, int count) {
    long bytes = (long) count * itemsize;
    if (bytes < Integer.BYTES) {
      few(memory, at, count);
      return;
    }
    int word = Math.max(itemsize, Integer.BYTES);
    int words = (int) Math.ceilDiv(bytes, 2 * word);
    long second = at + bytes - (long) words * word;
    if (keys.hasNoNaN()) {
      if (requested != Requested.MAX) {
        low = ~largest(memory, at, second, words, -1);
      }
      if (requested != Requested.MIN) {
        high = largest(memory, at, second, words, 0);
      }
    } else {
      switch (itemsize) {
        case 1 -> few(memory, at, count);
        case 2 -> shorts(memory, at, second, words);
        case 4 -> ints(memory, at, count);
        default -> longs(memory, at, second, words);
      }
    }
  }

  /// Computes both the minimum and the maximum, element by element.
  private void few(MemorySegment memory, long at, int count) {
    low = Long.MAX_VALUE;
    high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long key = key(memory, at + (long) i * itemsize);
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
  }

  /// Returns the minimum that the last call has computed, if it was requested. If an element is
  /// NaN, this key or [#high] is the key of a NaN, whatever was requested.
  ///
  /// @return the key of the minimum; below the keys of all numbers if it is NaN
  public long low() {
    return low;
  }

  /// Returns the maximum that the last call has computed, if it was requested. If an element is
  /// NaN, this key or [#low] is the key of a NaN, whatever was requested.
  ///
  /// @return the key of the maximum; above the keys of all numbers if it is NaN
  public long high() {
    return high;
  }

  // ---- integers

  /// Returns the key of the largest integer, or the key of the smallest integer with all bits
  /// flipped.
  ///
  /// @param orderMask xor mask: 0 for the largest integer, -1 for the smallest
  private long largest(MemorySegment memory, long at, long second, int words, int orderMask) {
    return itemsize == Long.BYTES
        ? largestLong(memory, at, second, words, keys.signMask() ^ orderMask)
        : orderMask ^ key(largestTop(memory, at, second, words, flip ^ orderMask) ^ orderMask);
  }

  private int largestTop(MemorySegment memory, long at, long second, int words, int xor) {
    return switch (itemsize) {
      case 1 ->
          Math.max(largestByte(memory, at, words, xor), largestByte(memory, second, words, xor));
      case 2 -> largestShort(memory, at, second, words, xor);
      default -> largestInt(memory, at, second, words, xor);
    };
  }

  private static long largestLong(MemorySegment memory, long at, long second, int words, long xor) {
    MemorySegment one = Unscoped.slice(memory, at, (long) words << 3);
    MemorySegment two = Unscoped.slice(memory, second, (long) words << 3);
    long most = Long.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 3;
      most = Math.max(most, Math.max(one.get(LONG, o) ^ xor, two.get(LONG, o) ^ xor));
    }
    return most;
  }

  private static int largestInt(MemorySegment memory, long at, long second, int words, int xor) {
    MemorySegment one = Unscoped.slice(memory, at, (long) words << 2);
    MemorySegment two = Unscoped.slice(memory, second, (long) words << 2);
    int most = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      most = Math.max(most, Math.max(one.get(INT, o) ^ xor, two.get(INT, o) ^ xor));
    }
    return most;
  }

  private static int largestShort(MemorySegment memory, long at, long second, int words, int xor) {
    MemorySegment one = Unscoped.slice(memory, at, (long) words << 2);
    MemorySegment two = Unscoped.slice(memory, second, (long) words << 2);
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      int x = one.get(INT, o) ^ xor;
      int y = two.get(INT, o) ^ xor;
      a = Math.max(a, Math.max(x, y));
      b = Math.max(b, Math.max(x << 16, y << 16));
    }
    return Math.max(a, b);
  }

  /// Reads a single stream, because not every JVM vectorizes a loop with a longer body.
  private static int largestByte(MemorySegment memory, long at, int words, int xor) {
    MemorySegment part = Unscoped.slice(memory, at, (long) words << 2);
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    int c = Integer.MIN_VALUE;
    int d = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      int items = part.get(INT, (long) i << 2) ^ xor;
      a = Math.max(a, items);
      b = Math.max(b, items << 8);
      c = Math.max(c, items << 16);
      d = Math.max(d, items << 24);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  // ---- floating-point numbers and times

  private void longs(MemorySegment memory, long at, long second, int words) {
    long negativeMask = keys.negativeMask();
    MemorySegment one = Unscoped.slice(memory, at, (long) words << 3);
    MemorySegment two = Unscoped.slice(memory, second, (long) words << 3);
    long most = Long.MIN_VALUE;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 3;
      long x = one.get(LONG, o);
      long y = two.get(LONG, o);
      x ^= x >> 63 & negativeMask;
      y ^= y >> 63 & negativeMask;
      most = Math.max(most, Math.max(x, y));
      least = Math.min(least, Math.min(x, y));
    }
    low = least;
    high = most;
  }

  private void ints(MemorySegment memory, long at, int count) {
    int negativeMask = (int) keys.negativeMask();
    MemorySegment part = Unscoped.slice(memory, at, (long) count << 2);
    int most = Integer.MIN_VALUE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      int item = part.get(INT, (long) i << 2);
      item ^= item >> 31 & negativeMask;
      most = Math.max(most, item);
      least = Math.min(least, item);
    }
    set(least, most);
  }

  private void shorts(MemorySegment memory, long at, long second, int words) {
    int negativeMask = (int) keys.negativeMask() << 16;
    MemorySegment one = Unscoped.slice(memory, at, (long) words << 2);
    MemorySegment two = Unscoped.slice(memory, second, (long) words << 2);
    int most = Integer.MIN_VALUE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      int x = one.get(INT, o);
      int y = two.get(INT, o);
      int z = x << 16;
      int w = y << 16;
      x ^= x >> 31 & negativeMask;
      y ^= y >> 31 & negativeMask;
      z ^= z >> 31 & negativeMask;
      w ^= w >> 31 & negativeMask;
      most = Math.max(most, Math.max(Math.max(x, y), Math.max(z, w)));
      least = Math.min(least, Math.min(Math.min(x, y), Math.min(z, w)));
    }
    set(least, most);
  }

  private void set(int least, int most) {
    low = key(least);
    high = key(most);
  }

  /// Returns the key of an element that is in the top bits of an int.
  private long key(int top) {
    return number(((top >> (Integer.SIZE - Byte.SIZE * itemsize)) ^ flip) & mask);
  }

  /// Returns 1 for a nonzero boolean; other elements unchanged.
  private long number(long item) {
    return isBool ? Math.min(item, 1) : item;
  }

  /// Returns the key of one element.
  ///
  /// @param at byte offset of the element
  public long key(MemorySegment memory, long at) {
    return switch (itemsize) {
      case 1 -> keys.key(number(memory.get(ValueLayout.JAVA_BYTE, at) & mask));
      case 2 -> keys.key(memory.get(SHORT, at) & mask);
      case 4 -> keys.key(memory.get(INT, at) & mask);
      default -> keys.key(memory.get(LONG, at));
    };
  }
}
