package io.ndmap.move;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Converts contiguous numbers to `f2`, `f4` and `f8`, rounded to nearest, ties to even, in
/// little-endian order. Those of `f2` keep the bits of NaNs, see [Halves].
final class ToFloats {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ToFloats() {}

  static void floatsOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(FLOAT, to + ((long) i << 2), s.get(INT, from + ((long) i << 2)));
    }
  }

  static void doublesOfInts(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(DOUBLE, to + ((long) i << 3), s.get(INT, from + ((long) i << 2)));
    }
  }

  static void floatsOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(FLOAT, to + ((long) i << 2), (float) s.get(LONG, from + ((long) i << 3)));
    }
  }

  static void doublesOfLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(DOUBLE, to + ((long) i << 3), (double) s.get(LONG, from + ((long) i << 3)));
    }
  }

  static void floatsOfUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long v = s.get(LONG, from + ((long) i << 3));
      t.set(FLOAT, to + ((long) i << 2), v >= 0 ? (float) v : (float) halved(v) * 2);
    }
  }

  static void doublesOfUnsignedLongs(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      long v = s.get(LONG, from + ((long) i << 3));
      t.set(DOUBLE, to + ((long) i << 3), v >= 0 ? (double) v : (double) halved(v) * 2);
    }
  }

  static void doublesOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(DOUBLE, to + ((long) i << 3), s.get(FLOAT, from + ((long) i << 2)));
    }
  }

  static void floatsOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(FLOAT, to + ((long) i << 2), (float) s.get(DOUBLE, from + ((long) i << 3)));
    }
  }

  static void floatsOfHalves(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(FLOAT, to + ((long) i << 2), Halves.toFloat(s.get(SHORT, from + ((long) i << 1))));
    }
  }

  static void doublesOfHalves(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(DOUBLE, to + ((long) i << 3), Halves.toDouble(s.get(SHORT, from + ((long) i << 1))));
    }
  }

  static void halvesOfFloats(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(SHORT, to + ((long) i << 1), Halves.ofFloat(s.get(FLOAT, from + ((long) i << 2))));
    }
  }

  static void halvesOfDoubles(MemorySegment s, long from, MemorySegment t, long to, int n) {
    for (int i = 0; i < n; i++) {
      t.set(SHORT, to + ((long) i << 1), Halves.ofDouble(s.get(DOUBLE, from + ((long) i << 3))));
    }
  }

  /// The lowest bit stays sticky, so that rounding sees it.
  private static long halved(long bits) {
    return (bits >>> 1) | (bits & 1);
  }
}
