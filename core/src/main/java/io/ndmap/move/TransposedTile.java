package io.ndmap.move;

import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;

/// Copies rectangles of items with near rows in the source and near columns in the target.
///
/// A tile is read row by row into scratch memory, and written from there column by column: source
/// and target then see nothing but short runs in ascending order, which fill whole cache lines, and
/// the scattered accesses meet memory that the caches hold. Its rows are a little longer than
/// needed: at powers of two all items of a column would fall into one set of a cache.
public final class TransposedTile {

  /// The largest item of a tile.
  public static final int MOST_BYTES = 4 * Long.BYTES;

  private static final int PAD = 2 * Long.BYTES;

  private final MemorySegment memory;
  private final int itemsize;
  private final int unit;
  private final int side;
  private final int pitch;

  /// @param scratch where rows are meanwhile
  /// @param itemsize bytes of an item, 1 to [#MOST_BYTES]
  /// @param unit the bytes that are swapped together, a divisor of the itemsize; 1 to copy them as
  ///   they are
  public TransposedTile(Scratch scratch, int itemsize, int unit) {
    this.memory = scratch.memory();
    this.itemsize = itemsize;
    this.unit = unit;
    this.side = side(itemsize);
    this.pitch = side * itemsize + PAD;
  }

  /// The most rows and columns of a tile of items of a size.
  ///
  /// @param itemsize bytes of an item, 1 to [#MOST_BYTES]
  /// @return a power of two
  public static int side(int itemsize) {
    int side = 256;
    while (side * (side * itemsize + PAD) > Scratch.BLOCKS * Scratch.BLOCK) {
      side >>= 1;
    }
    return side;
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
    return pitch;
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
          source, at, fromColumn, memory, (long) i * pitch, itemsize, columns, itemsize, false);
    }
    if (unit > 1) {
      StridedRuns.swap(memory, 0, unit, memory, 0, unit, rows * pitch / unit, unit);
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
    for (int j = 0; j < columns; j++) {
      long at = to + j * toColumn;
      Runs.copy(memory, (long) j * itemsize, pitch, target, at, toRow, rows, itemsize, false);
    }
  }
}
