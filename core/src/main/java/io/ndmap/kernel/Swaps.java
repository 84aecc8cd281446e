package io.ndmap.kernel;

import java.nio.ByteOrder;

/// Turns the bytes of numbers at the front of an array round, in place.
final class Swaps {

  static final boolean NATIVE_IS_BIG = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

  private Swaps() {}

  static void shorts(short[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Short.reverseBytes(items[i]);
    }
  }

  static void ints(int[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Integer.reverseBytes(items[i]);
    }
  }

  static void longs(long[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Long.reverseBytes(items[i]);
    }
  }
}
