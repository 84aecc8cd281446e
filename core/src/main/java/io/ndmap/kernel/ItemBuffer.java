package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Reads real numbers of at most eight bytes in native memory one by one through a buffer: for so
/// few of them that [RunReader]'s copy into arrays would take longer than the computation.
///
/// The buffer is read-only and knows the byte order, so that one loop serves all memory and both
/// orders. Contiguous items have loops of their own: at distances that HotSpot knows it checks the
/// bounds once for all. [#longs] and [#doubles] call all of them at one place, which makes the two
/// too large to be inlined: within their callers, which are many deep, HotSpot would not inline
/// what the buffer does.
public final class ItemBuffer {

  /// The most bytes of a buffer.
  public static final int REACH = RunBuffers.SPAN;

  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;
  private static final long INT = 0xffff_ffffL;
  private static final int SIGNED = -1;

  private final ScalarKind kind;
  private final ByteBuffer bytes;

  private ItemBuffer(ScalarKind kind, ByteBuffer bytes) {
    this.kind = kind;
    this.bytes = bytes;
  }

  /// The bytes of some items.
  ///
  /// @param kind a real number of at most eight bytes
  /// @param big whether the items are big-endian
  /// @param segment native memory
  /// @param at byte offset of the first byte of all
  /// @param length how many bytes, at most [#REACH]
  /// @return the buffer, in which the first byte has place 0
  public static ItemBuffer of(
      ScalarKind kind, boolean big, MemorySegment segment, long at, int length) {
    return new ItemBuffer(kind, RunBuffers.bytes(segment, at, length, big));
  }

  /// Rows of items as [RunReader#longs] gives them.
  ///
  /// @param at place of the first item's first byte
  /// @param rows how many rows
  /// @param distance bytes from one row to the next
  /// @param count how many items a row has
  /// @param stride bytes from one item of a row to the next
  /// @param to where they go, row by row, from `start` on
  public void longs(int at, int rows, int distance, int count, int stride, long[] to, int start) {
    ByteBuffer from = bytes;
    if (rows == 1 && stride == kind.itemsize()) {
      switch (kind) {
        case BOOL -> packedFlags(from, at, count, to, start);
        case INT8 -> packedBytes(from, at, count, SIGNED, to, start);
        case UINT8 -> packedBytes(from, at, count, BYTE, to, start);
        case INT16, FLOAT16 -> packedShorts(from, at, count, SIGNED, to, start);
        case UINT16 -> packedShorts(from, at, count, SHORT, to, start);
        case INT32, FLOAT32 -> packedInts(from, at, count, SIGNED, to, start);
        case UINT32 -> packedInts(from, at, count, INT, to, start);
        case INT64, UINT64, FLOAT64 -> packedLongs(from, at, count, to, start);
        default -> throw new AssertionError(kind);
      }
    } else {
      switch (kind) {
        case BOOL -> steppedFlags(from, at, rows, distance, count, stride, to, start);
        case INT8 -> steppedBytes(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT8 -> steppedBytes(from, at, rows, distance, count, stride, BYTE, to, start);
        case INT16, FLOAT16 ->
            steppedShorts(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT16 -> steppedShorts(from, at, rows, distance, count, stride, SHORT, to, start);
        case INT32, FLOAT32 ->
            steppedInts(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT32 -> steppedInts(from, at, rows, distance, count, stride, INT, to, start);
        case INT64, UINT64, FLOAT64 ->
            steppedLongs(from, at, rows, distance, count, stride, to, start);
        default -> throw new AssertionError(kind);
      }
    }
  }

  /// Rows of items as [RunReader#doubles] gives them.
  ///
  /// @param at place of the first item's first byte
  /// @param rows how many rows
  /// @param distance bytes from one row to the next
  /// @param count how many items a row has
  /// @param stride bytes from one item of a row to the next
  /// @param to where they go, row by row, from `start` on
  public void doubles(
      int at, int rows, int distance, int count, int stride, double[] to, int start) {
    ByteBuffer from = bytes;
    if (rows == 1 && stride == kind.itemsize()) {
      switch (kind) {
        case FLOAT64 -> packedDoubles(from, at, count, to, start);
        case FLOAT32 -> packedFloats(from, at, count, to, start);
        case FLOAT16 -> packedHalves(from, at, count, to, start);
        case BOOL -> packedFlags(from, at, count, to, start);
        case INT8 -> packedBytes(from, at, count, SIGNED, to, start);
        case UINT8 -> packedBytes(from, at, count, BYTE, to, start);
        case INT16 -> packedShorts(from, at, count, SIGNED, to, start);
        case UINT16 -> packedShorts(from, at, count, SHORT, to, start);
        case INT32 -> packedInts(from, at, count, SIGNED, to, start);
        case UINT32 -> packedInts(from, at, count, INT, to, start);
        case INT64 -> packedLongs(from, at, count, to, start);
        case UINT64 -> packedUnsignedLongs(from, at, count, to, start);
        default -> throw new AssertionError(kind);
      }
    } else {
      switch (kind) {
        case FLOAT64 -> steppedDoubles(from, at, rows, distance, count, stride, to, start);
        case FLOAT32 -> steppedFloats(from, at, rows, distance, count, stride, to, start);
        case FLOAT16 -> steppedHalves(from, at, rows, distance, count, stride, to, start);
        case BOOL -> steppedFlags(from, at, rows, distance, count, stride, to, start);
        case INT8 -> steppedBytes(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT8 -> steppedBytes(from, at, rows, distance, count, stride, BYTE, to, start);
        case INT16 -> steppedShorts(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT16 -> steppedShorts(from, at, rows, distance, count, stride, SHORT, to, start);
        case INT32 -> steppedInts(from, at, rows, distance, count, stride, SIGNED, to, start);
        case UINT32 -> steppedInts(from, at, rows, distance, count, stride, INT, to, start);
        case INT64 -> steppedLongs(from, at, rows, distance, count, stride, to, start);
        case UINT64 -> steppedUnsignedLongs(from, at, rows, distance, count, stride, to, start);
        default -> throw new AssertionError(kind);
      }
    }
  }

  // ---- as longs

  private static void packedFlags(ByteBuffer from, int at, int count, long[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(at + i) == 0 ? 0 : 1;
    }
  }

  private static void steppedFlags(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      long[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.get(place) == 0 ? 0 : 1;
        place += stride;
      }
    }
  }

  private static void packedBytes(
      ByteBuffer from, int at, int count, int mask, long[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(at + i) & mask;
    }
  }

  private static void steppedBytes(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      int mask,
      long[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.get(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedShorts(
      ByteBuffer from, int at, int count, int mask, long[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getShort(at + i * Short.BYTES) & mask;
    }
  }

  private static void steppedShorts(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      int mask,
      long[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getShort(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedInts(
      ByteBuffer from, int at, int count, long mask, long[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getInt(at + i * Integer.BYTES) & mask;
    }
  }

  private static void steppedInts(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      long mask,
      long[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getInt(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedLongs(ByteBuffer from, int at, int count, long[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getLong(at + i * Long.BYTES);
    }
  }

  private static void steppedLongs(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      long[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getLong(place);
        place += stride;
      }
    }
  }

  // ---- as doubles

  private static void packedFlags(ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(at + i) == 0 ? 0 : 1;
    }
  }

  private static void steppedFlags(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.get(place) == 0 ? 0 : 1;
        place += stride;
      }
    }
  }

  private static void packedBytes(
      ByteBuffer from, int at, int count, int mask, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(at + i) & mask;
    }
  }

  private static void steppedBytes(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      int mask,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.get(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedShorts(
      ByteBuffer from, int at, int count, int mask, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getShort(at + i * Short.BYTES) & mask;
    }
  }

  private static void steppedShorts(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      int mask,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getShort(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedInts(
      ByteBuffer from, int at, int count, long mask, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getInt(at + i * Integer.BYTES) & mask;
    }
  }

  private static void steppedInts(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      long mask,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getInt(place) & mask;
        place += stride;
      }
    }
  }

  private static void packedLongs(ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getLong(at + i * Long.BYTES);
    }
  }

  private static void steppedLongs(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getLong(place);
        place += stride;
      }
    }
  }

  private static void packedUnsignedLongs(
      ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = RunReader.unsignedToDouble(from.getLong(at + i * Long.BYTES));
    }
  }

  private static void steppedUnsignedLongs(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = RunReader.unsignedToDouble(from.getLong(place));
        place += stride;
      }
    }
  }

  private static void packedHalves(ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = Float.float16ToFloat(from.getShort(at + i * Short.BYTES));
    }
  }

  private static void steppedHalves(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = Float.float16ToFloat(from.getShort(place));
        place += stride;
      }
    }
  }

  private static void packedFloats(ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getFloat(at + i * Float.BYTES);
    }
  }

  private static void steppedFloats(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getFloat(place);
        place += stride;
      }
    }
  }

  private static void packedDoubles(ByteBuffer from, int at, int count, double[] to, int start) {
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getDouble(at + i * Double.BYTES);
    }
  }

  private static void steppedDoubles(
      ByteBuffer from,
      int at,
      int rows,
      int distance,
      int count,
      int stride,
      double[] to,
      int start) {
    int next = start;
    for (int r = 0; r < rows; r++) {
      int place = at + r * distance;
      for (int end = next + count; next < end; next++) {
        to[next] = from.getDouble(place);
        place += stride;
      }
    }
  }
}
