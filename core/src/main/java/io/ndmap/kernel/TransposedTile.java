package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies rectangles of items with near rows in the source and near columns in the target.
///
/// A tile is read row by row into a Java array, transposed from there into another one, and written
/// column by column: source and target then see nothing but short runs in ascending order, which
/// fill whole cache lines, and the scattered accesses meet arrays that the second-level cache
/// holds. The rows of these arrays are a little longer than needed: at powers of two all items of a
/// column would fall into one set of the cache.
///
/// Not for use by several threads at once.
public final class TransposedTile {

  private static final int STAGE_BYTES = 1 << 17;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final int itemsize;
  private final int unit;
  private final int height;
  private final int width;
  private final int pitch;
  private final int columnPitch;
  private final boolean inWords;

  // Of one kind of array there are two, of the other none.
  private final long[] wordRows;
  private final long[] wordColumns;
  private final byte[] byteRows;
  private final byte[] byteColumns;
  private final MemorySegment rowMemory;
  private final MemorySegment columnMemory;

  /// @param itemsize bytes of an item, 1 to [ItemRuns#WORDS]
  /// @param unit the bytes that are swapped together, a divisor of the itemsize; 1 to copy them as
  ///   they are
  /// @param mostRows how many rows there are at most
  /// @param mostColumns how many columns there are at most
  public TransposedTile(int itemsize, int unit, long mostRows, long mostColumns) {
    this.itemsize = itemsize;
    this.unit = unit;
    // Only as much room as is needed: zeroing more took longer than copying few rows.
    this.height = side(itemsize, mostRows);
    this.width = side(itemsize, mostColumns);
    int pad = Math.max(Long.BYTES, unit);
    this.pitch = width * itemsize + pad;
    this.columnPitch = height * itemsize + pad;
    this.inWords = itemsize % Long.BYTES == 0 || (LITTLE && Integer.bitCount(itemsize) == 1);
    int rows = height * pitch;
    int columns = width * columnPitch;
    this.wordRows = new long[inWords ? rows / Long.BYTES : 0];
    this.wordColumns = new long[inWords ? columns / Long.BYTES : 0];
    this.byteRows = new byte[inWords ? 0 : rows];
    this.byteColumns = new byte[inWords ? 0 : columns];
    this.rowMemory = inWords ? MemorySegment.ofArray(wordRows) : MemorySegment.ofArray(byteRows);
    this.columnMemory =
        inWords ? MemorySegment.ofArray(wordColumns) : MemorySegment.ofArray(byteColumns);
  }

  private static int side(int itemsize, long most) {
    return (int) Math.min(mostSide(itemsize), Math.ceilDiv(most, 8) * 8);
  }

  /// The most rows of a tile.
  ///
  /// @return a multiple of 8
  public int height() {
    return height;
  }

  /// The most columns of a tile.
  ///
  /// @return a multiple of 8
  public int width() {
    return width;
  }

  /// The most rows and columns of a tile of items of a size.
  ///
  /// @param itemsize bytes of an item, 1 to [ItemRuns#WORDS]
  /// @return a power of two from 32 to 256
  public static int mostSide(int itemsize) {
    int side = 256;
    while (side * side * itemsize > STAGE_BYTES) {
      side >>= 1;
    }
    return side;
  }

  /// Copies one tile between memories that do not overlap.
  ///
  /// @param source where the items come from
  /// @param from byte offset of the first one
  /// @param fromRow bytes from one row to the next
  /// @param fromColumn bytes from one column to the next
  /// @param target where they go
  /// @param to byte offset of the first one
  /// @param toRow bytes from one row to the next
  /// @param toColumn bytes from one column to the next
  /// @param rows how many, at most the height
  /// @param columns how many, at most the width
  public void copy(
      MemorySegment source,
      long from,
      long fromRow,
      long fromColumn,
      MemorySegment target,
      long to,
      long toRow,
      long toColumn,
      int rows,
      int columns) {
    boolean wholeRows = inWords && fromColumn == itemsize && (columns * itemsize) % Long.BYTES == 0;
    for (int i = 0; i < rows; i++) {
      long at = from + i * fromRow;
      if (wholeRows) {
        MemorySegment.copy(
            source, LONG, at, wordRows, i * pitch / Long.BYTES, columns * itemsize / Long.BYTES);
      } else {
        ItemRuns.copy(
            source,
            at,
            fromColumn,
            rowMemory,
            (long) i * pitch,
            itemsize,
            columns,
            itemsize,
            false);
      }
    }
    if (unit > 1 && inWords) {
      WordTransposition.turn(wordRows, rows * pitch / Long.BYTES, unit);
    } else if (unit > 1) {
      ByteTransposition.turn(byteRows, rows * pitch, unit);
    }
    put(target, to, toRow, toColumn, rows, columns);
  }

  /// Where rows are before [#put] takes them: for items that come from elsewhere than a memory.
  ///
  /// @return memory of a Java array
  public MemorySegment rows() {
    return rowMemory;
  }

  /// The bytes there from one row to the next; a row's items are contiguous.
  ///
  /// @return at least the width times the itemsize
  public int pitch() {
    return pitch;
  }

  /// Copies one tile whose rows are in [#rows].
  ///
  /// @param target where the items go
  /// @param to byte offset of the first one
  /// @param toRow bytes from one row to the next
  /// @param toColumn bytes from one column to the next
  /// @param rows how many, at most the height
  /// @param columns how many, at most the width
  public void put(MemorySegment target, long to, long toRow, long toColumn, int rows, int columns) {
    long length = (long) rows * itemsize;
    // Columns that follow one another in the target go there together.
    boolean together =
        inWords && rows % 8 == 0 && toRow == itemsize && (toColumn == length || columns == 1);
    int outPitch = together ? (int) length : columnPitch;
    if (inWords) {
      WordTransposition.transpose(
          wordRows,
          wordColumns,
          pitch / Long.BYTES,
          outPitch / Long.BYTES,
          rows,
          columns,
          itemsize);
    } else {
      ByteTransposition.transpose(byteRows, byteColumns, pitch, outPitch, rows, columns, itemsize);
    }
    if (together) {
      int words = columns * outPitch / Long.BYTES;
      MemorySegment.copy(wordColumns, 0, target, LONG, to, words);
      return;
    }
    boolean wholeColumns = inWords && toRow == itemsize && length % Long.BYTES == 0;
    int words = (int) length / Long.BYTES;
    for (int j = 0; j < columns; j++) {
      long at = to + j * toColumn;
      if (wholeColumns) {
        MemorySegment.copy(wordColumns, j * outPitch / Long.BYTES, target, LONG, at, words);
      } else {
        ItemRuns.copy(
            columnMemory, (long) j * outPitch, itemsize, target, at, toRow, rows, itemsize, false);
      }
    }
  }
}
