package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Compares adjacent items of two native segments bit by bit, eight bytes at once, and looks for
/// NaN among them on the way: enough to know that floating-point numbers are equal.
///
/// @param swap the bytes that are swapped together in the second segment: 2, 4 or 8, or 1 for none
/// @param fraction the bits below a NaN's exponent, in each item of eight bytes
/// @param sign the sign bit of each item
public record EqualBits(int swap, long fraction, long sign) {

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong SWAPPED =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final long EVEN_BYTES = 0x00ff_00ff_00ff_00ffL;

  /// Items of which only the bits count.
  ///
  /// @param swap as above
  /// @return the comparison
  public static EqualBits of(int swap) {
    return new EqualBits(swap, 0, 0);
  }

  /// Binary floating-point numbers, which must not be NaN; the first ones little-endian.
  ///
  /// @param swap as above
  /// @param size bytes of a number: 2, 4 or 8
  /// @return the comparison
  public static EqualBits ofFloats(int swap, int size) {
    return switch (size) {
      case 2 -> new EqualBits(swap, 0x03ff_03ff_03ff_03ffL, 0x8000_8000_8000_8000L);
      case 4 -> new EqualBits(swap, 0x007f_ffff_007f_ffffL, 0x8000_0000_8000_0000L);
      default -> new EqualBits(swap, 0x000f_ffff_ffff_ffffL, Long.MIN_VALUE);
    };
  }

  /// Compares runs.
  ///
  /// @param one the first segment, native
  /// @param first where its items begin
  /// @param two the second segment, native
  /// @param second where its items begin
  /// @param bytes of both runs, at least 8 and whole items
  /// @return true if all bits are equal and no number is NaN
  public boolean test(MemorySegment one, long first, MemorySegment two, long second, int bytes) {
    int longs = bytes / Long.BYTES;
    // What does not fill eight bytes is compared with the items before it once more.
    int tail = bytes - Long.BYTES;
    return switch (swap) {
      case 1 ->
          same(one, first, two, second, longs) && same(one, first + tail, two, second + tail, 1);
      case 2 ->
          twos(one, first, two, second, longs) && twos(one, first + tail, two, second + tail, 1);
      case 4 ->
          fours(one, first, two, second, longs) && fours(one, first + tail, two, second + tail, 1);
      default -> eights(one, first, two, second, longs);
    };
  }

  // A NaN without its sign is greater than the exponent alone, and so its sum with the fraction
  // reaches the sign's place, but no item beside it. One access of each segment in a loop: HotSpot
  // makes vectors of that, and a copy of the loop for each class of native segment. With two of
  // each
  // it did neither, and mapped and other memory together took up to eighteen times as long.

  private boolean same(MemorySegment one, long first, MemorySegment two, long second, int longs) {
    long different = 0;
    long nan = 0;
    for (int i = 0; i < longs; i++) {
      long a = one.get(LONG, first + i * 8L);
      different |= a ^ two.get(LONG, second + i * 8L);
      nan |= (a & ~sign) + fraction;
    }
    return (different | (nan & sign)) == 0;
  }

  private boolean eights(MemorySegment one, long first, MemorySegment two, long second, int longs) {
    long different = 0;
    long nan = 0;
    for (int i = 0; i < longs; i++) {
      long a = one.get(LONG, first + i * 8L);
      different |= a ^ two.get(SWAPPED, second + i * 8L);
      nan |= (a & ~sign) + fraction;
    }
    return (different | (nan & sign)) == 0;
  }

  private boolean fours(MemorySegment one, long first, MemorySegment two, long second, int longs) {
    long different = 0;
    long nan = 0;
    for (int i = 0; i < longs; i++) {
      long a = one.get(LONG, first + i * 8L);
      different |= a ^ Long.rotateLeft(two.get(SWAPPED, second + i * 8L), 32);
      nan |= (a & ~sign) + fraction;
    }
    return (different | (nan & sign)) == 0;
  }

  private boolean twos(MemorySegment one, long first, MemorySegment two, long second, int longs) {
    long different = 0;
    long nan = 0;
    for (int i = 0; i < longs; i++) {
      long a = one.get(LONG, first + i * 8L);
      long b = two.get(LONG, second + i * 8L);
      different |= a ^ (((b & EVEN_BYTES) << 8) | ((b >>> 8) & EVEN_BYTES));
      nan |= (a & ~sign) + fraction;
    }
    return (different | (nan & sign)) == 0;
  }
}
