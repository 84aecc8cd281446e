package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Copies rectangles of items whose rows lie close together in the source and whose columns lie
/// close together in the target.
///
/// A tile is read row by row into a Java array, transposed from there into another one, and written
/// column by column: source and target then see nothing but short runs in ascending order, which
/// fill whole cache lines, and the scattered accesses meet arrays that the second-level cache
/// holds. The rows of these arrays are one word longer than needed: at powers of two all items of a
/// column would fall into one set of the cache. Items below four bytes are transposed in words, as
/// squares of 8×8 bytes or 4×4 or 2×2 wider items.
///
/// Not for use by several threads at once.
public final class TransposedTile {

  private static final int STAGE_BYTES = 1 << 17;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;
  private static final long EVEN_SHORTS = 0x0000_FFFF_0000_FFFFL;
  private static final long LOW_INT = 0x0000_0000_FFFF_FFFFL;

  private final int itemsize;
  private final int unit;
  private final int side;
  private final int pitch;
  private final byte[] rows;
  private final byte[] columns;
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
    this.rows = new byte[side * pitch];
    this.columns = new byte[side * pitch];
    this.rowMemory = MemorySegment.ofArray(rows);
    this.columnMemory = MemorySegment.ofArray(columns);
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
    for (int i = 0; i < height; i++) {
      ItemRuns.copy(
          source, from + i * fromRow, fromColumn, rowMemory, (long) i * pitch, itemsize, width,
          itemsize, false);
    }
    if (unit > 1) {
      turn(rows, height * pitch, unit);
    }
    switch (itemsize) {
      case 1 -> bytes(rows, columns, pitch, height, width);
      case 2 -> shorts(rows, columns, pitch, height, width);
      case 4 -> ints(rows, columns, pitch, height, width);
      case 8 -> longs(rows, columns, pitch, height, width);
      default -> items(height, width);
    }
    for (int j = 0; j < width; j++) {
      ItemRuns.copy(
          columnMemory, (long) j * pitch, itemsize, target, to + j * toColumn, toRow, height,
          itemsize, false);
    }
  }

  private static void turn(byte[] bytes, int length, int unit) {
    switch (unit) {
      case 2 -> {
        for (int at = 0; at < length; at += Short.BYTES) {
          SHORT.set(bytes, at, Short.reverseBytes((short) SHORT.get(bytes, at)));
        }
      }
      case 4 -> {
        for (int at = 0; at < length; at += Integer.BYTES) {
          INT.set(bytes, at, Integer.reverseBytes((int) INT.get(bytes, at)));
        }
      }
      case 8 -> {
        for (int at = 0; at < length; at += Long.BYTES) {
          LONG.set(bytes, at, Long.reverseBytes((long) LONG.get(bytes, at)));
        }
      }
      default -> {
        for (int at = 0; at < length; at += 2 * Long.BYTES) {
          long head = (long) LONG.get(bytes, at);
          long tail = (long) LONG.get(bytes, at + Long.BYTES);
          LONG.set(bytes, at, Long.reverseBytes(tail));
          LONG.set(bytes, at + Long.BYTES, Long.reverseBytes(head));
        }
      }
    }
  }

  // What lies beyond the tile within its last squares is transposed too, and not written.

  private static void longs(byte[] in, byte[] out, int pitch, int height, int width) {
    for (int j = 0; j < width; j += 4) {
      int o0 = j * pitch;
      int o1 = o0 + pitch;
      int o2 = o1 + pitch;
      int o3 = o2 + pitch;
      for (int i = 0; i < height; i++) {
        int at = i * pitch + j * 8;
        LONG.set(out, o0 + i * 8, (long) LONG.get(in, at));
        LONG.set(out, o1 + i * 8, (long) LONG.get(in, at + 8));
        LONG.set(out, o2 + i * 8, (long) LONG.get(in, at + 16));
        LONG.set(out, o3 + i * 8, (long) LONG.get(in, at + 24));
      }
    }
  }

  private static void ints(byte[] in, byte[] out, int pitch, int height, int width) {
    for (int j = 0; j < width; j += 2) {
      int o0 = j * pitch;
      int o1 = o0 + pitch;
      for (int i = 0; i < height; i += 2) {
        int at = i * pitch + j * 4;
        long x0 = (long) LONG.get(in, at);
        long x1 = (long) LONG.get(in, at + pitch);
        LONG.set(out, o0 + i * 4, x0 & LOW_INT | x1 << 32);
        LONG.set(out, o1 + i * 4, x0 >>> 32 | x1 & ~LOW_INT);
      }
    }
  }

  private static void shorts(byte[] in, byte[] out, int pitch, int height, int width) {
    for (int j = 0; j < width; j += 4) {
      int o = j * pitch;
      for (int i = 0; i < height; i += 4) {
        int at = i * pitch + j * 2;
        long x0 = (long) LONG.get(in, at);
        long x1 = (long) LONG.get(in, at + pitch);
        long x2 = (long) LONG.get(in, at + 2 * pitch);
        long x3 = (long) LONG.get(in, at + 3 * pitch);
        long y0 = x0 & EVEN_SHORTS | (x1 & EVEN_SHORTS) << 16;
        long y1 = x0 >>> 16 & EVEN_SHORTS | x1 & ~EVEN_SHORTS;
        long y2 = x2 & EVEN_SHORTS | (x3 & EVEN_SHORTS) << 16;
        long y3 = x2 >>> 16 & EVEN_SHORTS | x3 & ~EVEN_SHORTS;
        int to = o + i * 2;
        LONG.set(out, to, y0 & LOW_INT | y2 << 32);
        LONG.set(out, to + pitch, y1 & LOW_INT | y3 << 32);
        LONG.set(out, to + 2 * pitch, y0 >>> 32 | y2 & ~LOW_INT);
        LONG.set(out, to + 3 * pitch, y1 >>> 32 | y3 & ~LOW_INT);
      }
    }
  }

  private static void bytes(byte[] in, byte[] out, int pitch, int height, int width) {
    for (int j = 0; j < width; j += 8) {
      int o = j * pitch;
      for (int i = 0; i < height; i += 8) {
        square(in, i * pitch + j, out, o + i, pitch);
      }
    }
  }

  /// Transposes 8×8 bytes: first within squares of two, then those in squares of four, then these.
  private static void square(byte[] in, int at, byte[] out, int to, int pitch) {
    long x0 = (long) LONG.get(in, at);
    long x1 = (long) LONG.get(in, at + pitch);
    long x2 = (long) LONG.get(in, at + 2 * pitch);
    long x3 = (long) LONG.get(in, at + 3 * pitch);
    long x4 = (long) LONG.get(in, at + 4 * pitch);
    long x5 = (long) LONG.get(in, at + 5 * pitch);
    long x6 = (long) LONG.get(in, at + 6 * pitch);
    long x7 = (long) LONG.get(in, at + 7 * pitch);
    long y0 = x0 & EVEN_BYTES | (x1 & EVEN_BYTES) << 8;
    long y1 = x0 >>> 8 & EVEN_BYTES | x1 & ~EVEN_BYTES;
    long y2 = x2 & EVEN_BYTES | (x3 & EVEN_BYTES) << 8;
    long y3 = x2 >>> 8 & EVEN_BYTES | x3 & ~EVEN_BYTES;
    long y4 = x4 & EVEN_BYTES | (x5 & EVEN_BYTES) << 8;
    long y5 = x4 >>> 8 & EVEN_BYTES | x5 & ~EVEN_BYTES;
    long y6 = x6 & EVEN_BYTES | (x7 & EVEN_BYTES) << 8;
    long y7 = x6 >>> 8 & EVEN_BYTES | x7 & ~EVEN_BYTES;
    long z0 = y0 & EVEN_SHORTS | (y2 & EVEN_SHORTS) << 16;
    long z1 = y1 & EVEN_SHORTS | (y3 & EVEN_SHORTS) << 16;
    long z2 = y0 >>> 16 & EVEN_SHORTS | y2 & ~EVEN_SHORTS;
    long z3 = y1 >>> 16 & EVEN_SHORTS | y3 & ~EVEN_SHORTS;
    long z4 = y4 & EVEN_SHORTS | (y6 & EVEN_SHORTS) << 16;
    long z5 = y5 & EVEN_SHORTS | (y7 & EVEN_SHORTS) << 16;
    long z6 = y4 >>> 16 & EVEN_SHORTS | y6 & ~EVEN_SHORTS;
    long z7 = y5 >>> 16 & EVEN_SHORTS | y7 & ~EVEN_SHORTS;
    LONG.set(out, to, z0 & LOW_INT | z4 << 32);
    LONG.set(out, to + pitch, z1 & LOW_INT | z5 << 32);
    LONG.set(out, to + 2 * pitch, z2 & LOW_INT | z6 << 32);
    LONG.set(out, to + 3 * pitch, z3 & LOW_INT | z7 << 32);
    LONG.set(out, to + 4 * pitch, z0 >>> 32 | z4 & ~LOW_INT);
    LONG.set(out, to + 5 * pitch, z1 >>> 32 | z5 & ~LOW_INT);
    LONG.set(out, to + 6 * pitch, z2 >>> 32 | z6 & ~LOW_INT);
    LONG.set(out, to + 7 * pitch, z3 >>> 32 | z7 & ~LOW_INT);
  }

  private void items(int height, int width) {
    if (itemsize >= Long.BYTES) {
      itemsOfLongs(height, width);
    } else if (itemsize > Integer.BYTES) {
      itemsOfInts(height, width);
    } else {
      itemsOfShorts(height, width);
    }
  }

  private void itemsOfLongs(int height, int width) {
    int last = itemsize - Long.BYTES;
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < height; i++) {
        int at = i * pitch + j * itemsize;
        int to = j * pitch + i * itemsize;
        for (int k = 0; k < last; k += Long.BYTES) {
          LONG.set(columns, to + k, (long) LONG.get(rows, at + k));
        }
        LONG.set(columns, to + last, (long) LONG.get(rows, at + last));
      }
    }
  }

  private void itemsOfInts(int height, int width) {
    int last = itemsize - Integer.BYTES;
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < height; i++) {
        int at = i * pitch + j * itemsize;
        int to = j * pitch + i * itemsize;
        INT.set(columns, to, (int) INT.get(rows, at));
        INT.set(columns, to + last, (int) INT.get(rows, at + last));
      }
    }
  }

  private void itemsOfShorts(int height, int width) {
    int last = itemsize - Short.BYTES;
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < height; i++) {
        int at = i * pitch + j * itemsize;
        int to = j * pitch + i * itemsize;
        SHORT.set(columns, to, (short) SHORT.get(rows, at));
        SHORT.set(columns, to + last, (short) SHORT.get(rows, at + last));
      }
    }
  }
}
