package io.ndmap.kernel;

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
    // Comparisons would not vectorise; this is the borrow of span - distance.
    for (int i = 0; i < n; i++) {
      long item = items[i];
      long distance = (item ^ ((item >> 63) & fold) ^ flip) - least;
      long beyond = ((~span & distance) | ((~span | distance) & (span - distance))) >>> 63;
      into[i] = (byte) (beyond ^ 1 ^ not);
    }
  }
}
