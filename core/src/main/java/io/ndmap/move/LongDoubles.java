package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts contiguous long doubles of sixteen bytes: eight of significand, two of sign and
/// exponent, and padding, which becomes zero. All numbers are little-endian.
final class LongDoubles {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private LongDoubles() {}

  static void ofLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long v = s.get(LONG, from + ((long) i << 3));
      put(
          t,
          to,
          i,
          Extended.normalized(Math.abs(v)),
          v == 0 ? 0 : (v < 0 ? Extended.SIGN : 0) | Extended.exponentOf(Math.abs(v)));
    }
  }

  static void ofUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long v = s.get(LONG, from + ((long) i << 3));
      put(t, to, i, Extended.normalized(v), v == 0 ? 0 : Extended.exponentOf(v));
    }
  }

  static void ofThemselves(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      put(t, to, i, significand(s, from, i), signExponent(s, from, i));
    }
  }

  static void ofDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long v = s.get(LONG, from + ((long) i << 3));
      put(t, to, i, Extended.significandOfDouble(v), Extended.signExponentOfDouble(v));
    }
  }

  static void toFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      t.set(INT, to + ((long) i << 2), Extended.toFloatBits(bits, high));
    }
  }

  static void toDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      t.set(LONG, to + ((long) i << 3), Extended.toDoubleBits(bits, high));
    }
  }

  static void toTruths(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      t.set(BYTE, to + i, (byte) (Extended.isNonzero(bits, high) ? 1 : 0));
    }
  }

  /// Numbers that do not fit become -2¹⁵. C compilers convert long doubles to bytes through 16-bit
  /// integers, too.
  static void toShorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      long v = Extended.truncated(bits, high);
      t.set(SHORT, to + ((long) i << 1), v == (short) v ? (short) v : Short.MIN_VALUE);
    }
  }

  static void toInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      long v = Extended.truncated(bits, high);
      t.set(INT, to + ((long) i << 2), v == (int) v ? (int) v : Integer.MIN_VALUE);
    }
  }

  static void toLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      t.set(LONG, to + ((long) i << 3), Extended.truncated(bits, high));
    }
  }

  static void toUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long bits = significand(s, from, i);
      int high = signExponent(s, from, i);
      t.set(LONG, to + ((long) i << 3), Extended.truncatedUnsigned(bits, high));
    }
  }

  private static long significand(MemorySegment s, long from, int i) {
    return s.get(LONG, from + ((long) i << 4));
  }

  private static int signExponent(MemorySegment s, long from, int i) {
    return (int) s.get(LONG, from + ((long) i << 4) + 8) & 0xffff;
  }

  private static void put(MemorySegment t, long to, int i, long significand, long signExponent) {
    t.set(LONG, to + ((long) i << 4), significand);
    t.set(LONG, to + ((long) i << 4) + 8, signExponent);
  }
}
