package io.ndmap.move;

import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies rectangles of items with near rows in the source and near columns in the target.
///
/// A tile is read row by row into scratch memory, and written from there column by column: source
/// and target then see nothing but short runs in ascending order, which fill whole cache lines, and
/// the scattered accesses meet memory that the caches hold. Its rows are at a constant distance,
/// for HotSpot, and a little longer than needed: at powers of two all items of a column would fall
/// into one set of a cache.
public final class TransposedTile {

  /// The largest item of a tile.
  public static final int MOST_BYTES = 4 * Long.BYTES;

  private static final int ROW = 512;
  private static final int PITCH = ROW + 2 * Long.BYTES;
  private static final int MOST_ROWS = 240;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment memory;
  private final int itemsize;
  private final int unit;
  private final int side;

  /// @param scratch where rows are meanwhile
  /// @param itemsize bytes of an item, 1 to [#MOST_BYTES]
  /// @param unit the bytes that are swapped together, a divisor of the itemsize; 1 to copy them as
  ///   they are
  public TransposedTile(Scratch scratch, int itemsize, int unit) {
    this.memory = scratch.memory();
    this.itemsize = itemsize;
    this.unit = unit;
    this.side = side(itemsize);
  }

  /// The most rows and columns of a tile of items of a size.
  ///
  /// @param itemsize bytes of an item, 1 to [#MOST_BYTES]
  /// @return a multiple of 16
  public static int side(int itemsize) {
    return Math.min(MOST_ROWS, ROW / itemsize / 16 * 16);
  }

  /// The most rows and columns.
  public int side() {
    return side;
  }

  /// Where rows are before [#put] takes them.
  public MemorySegment memory() {
    return memory;
  }

  /// The bytes there from one row to the next; a row's items are contiguous.
  public int pitch() {
    return PITCH;
  }

  /// Brings in rows.
  ///
  /// @param source where the items come from
  /// @param from byte offset of the first one
  /// @param fromRow bytes from one row to the next
  /// @param fromColumn bytes from one column to the next
  /// @param rows how many, at most the side
  /// @param columns how many, at most the side
  public void take(
      MemorySegment source, long from, long fromRow, long fromColumn, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      long at = from + i * fromRow;
      Runs.copy(
          source, at, fromColumn, memory, (long) i * PITCH, itemsize, columns, itemsize, false);
    }
    if (unit > 1) {
      StridedRuns.swap(memory, 0, unit, memory, 0, unit, rows * PITCH / unit, unit);
    }
  }

  /// Takes the rows away.
  ///
  /// @param target where the items go
  /// @param to byte offset of the first one
  /// @param toRow bytes from one row to the next
  /// @param toColumn bytes from one column to the next
  /// @param rows how many, at most the side
  /// @param columns how many, at most the side
  public void put(MemorySegment target, long to, long toRow, long toColumn, int rows, int columns) {
    boolean plain = toRow == itemsize && !ForeignRuns.isForeign(target);
    for (int j = 0; j < columns; j++) {
      long from = (long) j * itemsize;
      long at = to + j * toColumn;
      if (!plain) {
        Runs.copy(memory, from, PITCH, target, at, toRow, rows, itemsize, false);
        continue;
      }
      switch (itemsize) {
        case 1 -> bytes(memory, from, target, at, rows);
        case 2 -> shorts(memory, from, target, at, rows);
        case 4 -> ints(memory, from, target, at, rows);
        case 8 -> longs(memory, from, target, at, rows);
        default -> StridedRuns.copy(memory, from, PITCH, target, at, itemsize, rows, itemsize);
      }
    }
  }

  private static void bytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, s.get(BYTE, from + (long) i * PITCH));
    }
  }

  private static void shorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(SHORT, to + ((long) i << 1), s.get(SHORT, from + (long) i * PITCH));
    }
  }

  private static void ints(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(INT, from + (long) i * PITCH));
    }
  }

  private static void longs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(LONG, to + ((long) i << 3), s.get(LONG, from + (long) i * PITCH));
    }
  }
}
