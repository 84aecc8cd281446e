package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies rectangles of items whose rows lie close together in the source and whose columns lie
/// close together in the target.
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
  private final int side;
  private final int pitch;
  private final boolean inWords;

  // Of one kind of array there are two, of the other none.
  private final long[] wordRows;
  private final long[] wordColumns;
  private final byte[] byteRows;
  private final byte[] byteColumns;
  private final MemorySegment rowMemory;
  private final MemorySegment columnMemory;

  /// @param itemsize bytes of an item, 1 to [ItemRuns#WORDS]
  /// @param unit the bytes that are turned round together, a divisor of the itemsize; 1 to copy
  ///   them as they are
  /// @param most how many rows or columns there are at most
  public TransposedTile(int itemsize, int unit, long most) {
    this.itemsize = itemsize;
    this.unit = unit;
    this.side = (int) Math.min(mostSide(itemsize), Math.ceilDiv(most, 8) * 8);
    this.pitch = side * itemsize + Math.max(Long.BYTES, unit);
    this.inWords = itemsize % Long.BYTES == 0 || (LITTLE && Integer.bitCount(itemsize) == 1);
    int words = inWords ? side * pitch / Long.BYTES : 0;
    int bytes = inWords ? 0 : side * pitch;
    this.wordRows = new long[words];
    this.wordColumns = new long[words];
    this.byteRows = new byte[bytes];
    this.byteColumns = new byte[bytes];
    this.rowMemory = inWords ? MemorySegment.ofArray(wordRows) : MemorySegment.ofArray(byteRows);
    this.columnMemory =
        inWords ? MemorySegment.ofArray(wordColumns) : MemorySegment.ofArray(byteColumns);
  }

  /// The most rows and columns of a tile.
  ///
  /// @return a multiple of 8
  public int side() {
    return side;
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
  /// @param height how many rows, at most the side
  /// @param width how many columns, at most the side
  public void copy(
      MemorySegment source,
      long from,
      long fromRow,
      long fromColumn,
      MemorySegment target,
      long to,
      long toRow,
      long toColumn,
      int height,
      int width) {
    boolean wholeRows = inWords && fromColumn == itemsize && (width * itemsize) % Long.BYTES == 0;
    for (int i = 0; i < height; i++) {
      long at = from + i * fromRow;
      if (wholeRows) {
        MemorySegment.copy(
            source, LONG, at, wordRows, i * pitch / Long.BYTES, width * itemsize / Long.BYTES);
      } else {
        ItemRuns.copy(
            source, at, fromColumn, rowMemory, (long) i * pitch, itemsize, width, itemsize, false);
      }
    }
    if (unit > 1 && inWords) {
      WordTransposition.turn(wordRows, height * pitch / Long.BYTES, unit);
    } else if (unit > 1) {
      ByteTransposition.turn(byteRows, height * pitch, unit);
    }
    put(target, to, toRow, toColumn, height, width);
  }

  /// Where rows stand before [#put] takes them: for items that come from elsewhere than a memory.
  ///
  /// @return memory of a Java array
  public MemorySegment rows() {
    return rowMemory;
  }

  /// The bytes there from one row to the next; a row's items stand without gaps.
  ///
  /// @return at least the side times the itemsize
  public int pitch() {
    return pitch;
  }

  /// Copies one tile whose rows stand in [#rows].
  ///
  /// @param target where the items go
  /// @param to byte offset of the first one
  /// @param toRow bytes from one row to the next
  /// @param toColumn bytes from one column to the next
  /// @param height how many rows, at most the side
  /// @param width how many columns, at most the side
  public void put(MemorySegment target, long to, long toRow, long toColumn, int height, int width) {
    if (inWords) {
      WordTransposition.transpose(
          wordRows, wordColumns, pitch / Long.BYTES, height, width, itemsize);
    } else {
      ByteTransposition.transpose(byteRows, byteColumns, pitch, height, width, itemsize);
    }
    boolean wholeColumns = inWords && toRow == itemsize && (height * itemsize) % Long.BYTES == 0;
    for (int j = 0; j < width; j++) {
      long at = to + j * toColumn;
      if (wholeColumns) {
        MemorySegment.copy(
            wordColumns, j * pitch / Long.BYTES, target, LONG, at, height * itemsize / Long.BYTES);
      } else {
        ItemRuns.copy(
            columnMemory, (long) j * pitch, itemsize, target, at, toRow, height, itemsize, false);
      }
    }
  }
}
