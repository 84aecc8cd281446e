package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.kernel.SortableBits;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.loop.Tops;
import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Finds the smallest and the largest of contiguous little-endian items, as keys of [SortableBits]:
/// NaN of one sign is below all numbers, and of the other above.
public final class Extremes {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort I2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ArrayRoom NO_ARRAYS = new ArrayRoom(0);

  /// Where results are in the room.
  private static final long FOUND = Scratch.at(3);

  private final SortableBits keys;
  private final int itemsize;
  private final long mask;
  private final boolean isBool;
  private final Loop loop;
  private long low;
  private long high;

  /// @param kind of at most eight bytes
  /// @param keys of its items
  public Extremes(ScalarKind kind, SortableBits keys) {
    this.keys = keys;
    this.itemsize = kind.itemsize();
    this.mask = Tops.of(kind).mask();
    this.isBool = kind == ScalarKind.BOOL;
    this.loop = Loops.of(Special.EXTREMES, isBool ? ScalarKind.UINT8 : kind);
  }

  /// Looks for those of some items.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least 1
  /// @param room of four blocks of [Scratch], of which the last is used; belongs to no arena
  /// @param plain whether the items are in memory that can fault
  public void of(MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    if (count < Integer.BYTES) {
      few(memory, at, count);
      return;
    }
    Run found = new Run(room, FOUND, NO_ARRAYS);
    (plain ? loop.plain() : loop).run(new Run[] {new Run(memory, at, NO_ARRAYS)}, found, count);
    low = number(found.getLong(0));
    high = number(found.getLong(1));
  }

  private void few(MemorySegment memory, long at, int count) {
    low = Long.MAX_VALUE;
    high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long key = key(memory, at + (long) i * itemsize);
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
  }

  /// The key of the smallest of the last items.
  ///
  /// @return below all numbers if it is NaN
  public long low() {
    return low;
  }

  /// The key of the largest of the last items.
  ///
  /// @return above all numbers if it is NaN
  public long high() {
    return high;
  }

  /// All bytes but zero are the same boolean.
  private long number(long item) {
    return isBool ? Math.min(item, 1) : item;
  }

  /// The key of one item.
  ///
  /// @param at byte offset of the item
  public long key(MemorySegment memory, long at) {
    return switch (itemsize) {
      case 1 -> number(memory.get(ValueLayout.JAVA_BYTE, at) & mask);
      case 2 -> keys.key(memory.get(I2, at) & mask);
      case 4 -> keys.key(memory.get(I4, at) & mask);
      default -> keys.key(memory.get(I8, at));
    };
  }
}
