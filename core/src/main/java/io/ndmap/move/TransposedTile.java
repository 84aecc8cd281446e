package io.ndmap.move;

import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies rectangles of elements. Made for rows that are contiguous in the source and columns that
/// are contiguous in the target; other strides are copied more slowly.
///
/// A tile is read row by row into scratch memory, and written from there column by column. Source
/// and target are accessed in short ascending runs, which use whole cache lines; the scattered
/// accesses hit cached memory. The row pitch is a constant, so that HotSpot optimizes the loops,
/// and not a power of two, because all elements of a column would then map to one cache set.
public final class TransposedTile {

  /// The largest itemsize of a tile.
  public static final int MOST_BYTES = 4 * Long.BYTES;

  /// The maximum number of bytes of a row.
  private static final int ROW = 512;

  /// Bytes from one row to the next.
  private static final int PITCH = ROW + 2 * Long.BYTES;

  /// The maximum number of rows: as many as fit the scratch memory, rounded down to a multiple of
  /// 16.
  private static final int MOST_ROWS = 240;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment memory;
  private final int itemsize;
  private final int unit;
  private final int side;

  /// @param scratch the memory for the rows
  /// @param itemsize bytes of an element, 1 to [#MOST_BYTES]
  /// @param unit the number of bytes that are reversed together, a divisor of the itemsize; 1 if
  ///   bytes are not swapped
  public TransposedTile(Scratch scratch, int itemsize, int unit) {
    this.memory = scratch.memory();
    this.itemsize = itemsize;
    this.unit = unit;
    this.side = side(itemsize);
  }

  /// Returns the maximum number of rows and columns of a tile.
  ///
  /// @param itemsize bytes of an element, 1 to [#MOST_BYTES]
  /// @return a multiple of 16
  public static int side(int itemsize) {
    return Math.min(MOST_ROWS, ROW / itemsize / 16 * 16);
  }

  /// Returns the maximum number of rows and columns.
  public int side() {
    return side;
  }

  /// Returns the memory from which [#put] reads the rows.
  public MemorySegment memory() {
    return memory;
  }

  /// Returns the bytes from one row to the next in [#memory]; a row's elements are contiguous.
  public int pitch() {
    return PITCH;
  }

  /// Reads rows into the tile.
  ///
  /// @param source the memory to read
  /// @param from byte offset of the first element
  /// @param fromRow bytes from one row to the next
  /// @param fromColumn bytes from one column to the next
  /// @param rows the number of rows, at most the side
  /// @param columns the number of columns, at most the side
  public void take(
      MemorySegment source, long from, long fromRow, long fromColumn, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      long at = from + i * fromRow;
      RunCopy.copy(
          source, at, fromColumn, memory, (long) i * PITCH, itemsize, columns, itemsize, false);
    }
    if (unit > 1) {
      UnscopedCopy.swap(memory, 0, unit, memory, 0, unit, rows * PITCH / unit, unit);
    }
  }

  /// Writes the columns of the tile.
  ///
  /// @param target the memory to write
  /// @param to byte offset of the first element
  /// @param toRow bytes from one row to the next
  /// @param toColumn bytes from one column to the next
  /// @param rows the number of rows, at most the side
  /// @param columns the number of columns, at most the side
  public void put(MemorySegment target, long to, long toRow, long toColumn, int rows, int columns) {
    boolean plain = toRow == itemsize && !ScopedCopy.isScoped(target);
    for (int j = 0; j < columns; j++) {
      long from = (long) j * itemsize;
      long at = to + j * toColumn;
      if (!plain) {
        RunCopy.copy(memory, from, PITCH, target, at, toRow, rows, itemsize, false);
        continue;
      }
      switch (itemsize) {
        case 1 -> bytes(memory, from, target, at, rows);
        case 2 -> shorts(memory, from, target, at, rows);
        case 4 -> ints(memory, from, target, at, rows);
        case 8 -> longs(memory, from, target, at, rows);
        default -> UnscopedCopy.copy(memory, from, PITCH, target, at, itemsize, rows, itemsize);
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
