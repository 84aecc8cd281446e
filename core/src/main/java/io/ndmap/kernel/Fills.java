package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Fills runs with one item.
public final class Fills {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Fills() {}

  /// Stores an item many times.
  ///
  /// @param pattern the item's bytes, several times over
  /// @param itemsize bytes of an item
  /// @param to where they go
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  public static void fill(
      byte[] pattern, int itemsize, MemorySegment to, long at, long stride, int count) {
    MemorySegment items = MemorySegment.ofArray(pattern);
    if (stride == itemsize) {
      long bytes = (long) count * itemsize;
      long block = pattern.length;
      for (long done = 0; done < bytes; done += block) {
        MemorySegment.copy(items, 0, to, at + done, Math.min(block, bytes - done));
      }
    } else if (!to.isNative() || itemsize > Long.BYTES || Integer.bitCount(itemsize) != 1) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(items, 0, to, at + i * stride, itemsize);
      }
    } else {
      scatter(
          ByteBuffer.wrap(pattern).order(ByteOrder.LITTLE_ENDIAN), itemsize, to, at, stride, count);
    }
  }

  private static void scatter(
      ByteBuffer item, int itemsize, MemorySegment to, long at, long stride, int count) {
    switch (itemsize) {
      case Byte.BYTES -> {
        byte bits = item.get(0);
        for (int i = 0; i < count; i++) {
          to.set(ValueLayout.JAVA_BYTE, at + i * stride, bits);
        }
      }
      case Short.BYTES -> {
        short bits = item.getShort(0);
        for (int i = 0; i < count; i++) {
          to.set(SHORT, at + i * stride, bits);
        }
      }
      case Integer.BYTES -> {
        int bits = item.getInt(0);
        for (int i = 0; i < count; i++) {
          to.set(INT, at + i * stride, bits);
        }
      }
      default -> {
        long bits = item.getLong(0);
        for (int i = 0; i < count; i++) {
          to.set(LONG, at + i * stride, bits);
        }
      }
    }
  }
}
