package io.ndmap.kernel;

/// Tests packed items of any size for certain bits.
public final class NonZeroItems {

  private NonZeroItems() {}

  /// Tells it as the bytes 1 and 0.
  ///
  /// @param bits which bits count, for each byte of an item
  public static void test(byte[] items, byte[] bits, int count, byte[] into) {
    for (int i = 0; i < count; i++) {
      int any = 0;
      for (int b = 0; b < bits.length; b++) {
        any |= items[i * bits.length + b] & bits[b];
      }
      into[i] = (byte) (any == 0 ? 0 : 1);
    }
  }
}
