package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// A predicate on elements of up to eight bytes, evaluated for all elements of a `long` at once.
///
/// Adding a constant carries into the highest bit of each element whose lower bits exceed a bound.
public final class SwarPredicate {

  /// True for bytes other than zero.
  public static final SwarPredicate NON_ZERO_BYTES = nonZero(Byte.BYTES, -1, 0);

  private static final long LANES_16 = 0x00ff_00ff_00ff_00ffL;
  private static final long LANES_32 = 0x0000_ffff_0000_ffffL;
  private static final long LANE_64 = 0xffff_ffffL;

  private final int itemsize;
  // The bits of an element to compare, repeated.
  private final long mask;
  // The excluded element (0, or NaT), repeated.
  private final long zero;
  // The highest bit of each element.
  private final long highest;
  // The addend that carries into the highest bit of an element, repeated.
  private final long addend;

  private SwarPredicate(int itemsize, long mask, long zero, long addend) {
    this.itemsize = itemsize;
    this.mask = repeated(mask, itemsize);
    this.zero = repeated(zero, itemsize);
    this.highest = repeated(1L << (Byte.SIZE * itemsize - 1), itemsize);
    this.addend = repeated(addend, itemsize);
  }

  /// Returns the predicate that is true for elements other than an excluded one.
  ///
  /// @param itemsize 1, 2, 4 or 8
  /// @param mask the bits of an element to compare, in the byte order of the elements
  /// @param zero the excluded element: 0, or `NaT` for times, in the byte order of the elements
  public static SwarPredicate nonZero(int itemsize, long mask, long zero) {
    return new SwarPredicate(itemsize, mask, zero, magnitude(itemsize));
  }

  /// Returns the predicate that is true for little-endian floating-point numbers that are NaN.
  ///
  /// @param itemsize 1, 2, 4 or 8
  /// @param infinity the bits of infinity, or of the greatest number if the type has no infinity
  public static SwarPredicate isNaN(int itemsize, long infinity) {
    long magnitude = magnitude(itemsize);
    return new SwarPredicate(itemsize, magnitude, 0, magnitude - infinity);
  }

  /// Returns a mask of all bits of an element but the highest.
  private static long magnitude(int itemsize) {
    return Long.MAX_VALUE >>> (Long.SIZE - Byte.SIZE * itemsize);
  }

  /// Returns a `long` that repeats one element.
  static long repeated(long item, int itemsize) {
    long all = -1L >>> (Long.SIZE - Byte.SIZE * itemsize);
    return Long.divideUnsigned(-1, all) * (item & all);
  }

  int itemsize() {
    return itemsize;
  }

  /// Counts the elements that satisfy the predicate.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of contiguous elements, at most 65536; the caller pads them with zeros
  ///   to a multiple of eight elements
  /// @return the count, including padding in the last eight bytes that satisfies the predicate
  public long count(MemorySegment memory, long at, int count) {
    int longs = Math.ceilDiv(count * itemsize, Long.BYTES);
    if (itemsize == Byte.BYTES) {
      return total(bytes(memory, at, longs), Short.BYTES);
    }
    boolean isSigned = zero != 0 || (mask & highest) != 0;
    return total(isSigned ? all(memory, at, longs) : carries(memory, at, longs), itemsize);
  }

  private long bytes(MemorySegment memory, long at, int longs) {
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    long none = zero;
    long counted = mask;
    long top = highest;
    long add = addend;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = (part.get(LONG, (long) i << 3) ^ none) & counted;
      long set = ((((items & ~top) + add) | items) & top) >>> 7;
      sums += (set & LANES_16) + ((set >>> 8) & LANES_16);
    }
    return sums;
  }

  private long all(MemorySegment memory, long at, int longs) {
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    long none = zero;
    long counted = mask;
    long top = highest;
    long add = addend;
    int shift = Byte.SIZE * itemsize - 1;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      long items = (part.get(LONG, (long) i << 3) ^ none) & counted;
      sums += ((((items & ~top) + add) | items) & top) >>> shift;
    }
    return sums;
  }

  /// Like [#all], if the mask lacks the highest bit, and the excluded element is 0.
  private long carries(MemorySegment memory, long at, int longs) {
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    long counted = mask;
    long top = highest;
    long add = addend;
    int shift = Byte.SIZE * itemsize - 1;
    long sums = 0;
    for (int i = 0; i < longs; i++) {
      sums += (((part.get(LONG, (long) i << 3) & counted) + add) & top) >>> shift;
    }
    return sums;
  }

  /// Returns the position of an element for which the predicate has a given value.
  ///
  /// @param value the value of the predicate
  /// @param at byte offset of the first element
  /// @param count the number of contiguous elements, at least 1, padded as for [#count]
  /// @param last whether the last such element is searched, not the first
  /// @return the position, counted from `at`; an arbitrary position if there is no such element
  public int indexOf(boolean value, MemorySegment memory, long at, int count, boolean last) {
    int longs = Math.ceilDiv(count * itemsize, Long.BYTES);
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    long opposite = value ? 0 : highest;
    return last ? lastOf(part, longs, count, opposite) : firstOf(part, longs, count, opposite);
  }

  /// @param opposite xor mask: 0 to find an element that satisfies the predicate, [#highest] to
  ///   find one that does not
  private int firstOf(MemorySegment part, int longs, int count, long opposite) {
    long found = 0;
    int i = 0;
    for (; i < longs && found == 0; i++) {
      found = flags(part.get(LONG, (long) i << 3)) ^ opposite;
    }
    int bits = (i - 1) * Long.SIZE + Long.numberOfTrailingZeros(found);
    return Math.min(count - 1, bits / (Byte.SIZE * itemsize));
  }

  private int lastOf(MemorySegment part, int longs, int count, long opposite) {
    int unused = longs * Long.SIZE - count * itemsize * Byte.SIZE;
    long within = -1L >>> unused;
    long found = 0;
    int i = longs;
    while (i > 0 && found == 0) {
      i--;
      found = (flags(part.get(LONG, (long) i << 3)) ^ opposite) & within;
      within = -1;
    }
    int bits = i * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(found);
    return Math.max(0, bits) / (Byte.SIZE * itemsize);
  }

  /// Returns the highest bit of each element that satisfies the predicate.
  private long flags(long all) {
    long items = (all ^ zero) & mask;
    return (((items & ~highest) + addend) | items) & highest;
  }

  /// Returns the sum of the lanes of a `long`.
  ///
  /// @param itemsize bytes of a lane
  private static long total(long sums, int itemsize) {
    long ints = itemsize == 2 ? (sums & LANES_32) + ((sums >>> 16) & LANES_32) : sums;
    return itemsize <= 4 ? (ints & LANE_64) + (ints >>> 32) : ints;
  }

  /// Adds 1 to the counter of each element that satisfies the predicate.
  ///
  /// @param at byte offset of the first element
  /// @param sums the counters, as wide as the elements
  /// @param from index of the first `long` of the counters
  /// @param longs the number of longs
  void addTo(long[] sums, int from, MemorySegment memory, long at, int longs) {
    MemorySegment row = Unscoped.slice(memory, at, (long) longs << 3);
    long none = zero;
    long counted = mask;
    long top = highest;
    long add = addend;
    int shift = Byte.SIZE * itemsize - 1;
    for (int i = 0; i < longs; i++) {
      long items = (row.get(LONG, (long) i << 3) ^ none) & counted;
      sums[from + i] += ((((items & ~top) + add) | items) & top) >>> shift;
    }
  }
}
