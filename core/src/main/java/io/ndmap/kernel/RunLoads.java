package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Brings runs of items at a constant distance into the front of arrays on the heap, in the byte
/// order of Java's numbers.
///
/// Items without gaps are copied in bulk and turned round there: that vectorises, and no intrinsic
/// touches a mapping. Single items of Java arrays are copied one by one, since access sites that
/// have met several segment classes become slow for files too.
final class RunLoads {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private RunLoads() {}

  static void bytes(MemorySegment source, long at, long stride, byte[] into, int count) {
    if (stride == 1 || !source.isNative()) {
      bulk(source, at, stride, MemorySegment.ofArray(into), 1, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      into[i] = source.get(ValueLayout.JAVA_BYTE, at + i * stride);
    }
  }

  static void shorts(
      MemorySegment source, long at, long stride, boolean swap, short[] into, int count) {
    if (stride == Short.BYTES || !source.isNative()) {
      bulk(source, at, stride, MemorySegment.ofArray(into), Short.BYTES, count);
    } else {
      for (int i = 0; i < count; i++) {
        into[i] = source.get(SHORT, at + i * stride);
      }
    }
    if (swap) {
      Swaps.shorts(into, count);
    }
  }

  static void ints(
      MemorySegment source, long at, long stride, boolean swap, int[] into, int count) {
    if (stride == Integer.BYTES || !source.isNative()) {
      bulk(source, at, stride, MemorySegment.ofArray(into), Integer.BYTES, count);
    } else {
      for (int i = 0; i < count; i++) {
        into[i] = source.get(INT, at + i * stride);
      }
    }
    if (swap) {
      Swaps.ints(into, count);
    }
  }

  static void longs(
      MemorySegment source, long at, long stride, boolean swap, long[] into, int count) {
    if (stride == Long.BYTES || !source.isNative()) {
      bulk(source, at, stride, MemorySegment.ofArray(into), Long.BYTES, count);
    } else {
      for (int i = 0; i < count; i++) {
        into[i] = source.get(LONG, at + i * stride);
      }
    }
    if (swap) {
      Swaps.longs(into, count);
    }
  }

  /// Long doubles as two longs each: the significand, and the sixteen bits of sign and exponent.
  static void extended(
      MemorySegment source, long at, long stride, boolean big, long[] into, int count) {
    bulk(source, at, stride, MemorySegment.ofArray(into), 2 * Long.BYTES, count);
    if (big != Swaps.NATIVE_IS_BIG) {
      Swaps.longs(into, 2 * count);
    }
    for (int i = 0; i < 2 * count; i += 2) {
      long first = into[i];
      into[i] = big ? into[i + 1] : first;
      into[i + 1] = (big ? first : into[i + 1]) & 0xffff;
    }
  }

  private static void bulk(
      MemorySegment source, long at, long stride, MemorySegment into, int size, int count) {
    if (stride == size) {
      MemorySegment.copy(source, at, into, 0, (long) size * count);
      return;
    }
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(source, at + i * stride, into, (long) i * size, size);
    }
  }
}
