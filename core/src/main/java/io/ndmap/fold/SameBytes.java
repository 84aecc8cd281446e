package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unscoped;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares the bytes of contiguous elements, and optionally checks that none is NaN: elements that
/// pass are equal, and need not be compared one by one.
///
/// @param high the sign bits of the elements of a long, or 0 if NaN may be among them
/// @param infinity the bits of infinity in each of them, or of the greatest number if there is none
/// @param big whether they are big-endian
public record SameBytes(long high, long infinity, boolean big) {

  /// For elements of any kind, which may be NaN.
  public static final SameBytes ANY = new SameBytes(0, 0, false);

  /// For floating-point numbers, none of which may be NaN.
  ///
  /// @param kind of at most eight bytes
  /// @param big whether they are big-endian
  public static SameBytes ofNumbers(ScalarKind kind, boolean big) {
    int size = kind.itemsize();
    return new SameBytes(
        SwarPredicate.repeated(1, size) << (Byte.SIZE * size - 1),
        SwarPredicate.repeated(SortableBits.of(kind).high(), size),
        big);
  }

  /// Returns whether all elements have the same bytes and, if it is checked, none is NaN.
  ///
  /// @param at byte offset of the first ones
  /// @param other byte offset of the others
  /// @param bytes how many of either
  public boolean test(MemorySegment one, long at, MemorySegment two, long other, int bytes) {
    MemorySegment a = Unscoped.slice(one, at, bytes);
    MemorySegment b = Unscoped.slice(two, other, bytes);
    int words = bytes >> 3;
    long all = big ? swapped(a, b, words) : direct(a, b, words);
    long x = 0;
    for (int i = words << 3; i < bytes; i++) {
      byte item = a.get(ValueLayout.JAVA_BYTE, i);
      all |= item ^ b.get(ValueLayout.JAVA_BYTE, i);
      x |= (item & 0xffL) << (i << 3);
    }
    long most = infinity | high;
    return (all | (~(most - ((big ? Long.reverseBytes(x) : x) & ~high)) & high)) == 0;
  }

  private long direct(MemorySegment a, MemorySegment b, int words) {
    long sign = high;
    long most = infinity | high;
    long all = 0;
    for (int i = 0; i < words; i++) {
      long x = a.get(LONG, (long) i << 3);
      // A magnitude greater than infinity borrows from the sign bit of its element.
      all |= (x ^ b.get(LONG, (long) i << 3)) | (~(most - (x & ~sign)) & sign);
    }
    return all;
  }

  private long swapped(MemorySegment a, MemorySegment b, int words) {
    long sign = high;
    long most = infinity | high;
    long all = 0;
    for (int i = 0; i < words; i++) {
      long x = a.get(LONG, (long) i << 3);
      long swapped = Long.reverseBytes(x);
      all |= (x ^ b.get(LONG, (long) i << 3)) | (~(most - (swapped & ~sign)) & sign);
    }
    return all;
  }
}
