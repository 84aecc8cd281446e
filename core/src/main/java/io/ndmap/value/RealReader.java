package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.move.RunCopy;
import io.ndmap.move.SmallFloats;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads equally spaced real numbers into heap arrays, as doubles or as 64 bits. Not thread-safe.
///
/// Numbers that need a conversion, except long doubles, are first copied into a heap array of their
/// own itemsize, because HotSpot vectorises loops from array to array.
public final class RealReader {

  private final ScalarKind kind;
  private final boolean big;
  private final @Nullable Cast rounding;
  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};
  private float[] floats = {};

  /// @param kind a real type; complex numbers cannot be read
  /// @param big whether the numbers are big-endian
  public RealReader(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big && kind.itemsize() > 1;
    this.rounding = kind.isExtended() ? Cast.between(kind, big, ScalarKind.FLOAT64, false) : null;
  }

  /// Reads numbers as doubles: exact where a double can represent them, otherwise rounded to
  /// nearest, ties to even.
  ///
  /// @param at byte offset of the first number
  /// @param stride bytes from one number to the next
  /// @param count how many numbers to read
  /// @param to the target, which is filled from index `start`
  public void doubles(
      MemorySegment segment, long at, long stride, int count, double[] to, int start) {
    switch (kind) {
      case FLOAT64, LONGDOUBLE ->
          wide(segment, at, stride, count, MemorySegment.ofArray(to), start);
      case FLOAT32 -> {
        floats = floats.length < count ? new float[count] : floats;
        float[] from = floats;
        move(segment, at, stride, count, MemorySegment.ofArray(from), 0);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case FLOAT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = Float.float16ToFloat(from[i]);
        }
      }
      case BFLOAT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = SmallFloats.toFloat(ScalarKind.BFLOAT16, from[i]);
        }
      }
      case FLOAT8_E4M3FN, FLOAT8_E5M2 -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = SmallFloats.toFloat(kind, from[i]);
        }
      }
      case INT8 -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT8 -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xff;
        }
      }
      case INT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff;
        }
      }
      case INT32 -> {
        int[] from = ints(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      default -> {
        longs = longs.length < count ? new long[count] : longs;
        long[] from = longs;
        bits(segment, at, stride, count, from, 0);
        boolean unsigned = kind == ScalarKind.UINT64;
        for (int i = 0; i < count; i++) {
          to[start + i] = unsigned ? ScalarBits.unsignedToDouble(from[i]) : (double) from[i];
        }
      }
    }
  }

  /// Reads numbers as 64 bits: integers as their values (`u8` as its bits), booleans as 0 and 1,
  /// floating-point numbers as their sign-extended bits, long doubles as the bits of their nearest
  /// doubles.
  ///
  /// @param at byte offset of the first number
  /// @param stride bytes from one number to the next
  /// @param count how many numbers to read
  /// @param to the target, which is filled from index `start`
  public void bits(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    switch (kind) {
      case BOOL -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] == 0 ? 0 : 1;
        }
      }
      case INT8, FLOAT8_E4M3FN, FLOAT8_E5M2 -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT8 -> {
        byte[] from = bytes(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xff;
        }
      }
      case INT16, FLOAT16, BFLOAT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT16 -> {
        short[] from = shorts(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff;
        }
      }
      case INT32, FLOAT32 -> {
        int[] from = ints(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i];
        }
      }
      case UINT32 -> {
        int[] from = ints(segment, at, stride, count);
        for (int i = 0; i < count; i++) {
          to[start + i] = from[i] & 0xffff_ffffL;
        }
      }
      default -> wide(segment, at, stride, count, MemorySegment.ofArray(to), start);
    }
  }

  private void wide(
      MemorySegment segment, long at, long stride, int count, MemorySegment to, int start) {
    if (rounding == null) {
      move(segment, at, stride, count, to, start);
    } else {
      rounding.run(segment, at, stride, to, (long) start * Long.BYTES, Long.BYTES, count);
    }
  }

  private byte[] bytes(MemorySegment segment, long at, long stride, int count) {
    bytes = bytes.length < count ? new byte[count] : bytes;
    move(segment, at, stride, count, MemorySegment.ofArray(bytes), 0);
    return bytes;
  }

  private short[] shorts(MemorySegment segment, long at, long stride, int count) {
    shorts = shorts.length < count ? new short[count] : shorts;
    move(segment, at, stride, count, MemorySegment.ofArray(shorts), 0);
    return shorts;
  }

  private int[] ints(MemorySegment segment, long at, long stride, int count) {
    ints = ints.length < count ? new int[count] : ints;
    move(segment, at, stride, count, MemorySegment.ofArray(ints), 0);
    return ints;
  }

  private void move(
      MemorySegment segment, long at, long stride, int count, MemorySegment to, int start) {
    int size = kind.itemsize();
    RunCopy.copy(segment, at, stride, to, (long) start * size, size, count, size, big);
  }
}
