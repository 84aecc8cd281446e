package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// Small items at the top of an int, in signed order.
///
/// @param itemsize of at most four bytes
/// @param flip what brings unsigned items of an int into signed order
/// @param mask takes what that adds away
public record Tops(int itemsize, int flip, long mask) {

  /// Those of a kind.
  public static Tops of(ScalarKind kind) {
    int itemsize = kind.itemsize();
    if (itemsize == Long.BYTES || !(kind.isUnsigned() || kind == ScalarKind.BOOL)) {
      return new Tops(itemsize, 0, -1);
    }
    int flip =
        switch (itemsize) {
          case 1 -> 0x8080_8080;
          case 2 -> 0x8000_8000;
          default -> Integer.MIN_VALUE;
        };
    return new Tops(itemsize, flip, (1L << (Byte.SIZE * itemsize)) - 1);
  }

  /// The key of what was found at the top of an int.
  public long key(int top) {
    return ((top >> (Integer.SIZE - Byte.SIZE * itemsize)) ^ flip) & mask;
  }
}
