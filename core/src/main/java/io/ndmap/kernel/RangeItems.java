package io.ndmap.kernel;

/// Tests whether items in a Java array are in a range.
///
/// Every comparison with a number is such a range: below 3 is from the least to the one before 3,
/// and different from 3 is not from 3 to 3.
public final class RangeItems {

  private RangeItems() {}

  /// Tells it as the bytes 1 and 0.
  ///
  /// @param items changed on the way
  /// @param fold bits flipped in negative items, so that their order is that of integers: for
  ///   floating-point numbers all but the sign, else 0
  /// @param flip bits flipped in all items: the highest if they have no sign, else 0
  /// @param least the first of the range, in the order of signed integers
  /// @param span how far it is to the last one, as an integer without a sign
  /// @param not 1 to tell the opposite, else 0
  public static void test(
      long[] items, int n, long fold, long flip, long least, long span, int not, byte[] into) {
    // In two steps: one loop from longs to bytes does not vectorise.
    for (int i = 0; i < n; i++) {
      items[i] = beyond(items[i], fold, flip, least, span);
    }
    for (int i = 0; i < n; i++) {
      into[i] = (byte) (items[i] ^ 1 ^ not);
    }
  }

  /// Without a comparison, which would not vectorise: the borrow of span - distance.
  private static long beyond(long item, long fold, long flip, long least, long span) {
    long distance = (item ^ ((item >> 63) & fold) ^ flip) - least;
    return ((~span & distance) | ((~span | distance) & (span - distance))) >>> 63;
  }
}
