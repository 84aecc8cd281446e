package io.ndmap.fold;

import io.ndmap.memory.Unowned;
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
    return switch (itemsize) {
      case 1 -> bytes(memory, at, mask, count, to);
      case 2 -> shorts(memory, at, mask, count, to);
      case 4 -> ints(memory, at, mask, count, to);
      case 8 -> longs(memory, at, mask, count, to);
      default -> items(memory, itemsize, at, mask, count, to);
    };
  }

  private static int bytes(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment items = Unowned.part(memory, at, count);
    MemorySegment told = Unowned.part(memory, mask, count);
    MemorySegment target = Unowned.target(memory, to, count);
    int found = 0;
    for (int i = 0; i < count; i++) {
      target.set(I1, found, items.get(I1, i));
      found += one(told.get(I1, i));
    }
    return found;
  }

  private static int shorts(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment items = Unowned.part(memory, at, (long) count << 1);
    MemorySegment told = Unowned.part(memory, mask, count);
    MemorySegment target = Unowned.target(memory, to, (long) count << 1);
    int found = 0;
    for (int i = 0; i < count; i++) {
      target.set(I2, (long) found << 1, items.get(I2, (long) i << 1));
      found += one(told.get(I1, i));
    }
    return found;
  }

  private static int ints(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment items = Unowned.part(memory, at, (long) count << 2);
    MemorySegment told = Unowned.part(memory, mask, count);
    MemorySegment target = Unowned.target(memory, to, (long) count << 2);
    int found = 0;
    for (int i = 0; i < count; i++) {
      target.set(I4, (long) found << 2, items.get(I4, (long) i << 2));
      found += one(told.get(I1, i));
    }
    return found;
  }

  private static int longs(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment items = Unowned.part(memory, at, (long) count << 3);
    MemorySegment told = Unowned.part(memory, mask, count);
    MemorySegment target = Unowned.target(memory, to, (long) count << 3);
    int found = 0;
    for (int i = 0; i < count; i++) {
      target.set(I8, (long) found << 3, items.get(I8, (long) i << 3));
      found += one(told.get(I1, i));
    }
    return found;
  }

  private static int items(
      MemorySegment memory, int itemsize, long at, long mask, int count, long to) {
    MemorySegment items = Unowned.part(memory, at, (long) count * itemsize);
    MemorySegment told = Unowned.part(memory, mask, count);
    MemorySegment target = Unowned.target(memory, to, (long) count * itemsize);
    int found = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < itemsize; k += 8) {
        long item = items.get(I8, (long) i * itemsize + k);
        target.set(I8, (long) found * itemsize + k, item);
      }
      found += one(told.get(I1, i));
    }
    return found;
  }

  private static int one(byte told) {
    return -(told & 0xff) >>> 31;
  }
}
