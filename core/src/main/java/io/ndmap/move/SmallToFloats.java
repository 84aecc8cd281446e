package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts contiguous integers of one and two bytes to `f4` and `f8`, little-endian, staged
/// through Java arrays: HotSpot 25 vectorises loops over arrays, but not loops from native memory
/// to native memory, which took three times as long.
final class SmallToFloats {

  private static final int BLOCK = 1024;

  private SmallToFloats() {}

  static CastLoop floatsOfBytes(boolean unsigned) {
    return (s, from, t, to, n) -> {
      byte[] bytes = new byte[Math.min(BLOCK, n)];
      float[] floats = new float[bytes.length];
      for (int done = 0; done < n; done += BLOCK) {
        int count = Math.min(BLOCK, n - done);
        take(s, from + done, bytes, count, unsigned);
        widen(bytes, floats, unsigned ? 0x1p7f : 0, count);
        MemorySegment.copy(floats, 0, t, FLOAT, to + ((long) done << 2), count);
      }
    };
  }

  static CastLoop doublesOfBytes(boolean unsigned) {
    return (s, from, t, to, n) -> {
      byte[] bytes = new byte[Math.min(BLOCK, n)];
      double[] doubles = new double[bytes.length];
      for (int done = 0; done < n; done += BLOCK) {
        int count = Math.min(BLOCK, n - done);
        take(s, from + done, bytes, count, unsigned);
        widen(bytes, doubles, unsigned ? 0x1p7 : 0, count);
        MemorySegment.copy(doubles, 0, t, DOUBLE, to + ((long) done << 3), count);
      }
    };
  }

  static CastLoop floatsOfShorts(boolean unsigned) {
    return (s, from, t, to, n) -> {
      short[] shorts = new short[Math.min(BLOCK, n)];
      float[] floats = new float[shorts.length];
      for (int done = 0; done < n; done += BLOCK) {
        int count = Math.min(BLOCK, n - done);
        take(s, from + ((long) done << 1), shorts, count, unsigned);
        widen(shorts, floats, unsigned ? 0x1p15f : 0, count);
        MemorySegment.copy(floats, 0, t, FLOAT, to + ((long) done << 2), count);
      }
    };
  }

  static CastLoop doublesOfShorts(boolean unsigned) {
    return (s, from, t, to, n) -> {
      short[] shorts = new short[Math.min(BLOCK, n)];
      double[] doubles = new double[shorts.length];
      for (int done = 0; done < n; done += BLOCK) {
        int count = Math.min(BLOCK, n - done);
        take(s, from + ((long) done << 1), shorts, count, unsigned);
        widen(shorts, doubles, unsigned ? 0x1p15 : 0, count);
        MemorySegment.copy(doubles, 0, t, DOUBLE, to + ((long) done << 3), count);
      }
    };
  }

  /// Loads integers. Unsigned integers are biased to signed by flipping the sign bit, because
  /// HotSpot vectorises only the widening of signed integers.
  private static void take(MemorySegment s, long from, byte[] items, int count, boolean unsigned) {
    MemorySegment.copy(s, ValueLayout.JAVA_BYTE, from, items, 0, count);
    if (unsigned) {
      for (int i = 0; i < count; i++) {
        items[i] ^= Byte.MIN_VALUE;
      }
    }
  }

  private static void take(MemorySegment s, long from, short[] items, int count, boolean unsigned) {
    MemorySegment.copy(s, SHORT, from, items, 0, count);
    if (unsigned) {
      for (int i = 0; i < count; i++) {
        items[i] ^= Short.MIN_VALUE;
      }
    }
  }

  /// @param less the bias to add to each number
  private static void widen(byte[] from, float[] to, float less, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  private static void widen(byte[] from, double[] to, double less, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  private static void widen(short[] from, float[] to, float less, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }

  private static void widen(short[] from, double[] to, double less, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i] + less;
    }
  }
}
