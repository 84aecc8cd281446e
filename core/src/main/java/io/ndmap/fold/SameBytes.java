package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unscoped;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares the bytes of contiguous elements, and optionally checks that none is NaN. Elements that
/// pass are equal, and need not be compared one by one.
///
/// @param high mask of the sign bits of the elements in a `long`; 0 if NaN is not checked
/// @param infinity the bits of infinity, repeated for each element in a `long`; the bits of the
///   greatest number if the type has no infinity
/// @param big whether the elements are big-endian
public record SameBytes(long high, long infinity, boolean big) {

  /// Compares elements of any dtype, without a check for NaN.
  public static final SameBytes ANY = new SameBytes(0, 0, false);

  /// Returns a comparison of floating-point numbers that fails if one is NaN.
  ///
  /// @param kind the scalar type, of at most eight bytes
  /// @param big whether the elements are big-endian
  public static SameBytes ofNumbers(ScalarKind kind, boolean big) {
    int size = kind.itemsize();
    return new SameBytes(
        SwarPredicate.repeated(1, size) << (Byte.SIZE * size - 1),
        SwarPredicate.repeated(SortableBits.of(kind).high(), size),
        big);
  }

  /// Returns whether all elements have the same bytes and, if NaN is checked, none is NaN.
  ///
  /// @param at byte offset of the first elements in `one`
  /// @param other byte offset of the other elements in `two`
  /// @param bytes the number of bytes to compare
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
