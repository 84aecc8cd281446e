package io.ndmap.vector;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Squared Euclidean distances of a row and a vector: contiguous elements in unscoped memory.
///
/// Floating-point numbers are added in eight accumulators within blocks of [#BLOCK] elements, and
/// the blocks in double precision.
final class Distances {

  /// Elements per block.
  static final int BLOCK = 256;

  // The first element of the last step of a block.
  private static final int LAST = BLOCK - 8;

  private static final ValueLayout.OfFloat F4 =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Distances() {}

  /// The distance of little-endian floats, which are added in single precision within a block.
  ///
  /// @param at byte offset of the first element of the row
  /// @param to byte offset of the first element of the vector
  /// @param count how many elements there are
  static double floats(MemorySegment row, long at, MemorySegment vector, long to, int count) {
    MemorySegment x = Unscoped.slice(row, at, (long) count << 2);
    MemorySegment y = Unscoped.slice(vector, to, (long) count << 2);
    double sum = 0;
    int whole = count & -8;
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    for (int i = 0; i < whole; i += 8) {
      long o = (long) i << 2;
      float aa = x.get(F4, o) - y.get(F4, o);
      float bb = x.get(F4, o + 4) - y.get(F4, o + 4);
      float cc = x.get(F4, o + 8) - y.get(F4, o + 8);
      float dd = x.get(F4, o + 12) - y.get(F4, o + 12);
      float ee = x.get(F4, o + 16) - y.get(F4, o + 16);
      float ff = x.get(F4, o + 20) - y.get(F4, o + 20);
      float gg = x.get(F4, o + 24) - y.get(F4, o + 24);
      float hh = x.get(F4, o + 28) - y.get(F4, o + 28);
      a += aa * aa;
      b += bb * bb;
      c += cc * cc;
      d += dd * dd;
      e += ee * ee;
      f += ff * ff;
      g += gg * gg;
      h += hh * hh;
      if ((i & LAST) == LAST) {
        sum += (((double) a + b) + ((double) c + d)) + (((double) e + f) + ((double) g + h));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
    for (int i = whole; i < count; i++) {
      float apart = x.get(F4, (long) i << 2) - y.get(F4, (long) i << 2);
      a += apart * apart;
    }
    return sum + ((((double) a + b) + ((double) c + d)) + (((double) e + f) + ((double) g + h)));
  }

  /// The distance of little-endian doubles; parameters as for [#floats].
  static double doubles(MemorySegment row, long at, MemorySegment vector, long to, int count) {
    MemorySegment x = Unscoped.slice(row, at, (long) count << 3);
    MemorySegment y = Unscoped.slice(vector, to, (long) count << 3);
    double sum = 0;
    int whole = count & -8;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    for (int i = 0; i < whole; i += 8) {
      long o = (long) i << 3;
      double aa = x.get(F8, o) - y.get(F8, o);
      double bb = x.get(F8, o + 8) - y.get(F8, o + 8);
      double cc = x.get(F8, o + 16) - y.get(F8, o + 16);
      double dd = x.get(F8, o + 24) - y.get(F8, o + 24);
      double ee = x.get(F8, o + 32) - y.get(F8, o + 32);
      double ff = x.get(F8, o + 40) - y.get(F8, o + 40);
      double gg = x.get(F8, o + 48) - y.get(F8, o + 48);
      double hh = x.get(F8, o + 56) - y.get(F8, o + 56);
      a += aa * aa;
      b += bb * bb;
      c += cc * cc;
      d += dd * dd;
      e += ee * ee;
      f += ff * ff;
      g += gg * gg;
      h += hh * hh;
      if ((i & LAST) == LAST) {
        sum += ((a + b) + (c + d)) + ((e + f) + (g + h));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
    for (int i = whole; i < count; i++) {
      double apart = x.get(F8, (long) i << 3) - y.get(F8, (long) i << 3);
      a += apart * apart;
    }
    return sum + (((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  /// The distance of little-endian longs, wrapping; parameters as for [#floats].
  static long longs(MemorySegment row, long at, MemorySegment vector, long to, int count) {
    MemorySegment x = Unscoped.slice(row, at, (long) count << 3);
    MemorySegment y = Unscoped.slice(vector, to, (long) count << 3);
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long a = x.get(I8, (long) i << 3);
      long b = y.get(I8, (long) i << 3);
      sum += (a - b) * (a - b);
    }
    return sum;
  }
}
