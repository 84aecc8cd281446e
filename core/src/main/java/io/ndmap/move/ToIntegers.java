package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Converts contiguous integers to integers of other sizes, and numbers to truth values. Integers
/// are little-endian and wrap.
final class ToIntegers {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;

  private ToIntegers() {}

  static void intsOfTruths(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, n);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(BYTE, i) == 0 ? 0 : 1);
    }
  }

  static void intsOfBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, n);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(BYTE, i));
    }
  }

  static void intsOfUnsignedBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, n);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(BYTE, i) & 0xff);
    }
  }

  static void intsOfShorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 1);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(SHORT, (long) i << 1));
    }
  }

  static void intsOfUnsignedShorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 1);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(SHORT, (long) i << 1) & 0xffff);
    }
  }

  static void longsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(LONG, (long) i << 3, items.get(INT, (long) i << 2));
    }
  }

  static void longsOfUnsignedInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 3);
    for (int i = 0; i < n; i++) {
      into.set(LONG, (long) i << 3, items.get(INT, (long) i << 2) & 0xffff_ffffL);
    }
  }

  static void truthsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, n);
    for (int i = 0; i < n; i++) {
      into.set(BYTE, i, (byte) (items.get(INT, (long) i << 2) == 0 ? 0 : 1));
    }
  }

  static void truthsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, n);
    for (int i = 0; i < n; i++) {
      into.set(BYTE, i, (byte) (items.get(LONG, (long) i << 3) == 0 ? 0 : 1));
    }
  }

  /// Converts NaN to true, because it differs from zero.
  static void truthsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, n);
    for (int i = 0; i < n; i++) {
      into.set(BYTE, i, (byte) (items.get(DOUBLE, (long) i << 3) == 0 ? 0 : 1));
    }
  }

  static void intsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 3);
    MemorySegment into = Unscoped.target(t, to, (long) n << 2);
    for (int i = 0; i < n; i++) {
      into.set(INT, (long) i << 2, items.get(INT, (long) i << 3));
    }
  }

  static void shortsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, (long) n << 1);
    for (int i = 0; i < n; i++) {
      into.set(SHORT, (long) i << 1, items.get(SHORT, (long) i << 2));
    }
  }

  static void bytesOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, (long) n << 2);
    MemorySegment into = Unscoped.target(t, to, n);
    for (int i = 0; i < n; i++) {
      into.set(BYTE, i, items.get(BYTE, (long) i << 2));
    }
  }

  /// Converts eight bytes at a time.
  static void truthsOfBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    MemorySegment items = Unscoped.slice(s, from, n);
    MemorySegment into = Unscoped.target(t, to, n);
    int words = n >>> 3;
    for (int i = 0; i < words; i++) {
      long bytes = items.get(LONG, (long) i << 3);
      // The highest bit of each nonzero byte: set before, or by a carry from the lower bits.
      long high = ((bytes & LOW_BITS) + LOW_BITS | bytes) & ~LOW_BITS;
      into.set(LONG, (long) i << 3, high >>> 7);
    }
    for (int i = words << 3; i < n; i++) {
      into.set(BYTE, i, (byte) (items.get(BYTE, i) == 0 ? 0 : 1));
    }
  }
}
