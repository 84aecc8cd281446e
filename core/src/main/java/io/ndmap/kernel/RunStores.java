package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Puts the front of arrays on the heap into runs of items at a constant distance, the reverse of
/// [RunLoads]; the arrays are scratch and may be turned round on the way.
final class RunStores {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private RunStores() {}

  static void bytes(byte[] from, MemorySegment target, long at, long stride, int count) {
    if (stride == 1 || !target.isNative()) {
      bulk(MemorySegment.ofArray(from), target, at, stride, 1, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.set(ValueLayout.JAVA_BYTE, at + i * stride, from[i]);
    }
  }

  static void shorts(
      short[] from, MemorySegment target, long at, long stride, boolean swap, int count) {
    if (swap) {
      Swaps.shorts(from, count);
    }
    if (stride == Short.BYTES || !target.isNative()) {
      bulk(MemorySegment.ofArray(from), target, at, stride, Short.BYTES, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.set(SHORT, at + i * stride, from[i]);
    }
  }

  static void ints(
      int[] from, MemorySegment target, long at, long stride, boolean swap, int count) {
    if (swap) {
      Swaps.ints(from, count);
    }
    if (stride == Integer.BYTES || !target.isNative()) {
      bulk(MemorySegment.ofArray(from), target, at, stride, Integer.BYTES, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.set(INT, at + i * stride, from[i]);
    }
  }

  static void longs(
      long[] from, MemorySegment target, long at, long stride, boolean swap, int count) {
    if (swap) {
      Swaps.longs(from, count);
    }
    if (stride == Long.BYTES || !target.isNative()) {
      bulk(MemorySegment.ofArray(from), target, at, stride, Long.BYTES, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.set(LONG, at + i * stride, from[i]);
    }
  }

  /// Long doubles of two longs each, see [RunLoads#extended]; their padding becomes zero.
  static void extended(
      long[] from, MemorySegment target, long at, long stride, boolean big, int count) {
    if (big) {
      for (int i = 0; i < 2 * count; i += 2) {
        long significand = from[i];
        from[i] = from[i + 1];
        from[i + 1] = significand;
      }
    }
    if (big != Swaps.NATIVE_IS_BIG) {
      Swaps.longs(from, 2 * count);
    }
    bulk(MemorySegment.ofArray(from), target, at, stride, 2 * Long.BYTES, count);
  }

  private static void bulk(
      MemorySegment from, MemorySegment target, long at, long stride, int size, int count) {
    if (stride == size) {
      MemorySegment.copy(from, 0, target, at, (long) size * count);
      return;
    }
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(from, (long) i * size, target, at + i * stride, size);
    }
  }
}
