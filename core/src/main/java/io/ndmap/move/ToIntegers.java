package io.ndmap.move;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Converts contiguous integers to integers of other sizes, and numbers to truth values. Integers
/// are little-endian and wrap.
final class ToIntegers {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;

  private ToIntegers() {}

  static void intsOfTruths(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(BYTE, from + i) == 0 ? 0 : 1);
    }
  }

  static void intsOfBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(BYTE, from + i));
    }
  }

  static void intsOfUnsignedBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(BYTE, from + i) & 0xff);
    }
  }

  static void intsOfShorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(SHORT, from + ((long) i << 1)));
    }
  }

  static void intsOfUnsignedShorts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(SHORT, from + ((long) i << 1)) & 0xffff);
    }
  }

  static void longsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(LONG, to + ((long) i << 3), s.get(INT, from + ((long) i << 2)));
    }
  }

  static void longsOfUnsignedInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(LONG, to + ((long) i << 3), s.get(INT, from + ((long) i << 2)) & 0xffff_ffffL);
    }
  }

  static void truthsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, (byte) (s.get(INT, from + ((long) i << 2)) == 0 ? 0 : 1));
    }
  }

  static void truthsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, (byte) (s.get(LONG, from + ((long) i << 3)) == 0 ? 0 : 1));
    }
  }

  /// NaN differs from zero.
  static void truthsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, (byte) (s.get(DOUBLE, from + ((long) i << 3)) == 0 ? 0 : 1));
    }
  }

  static void intsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(INT, to + ((long) i << 2), s.get(INT, from + ((long) i << 3)));
    }
  }

  static void shortsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(SHORT, to + ((long) i << 1), s.get(SHORT, from + ((long) i << 2)));
    }
  }

  static void bytesOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(BYTE, to + i, s.get(BYTE, from + ((long) i << 2)));
    }
  }

  /// Eight at a time.
  static void truthsOfBytes(MemorySegment s, long from, MemorySegment t, long to, int n) {
    int words = n >>> 3;
    for (int i = 0; i < words; i++) {
      long bytes = s.get(LONG, from + ((long) i << 3));
      // The highest bit of each that is not zero: the lower ones carry into it.
      long high = ((bytes & LOW_BITS) + LOW_BITS | bytes) & ~LOW_BITS;
      t.set(LONG, to + ((long) i << 3), high >>> 7);
    }
    for (int i = words << 3; i < n; i++) {
      t.set(BYTE, to + i, (byte) (s.get(BYTE, from + i) == 0 ? 0 : 1));
    }
  }
}
