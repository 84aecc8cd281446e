package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// Converts contiguous numbers to `f2`, `f4` and `f8`, rounded to nearest, ties to even, in
/// little-endian order. Conversions of `f2` keep the bits of NaNs, see [Float16].
final class ToFloats {

  private ToFloats() {}

  static void floatsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(FLOAT, (long) i << 2, items.get(INT, (long) i << 2));
    }
  }

  static void doublesOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(DOUBLE, (long) i << 3, items.get(INT, (long) i << 2));
    }
  }

  static void floatsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(FLOAT, (long) i << 2, (float) items.get(LONG, (long) i << 3));
    }
  }

  static void doublesOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(DOUBLE, (long) i << 3, (double) items.get(LONG, (long) i << 3));
    }
  }

  static void floatsOfUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      long v = items.get(LONG, (long) i << 3);
      into.set(FLOAT, (long) i << 2, v >= 0 ? (float) v : (float) halved(v) * 2);
    }
  }

  static void doublesOfUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      long v = items.get(LONG, (long) i << 3);
      into.set(DOUBLE, (long) i << 3, v >= 0 ? (double) v : (double) halved(v) * 2);
    }
  }

  static void doublesOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(DOUBLE, (long) i << 3, items.get(FLOAT, (long) i << 2));
    }
  }

  static void floatsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(FLOAT, (long) i << 2, (float) items.get(DOUBLE, (long) i << 3));
    }
  }

  static void floatsOfFloat16(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 1);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(FLOAT, (long) i << 2, Float16.toFloat(items.get(SHORT, (long) i << 1)));
    }
  }

  static void doublesOfFloat16(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 1);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(DOUBLE, (long) i << 3, Float16.toDouble(items.get(SHORT, (long) i << 1)));
    }
  }

  static void halvesOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 1);
    for (int i = 0; i < n; i++) {
      into.set(SHORT, (long) i << 1, Float16.ofFloat(items.get(FLOAT, (long) i << 2)));
    }
  }

  static void halvesOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 1);
    for (int i = 0; i < n; i++) {
      into.set(SHORT, (long) i << 1, Float16.ofDouble(items.get(DOUBLE, (long) i << 3)));
    }
  }

  /// Halves an unsigned integer, so that it fits a `long`. The lowest bit stays sticky, so that
  /// rounding the half is correct.
  private static long halved(long bits) {
    return (bits >>> 1) | (bits & 1);
  }
}
