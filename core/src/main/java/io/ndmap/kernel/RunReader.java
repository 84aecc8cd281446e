package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// Loads runs of numbers of at most eight bytes into Java arrays, as doubles or as 64 bits: later
/// loops never meet a fault of a mapping, nor the class of a segment, and vectorize.
///
/// Not for several threads: a reader has room of its own for the carriers.
public final class RunReader {

  private static final byte[] NO_BYTES = {};
  private static final short[] NO_SHORTS = {};
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final float[] NO_FLOATS = {};

  private final ScalarKind kind;
  private final boolean big;
  private byte[] bytes = NO_BYTES;
  private short[] shorts = NO_SHORTS;
  private int[] ints = NO_INTS;
  private long[] longs = NO_LONGS;
  private float[] floats = NO_FLOATS;

  /// @param kind of at most eight bytes
  /// @param big whether the items are big-endian
  public RunReader(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
  }

  /// The numbers as doubles: exact where a double can hold them, else rounded to nearest, ties to
  /// even.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public void doubles(
      MemorySegment segment, long at, long stride, int count, double[] to, int start) {
    switch (kind) {
      case FLOAT64 -> {
        if (!big) {
          Carriers.doubles(segment, at, stride, count, to, start);
          return;
        }
        Moves.bits(bits(segment, at, stride, count), to, start, count);
      }
      case FLOAT32 -> {
        floats = floats.length < count ? new float[count] : floats;
        float[] from = floats;
        if (big) {
          Moves.bits(intBits(segment, at, stride, count), from, count);
        } else {
          Moves.take(segment, at, stride, from, 0, count);
        }
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case FLOAT16 -> {
        short[] from = shortBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = Float.float16ToFloat(from[i]);
        }
      }
      case INT32 -> {
        int[] from = intBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case INT8 -> {
        byte[] from = byteBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT8 -> {
        byte[] from = byteBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xff;
        }
      }
      case INT16 -> {
        short[] from = shortBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT16 -> {
        short[] from = shortBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff;
        }
      }
      case UINT64 -> {
        long[] from = bits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = unsignedToDouble(from[i]);
        }
      }
      default -> {
        longs = longs.length < count ? new long[count] : longs;
        long[] from = longs;
        longs(segment, at, stride, count, from, 0);
        for (int i = 0; i < count; i++) {
          to[start + i] = (double) from[i];
        }
      }
    }
  }

  /// An unsigned number as a double, rounded to nearest, ties to even.
  public static double unsignedToDouble(long bits) {
    // Halving keeps the lowest bit sticky, so that rounding sees it.
    return bits >= 0 ? (double) bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
  }

  /// Integers as their values (`u8` as its bits), booleans as 0 and 1, floating-point numbers as
  /// their bits, filled up with the sign.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one item to the next
  /// @param count how many items
  /// @param to where they go, from `start` on
  public void longs(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    switch (kind) {
      case BOOL -> {
        byte[] from = byteBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] == 0 ? 0 : 1;
        }
      }
      case INT8 -> {
        byte[] from = byteBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT8 -> {
        byte[] from = byteBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xff;
        }
      }
      case INT16, FLOAT16 -> {
        short[] from = shortBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT16 -> {
        short[] from = shortBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff;
        }
      }
      case INT32, FLOAT32 -> {
        int[] from = intBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT32 -> {
        int[] from = intBits(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff_ffffL;
        }
      }
      default -> Carriers.longs(segment, at, stride, big, count, to, start);
    }
  }

  private byte[] byteBits(MemorySegment segment, long at, long stride, int count) {
    bytes = bytes.length < count ? new byte[count] : bytes;
    Carriers.bytes(segment, at, stride, count, bytes, 0);
    return bytes;
  }

  private short[] shortBits(MemorySegment segment, long at, long stride, int count) {
    shorts = shorts.length < count ? new short[count] : shorts;
    Carriers.shorts(segment, at, stride, big, count, shorts, 0);
    return shorts;
  }

  private int[] intBits(MemorySegment segment, long at, long stride, int count) {
    ints = ints.length < count ? new int[count] : ints;
    Carriers.ints(segment, at, stride, big, count, ints, 0);
    return ints;
  }

  private long[] bits(MemorySegment segment, long at, long stride, int count) {
    longs = longs.length < count ? new long[count] : longs;
    Carriers.longs(segment, at, stride, big, count, longs, 0);
    return longs;
  }
}
