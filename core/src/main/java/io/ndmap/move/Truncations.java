package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// Converts contiguous floating-point numbers to integers, as C on x86-64 does: numbers are
/// truncated; NaN and numbers that do not fit become the lowest signed integer, but unsigned
/// integers of 64 bits are 0 for numbers of 2⁶⁴ or more, and negative numbers wrap. All numbers are
/// little-endian.
final class Truncations {

  private Truncations() {}

  /// Corrects Java's cast, which converts NaN to 0 and saturates other numbers that do not fit.
  static void intsOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      float v = items.get(FLOAT, (long) i << 2);
      into.set(INT, (long) i << 2, v < 0x1p31f ? (int) v : Integer.MIN_VALUE);
    }
  }

  static void intsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      double v = items.get(DOUBLE, (long) i << 3);
      into.set(INT, (long) i << 2, v < 0x1p31 ? (int) v : Integer.MIN_VALUE);
    }
  }

  static void longsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(LONG, (long) i << 3, signed(items.get(DOUBLE, (long) i << 3)));
    }
  }

  /// Numbers below 2⁶³ and NaN become signed integers, whose bits are stored. From larger numbers,
  /// 2⁶³ is subtracted before the conversion and added afterwards, so numbers from 2⁶⁴ on become 0.
  static void unsignedLongsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      double v = items.get(DOUBLE, (long) i << 3);
      into.set(LONG, (long) i << 3, v >= 0x1p63 ? signed(v - 0x1p63) ^ Long.MIN_VALUE : signed(v));
    }
  }

  private static long signed(double value) {
    return value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }
}
