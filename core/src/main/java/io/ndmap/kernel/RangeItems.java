package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;

/// Tells for items in a Java array whether they lie in a range.
///
/// Every comparison with a number is such a range: below 3 is from the least to the one before 3,
/// and different from 3 is not from 3 to 3.
public final class RangeItems {

  private RangeItems() {}

  /// Tells it as the bytes 1 and 0.
  ///
  /// @param fold bits turned round in negative items, so that their order is that of integers: for
  ///   floating-point numbers all but the sign, else 0
  /// @param flip bits turned round in all items: the highest if they have no sign, else 0
  /// @param least the first of the range, in the order of signed integers
  /// @param span how far it is to the last one, as an integer without a sign
  /// @param not 1 to tell the opposite, else 0
  public static void test(
      long[] items, int n, long fold, long flip, long least, long span, int not, byte[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = (byte) (beyond(items[i], fold, flip, least, span) ^ 1 ^ not);
    }
  }

  /// Tells it of adjacent items in native memory.
  ///
  /// @param scratch as long as the run
  public static void test(
      MemorySegment items,
      long at,
      int n,
      long fold,
      long flip,
      long least,
      long span,
      int not,
      long[] scratch,
      byte[] into) {
    LongBuffer from = RunBuffers.longs(items, at, n);
    // In two steps: one loop from longs to bytes does not vectorise.
    for (int i = 0; i < n; i++) {
      scratch[i] = beyond(from.get(i), fold, flip, least, span);
    }
    for (int i = 0; i < n; i++) {
      into[i] = (byte) (scratch[i] ^ 1 ^ not);
    }
  }

  /// Without a comparison, which would not vectorise: the borrow of span - distance.
  private static long beyond(long item, long fold, long flip, long least, long span) {
    long distance = (item ^ ((item >> 63) & fold) ^ flip) - least;
    return ((~span & distance) | ((~span | distance) & (span - distance))) >>> 63;
  }
}
