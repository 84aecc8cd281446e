package io.ndmap.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The squared differences of a row and a vector, item by item, added up: contiguous items in
/// memory that belongs to no arena.
///
/// Floating-point numbers are added in eight variables within blocks of [#BLOCK] items, and the
/// blocks in double precision.
final class Distances {

  /// Items whose products are added up before they join the sum.
  static final int BLOCK = 256;

  // Where the last step of a block begins.
  private static final int LAST = BLOCK - 8;
  private static final int LAST_OF_TWO = BLOCK - 2;

  private static final ValueLayout.OfFloat F4 =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Distances() {}

  /// Of little-endian floats: within [#BLOCK] items in single precision, beyond in double.
  ///
  /// @param at byte offset of the first item of the row
  /// @param to byte offset of the first item of the vector
  /// @param count how many items there are
  static double floats(MemorySegment row, long at, MemorySegment vector, long to, int count) {
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
      long o = at + ((long) i << 2);
      long p = to + ((long) i << 2);
      float aa = row.get(F4, o) - vector.get(F4, p);
      float bb = row.get(F4, o + 4) - vector.get(F4, p + 4);
      float cc = row.get(F4, o + 8) - vector.get(F4, p + 8);
      float dd = row.get(F4, o + 12) - vector.get(F4, p + 12);
      float ee = row.get(F4, o + 16) - vector.get(F4, p + 16);
      float ff = row.get(F4, o + 20) - vector.get(F4, p + 20);
      float gg = row.get(F4, o + 24) - vector.get(F4, p + 24);
      float hh = row.get(F4, o + 28) - vector.get(F4, p + 28);
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
      float apart = row.get(F4, at + ((long) i << 2)) - vector.get(F4, to + ((long) i << 2));
      a += apart * apart;
    }
    return sum + ((((double) a + b) + ((double) c + d)) + (((double) e + f) + ((double) g + h)));
  }

  /// Of four rows of little-endian floats at once, so that each item of the vector is read once for
  /// four: in two variables a row.
  ///
  /// @param at byte offset of the first item of the first row
  /// @param distance bytes from one row to the next
  /// @param to byte offset of the first item of the vector
  /// @param count how many items there are in a row
  /// @param sums bits of doubles, to which the results are added
  /// @param first where that of the first row is
  static void fourRows(
      MemorySegment rows,
      long at,
      long distance,
      MemorySegment vector,
      long to,
      int count,
      long[] sums,
      int first) {
    long second = at + distance;
    long third = at + 2 * distance;
    long fourth = at + 3 * distance;
    double p = 0;
    double q = 0;
    double r = 0;
    double s = 0;
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int even = count & -2;
    for (int i = 0; i < even; i += 2) {
      long o = (long) i << 2;
      float v = vector.get(F4, to + o);
      float w = vector.get(F4, to + o + 4);
      float j = rows.get(F4, at + o) - v;
      float k = rows.get(F4, at + o + 4) - w;
      float l = rows.get(F4, second + o) - v;
      float m = rows.get(F4, second + o + 4) - w;
      float n = rows.get(F4, third + o) - v;
      float x = rows.get(F4, third + o + 4) - w;
      float y = rows.get(F4, fourth + o) - v;
      float z = rows.get(F4, fourth + o + 4) - w;
      a += j * j;
      b += k * k;
      c += l * l;
      d += m * m;
      e += n * n;
      f += x * x;
      g += y * y;
      h += z * z;
      if ((i & LAST_OF_TWO) == LAST_OF_TWO) {
        p += (double) a + b;
        q += (double) c + d;
        r += (double) e + f;
        s += (double) g + h;
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
    if (even < count) {
      long o = (long) even << 2;
      float v = vector.get(F4, to + o);
      float j = rows.get(F4, at + o) - v;
      float l = rows.get(F4, second + o) - v;
      float n = rows.get(F4, third + o) - v;
      float y = rows.get(F4, fourth + o) - v;
      a += j * j;
      c += l * l;
      e += n * n;
      g += y * y;
    }
    sums[first] = Products.plus(sums[first], p + ((double) a + b));
    sums[first + 1] = Products.plus(sums[first + 1], q + ((double) c + d));
    sums[first + 2] = Products.plus(sums[first + 2], r + ((double) e + f));
    sums[first + 3] = Products.plus(sums[first + 3], s + ((double) g + h));
  }

  /// Of little-endian doubles; parameters as for [#floats].
  static double doubles(MemorySegment row, long at, MemorySegment vector, long to, int count) {
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
      long o = at + ((long) i << 3);
      long p = to + ((long) i << 3);
      double aa = row.get(F8, o) - vector.get(F8, p);
      double bb = row.get(F8, o + 8) - vector.get(F8, p + 8);
      double cc = row.get(F8, o + 16) - vector.get(F8, p + 16);
      double dd = row.get(F8, o + 24) - vector.get(F8, p + 24);
      double ee = row.get(F8, o + 32) - vector.get(F8, p + 32);
      double ff = row.get(F8, o + 40) - vector.get(F8, p + 40);
      double gg = row.get(F8, o + 48) - vector.get(F8, p + 48);
      double hh = row.get(F8, o + 56) - vector.get(F8, p + 56);
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
      double apart = row.get(F8, at + ((long) i << 3)) - vector.get(F8, to + ((long) i << 3));
      a += apart * apart;
    }
    return sum + (((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  /// Of little-endian longs, wrapping; parameters as for [#floats].
  static long longs(MemorySegment row, long at, MemorySegment vector, long to, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long x = row.get(I8, at + ((long) i << 3));
      long y = vector.get(I8, to + ((long) i << 3));
      sum += (x - y) * (x - y);
    }
    return sum;
  }
}
