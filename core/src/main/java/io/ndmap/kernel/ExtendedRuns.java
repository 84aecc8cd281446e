package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Loads and stores runs of long doubles as arrays of longs: two longs each, the significand and
/// the sixteen bits of sign and exponent.
final class ExtendedRuns {

  private static final boolean NATIVE_IS_BIG = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
  private static final int BYTES = 2 * Long.BYTES;

  private ExtendedRuns() {}

  static void take(
      MemorySegment source, long at, long stride, boolean big, long[] into, int count) {
    MemorySegment items = MemorySegment.ofArray(into);
    if (stride == BYTES) {
      MemorySegment.copy(source, at, items, 0, (long) BYTES * count);
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(source, at + i * stride, items, (long) i * BYTES, BYTES);
      }
    }
    if (big != NATIVE_IS_BIG) {
      Moves.reverseBytes(into, 2 * count);
    }
    for (int i = 0; i < 2 * count; i += 2) {
      long first = into[i];
      into[i] = big ? into[i + 1] : first;
      into[i + 1] = (big ? first : into[i + 1]) & 0xffff;
    }
  }

  /// The array is scratch and may be byte-swapped on the way; the padding of items becomes zero.
  static void put(long[] from, MemorySegment target, long at, long stride, boolean big, int count) {
    if (big) {
      for (int i = 0; i < 2 * count; i += 2) {
        long significand = from[i];
        from[i] = from[i + 1];
        from[i + 1] = significand;
      }
    }
    if (big != NATIVE_IS_BIG) {
      Moves.reverseBytes(from, 2 * count);
    }
    MemorySegment items = MemorySegment.ofArray(from);
    if (stride == BYTES) {
      MemorySegment.copy(items, 0, target, at, (long) BYTES * count);
    } else {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(items, (long) i * BYTES, target, at + i * stride, BYTES);
      }
    }
  }
}
