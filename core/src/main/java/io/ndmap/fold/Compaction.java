package io.ndmap.fold;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Moves the items that a mask selects together, without branches, which no processor could
/// foresee: each item is put where the next selected one goes.
public final class Compaction {

  private static final ValueLayout.OfByte I1 = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort I2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Compaction() {}

  /// Moves items.
  ///
  /// @param memory of items, mask and results, which are apart
  /// @param itemsize 1, 2, 4, or a multiple of 8 bytes
  /// @param at byte offset of the first of contiguous items
  /// @param mask byte offset of the first byte of the mask; every byte but 0 selects
  /// @param to byte offset of room for all items
  /// @return how many are selected
  public static int pack(
      MemorySegment memory, int itemsize, long at, long mask, int count, long to) {
    int found = 0;
    switch (itemsize) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          memory.set(I1, to + found, memory.get(I1, at + i));
          found += one(memory.get(I1, mask + i));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          memory.set(I2, to + ((long) found << 1), memory.get(I2, at + ((long) i << 1)));
          found += one(memory.get(I1, mask + i));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          memory.set(I4, to + ((long) found << 2), memory.get(I4, at + ((long) i << 2)));
          found += one(memory.get(I1, mask + i));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          memory.set(I8, to + ((long) found << 3), memory.get(I8, at + ((long) i << 3)));
          found += one(memory.get(I1, mask + i));
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          long from = at + ((long) i << 4);
          long into = to + ((long) found << 4);
          memory.set(I8, into, memory.get(I8, from));
          memory.set(I8, into + 8, memory.get(I8, from + 8));
          found += one(memory.get(I1, mask + i));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          for (int k = 0; k < itemsize; k += 8) {
            long item = memory.get(I8, at + (long) i * itemsize + k);
            memory.set(I8, to + (long) found * itemsize + k, item);
          }
          found += one(memory.get(I1, mask + i));
        }
      }
    }
    return found;
  }

  private static int one(byte told) {
    return -(told & 0xff) >>> 31;
  }
}
