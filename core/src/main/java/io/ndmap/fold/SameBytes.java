package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Tells whether contiguous items have the same bytes and, if asked, none is NaN: then they are
/// equal, without a look at single ones.
///
/// @param high the sign bits of the items of a long, or 0 if NaN may be among them
/// @param infinity the bits of infinity, or of the greatest number where there is none, of each of
///   them
/// @param big whether they are big-endian
public record SameBytes(long high, long infinity, boolean big) {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Of items of any kind, NaN among them.
  public static final SameBytes ANY = new SameBytes(0, 0, false);

  /// Of floating-point numbers that are no NaN.
  ///
  /// @param kind of at most eight bytes
  /// @param big whether they are big-endian
  public static SameBytes ofNumbers(ScalarKind kind, boolean big) {
    int size = kind.itemsize();
    return new SameBytes(
        IntegerSums.repeated(1, size) << (Byte.SIZE * size - 1),
        IntegerSums.repeated(SortableBits.of(kind).high(), size),
        big);
  }

  /// Tells whether all items have the same bytes and, if that counts, none is NaN.
  ///
  /// @param at byte offset of the first ones
  /// @param other byte offset of the others
  /// @param bytes how many of either
  public boolean test(MemorySegment one, long at, MemorySegment two, long other, int bytes) {
    MemorySegment a = Unowned.part(one, at, bytes);
    MemorySegment b = Unowned.part(two, other, bytes);
    int words = bytes >> 3;
    long all = big ? turned(a, b, words) : straight(a, b, words);
    long x = 0;
    for (int i = words << 3; i < bytes; i++) {
      byte item = a.get(ValueLayout.JAVA_BYTE, i);
      all |= item ^ b.get(ValueLayout.JAVA_BYTE, i);
      x |= (item & 0xffL) << (i << 3);
    }
    long most = infinity | high;
    return (all | (~(most - ((big ? Long.reverseBytes(x) : x) & ~high)) & high)) == 0;
  }

  private long straight(MemorySegment a, MemorySegment b, int words) {
    long sign = high;
    long most = infinity | high;
    long all = 0;
    for (int i = 0; i < words; i++) {
      long x = a.get(I8, (long) i << 3);
      // The sign bit of an item is borrowed from by what is more than infinity.
      all |= (x ^ b.get(I8, (long) i << 3)) | (~(most - (x & ~sign)) & sign);
    }
    return all;
  }

  private long turned(MemorySegment a, MemorySegment b, int words) {
    long sign = high;
    long most = infinity | high;
    long all = 0;
    for (int i = 0; i < words; i++) {
      long x = a.get(I8, (long) i << 3);
      long turned = Long.reverseBytes(x);
      all |= (x ^ b.get(I8, (long) i << 3)) | (~(most - (turned & ~sign)) & sign);
    }
    return all;
  }
}
