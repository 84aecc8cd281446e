package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.SortableBits;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Finds the smallest and the largest of contiguous little-endian items, as keys of [SortableBits].
/// Always both: NaN of one sign is below all numbers, and of the other above.
///
/// HotSpot vectorizes the loops: integers, whose `max` has no order; not single items, but such
/// that something is computed of. Several small items are in one int, each at its top once.
public final class Extremes {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort I2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SortableBits keys;
  private final int itemsize;
  // Brings unsigned numbers of less than eight bytes into signed order.
  private final int flip;
  // Takes what that adds away.
  private final long mask;
  private final boolean isBool;
  private long low;
  private long high;

  /// @param kind of at most eight bytes
  /// @param keys of its items
  public Extremes(ScalarKind kind, SortableBits keys) {
    this.keys = keys;
    this.itemsize = kind.itemsize();
    this.isBool = kind == ScalarKind.BOOL;
    boolean unsigned = itemsize < Long.BYTES && (kind.isUnsigned() || isBool);
    this.flip =
        !unsigned
            ? 0
            : switch (itemsize) {
              case 1 -> 0x8080_8080;
              case 2 -> 0x8000_8000;
              default -> Integer.MIN_VALUE;
            };
    this.mask = unsigned ? (1L << (Byte.SIZE * itemsize)) - 1 : -1;
  }

  /// Looks for those of some items.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least 1
  public void of(MemorySegment memory, long at, int count) {
    switch (itemsize) {
      case 1 -> bytes(memory, at, count);
      case 2 -> shorts(memory, at, count);
      case 4 -> ints(memory, at, count);
      default -> longs(memory, at, count);
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

  private void longs(MemorySegment memory, long at, int count) {
    long turn = keys.turn();
    long turned = keys.flip();
    long most = Long.MIN_VALUE;
    long least = Long.MAX_VALUE;
    MemorySegment part = Unowned.part(memory, at, (long) count << 3);
    for (int i = 0; i < count; i++) {
      long item = part.get(I8, (long) i << 3);
      long key = (item ^ turned) ^ (item >> 63 & turn);
      most = Math.max(most, key);
      least = Math.min(least, key);
    }
    low = least;
    high = most;
  }

  private void ints(MemorySegment memory, long at, int count) {
    int turn = (int) keys.turn();
    int turned = flip;
    int most = Integer.MIN_VALUE;
    int least = Integer.MAX_VALUE;
    MemorySegment part = Unowned.part(memory, at, (long) count << 2);
    for (int i = 0; i < count; i++) {
      int item = part.get(I4, (long) i << 2);
      int key = (item ^ turned) ^ (item >> 31 & turn);
      most = Math.max(most, key);
      least = Math.min(least, key);
    }
    set(least, most);
  }

  private void shorts(MemorySegment memory, long at, int count) {
    int turn = (int) keys.turn() << 16;
    int turned = flip;
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    int c = Integer.MAX_VALUE;
    int d = Integer.MAX_VALUE;
    MemorySegment part = Unowned.part(memory, at, (long) count << 1);
    for (int i = 0; i < count >> 1; i++) {
      int item = part.get(I4, (long) i << 2) ^ turned;
      int other = item << 16;
      item ^= item >> 31 & turn;
      other ^= other >> 31 & turn;
      a = Math.max(a, item);
      b = Math.max(b, other);
      c = Math.min(c, item);
      d = Math.min(d, other);
    }
    if ((count & 1) != 0) {
      int item = (part.get(I2, (long) (count - 1) << 1) ^ turned) << 16;
      item ^= item >> 31 & turn;
      a = Math.max(a, item);
      c = Math.min(c, item);
    }
    set(Math.min(c, d), Math.max(a, b));
  }

  private void bytes(MemorySegment memory, long at, int count) {
    int turned = flip;
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    int c = Integer.MIN_VALUE;
    int d = Integer.MIN_VALUE;
    int e = Integer.MAX_VALUE;
    int f = Integer.MAX_VALUE;
    int g = Integer.MAX_VALUE;
    int h = Integer.MAX_VALUE;
    MemorySegment part = Unowned.part(memory, at, count);
    for (int i = 0; i < count >> 2; i++) {
      int items = part.get(I4, (long) i << 2) ^ turned;
      a = Math.max(a, items);
      b = Math.max(b, items << 8);
      c = Math.max(c, items << 16);
      d = Math.max(d, items << 24);
      e = Math.min(e, items);
      f = Math.min(f, items << 8);
      g = Math.min(g, items << 16);
      h = Math.min(h, items << 24);
    }
    for (int i = count & -4; i < count; i++) {
      int item = (part.get(ValueLayout.JAVA_BYTE, i) ^ turned) << 24;
      a = Math.max(a, item);
      e = Math.min(e, item);
    }
    set(Math.min(Math.min(e, f), Math.min(g, h)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  private void set(int least, int most) {
    low = key(least);
    high = key(most);
  }

  /// What brings unsigned items of an int into signed order.
  int flip() {
    return flip;
  }

  /// The key of what was found at the top of an int.
  long key(int top) {
    return number(((top >> (Integer.SIZE - Byte.SIZE * itemsize)) ^ flip) & mask);
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
