package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums, minima, maxima and moments, as handwritten loops over a segment: constant layouts, `int`
/// loop variables, and four or more accumulators where a single one would be a chain of dependent
/// operations.
final class FfmReductions {

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble BIG =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK = 4096;

  private FfmReductions() {}

  static long countFar(MemorySegment s, double center, double distance, int n) {
    long found = 0;
    for (int i = 0; i < n; i++) {
      found += Math.abs(s.get(DOUBLE, 8L * i) - center) > distance ? 1 : 0;
    }
    return found;
  }

  static double sum(MemorySegment s, long at, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i < n - 3; i += 4) {
      long p = at + 8L * i;
      a += s.get(DOUBLE, p);
      b += s.get(DOUBLE, p + 8);
      c += s.get(DOUBLE, p + 16);
      d += s.get(DOUBLE, p + 24);
    }
    for (; i < n; i++) {
      a += s.get(DOUBLE, at + 8L * i);
    }
    return a + b + (c + d);
  }

  static double sumBig(MemorySegment s, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i < n - 3; i += 4) {
      long p = 8L * i;
      a += s.get(BIG, p);
      b += s.get(BIG, p + 8);
      c += s.get(BIG, p + 16);
      d += s.get(BIG, p + 24);
    }
    for (; i < n; i++) {
      a += s.get(BIG, 8L * i);
    }
    return a + b + (c + d);
  }

  static double sumFloats(MemorySegment s, int n) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int i = 0;
    for (; i < n - 7; i += 8) {
      long p = 4L * i;
      a += s.get(FLOAT, p);
      b += s.get(FLOAT, p + 4);
      c += s.get(FLOAT, p + 8);
      d += s.get(FLOAT, p + 12);
      e += s.get(FLOAT, p + 16);
      f += s.get(FLOAT, p + 20);
      g += s.get(FLOAT, p + 24);
      h += s.get(FLOAT, p + 28);
    }
    for (; i < n; i++) {
      a += s.get(FLOAT, 4L * i);
    }
    return (double) (a + b) + (c + d) + ((double) (e + f) + (g + h));
  }

  static long sumInts(MemorySegment s, int n) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i < n - 3; i += 4) {
      long p = 4L * i;
      a += s.get(INT, p);
      b += s.get(INT, p + 4);
      c += s.get(INT, p + 8);
      d += s.get(INT, p + 12);
    }
    for (; i < n; i++) {
      a += s.get(INT, 4L * i);
    }
    return a + b + c + d;
  }

  static long sumShorts(MemorySegment s, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += s.get(SHORT, 2L * i);
    }
    return sum;
  }

  static long sumBytes(MemorySegment s, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += s.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
    }
    return sum;
  }

  static double max(MemorySegment s, long at, int n) {
    double a = s.get(DOUBLE, at);
    double b = a;
    double c = a;
    double d = a;
    int i = 0;
    for (; i < n - 3; i += 4) {
      long p = at + 8L * i;
      double v = s.get(DOUBLE, p);
      double w = s.get(DOUBLE, p + 8);
      double x = s.get(DOUBLE, p + 16);
      double y = s.get(DOUBLE, p + 24);
      a = v > a ? v : a;
      b = w > b ? w : b;
      c = x > c ? x : c;
      d = y > d ? y : d;
    }
    for (; i < n; i++) {
      a = Math.max(a, s.get(DOUBLE, at + 8L * i));
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  static long argMax(MemorySegment s, int n) {
    int block = 0;
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i += BLOCK) {
      double max = max(s, 8L * i, Math.min(BLOCK, n - i));
      if (max > best) {
        best = max;
        block = i;
      }
    }
    while (s.get(DOUBLE, 8L * block) != best) {
      block++;
    }
    return block;
  }

  /// Computes mean and standard deviation in one pass. The first element is subtracted from each
  /// element before it is squared, so that little precision is lost.
  static double[] moments(MemorySegment s, int n) {
    double shift = s.get(DOUBLE, 0);
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    int i = 0;
    for (; i < n - 3; i += 4) {
      long p = 8L * i;
      double v = s.get(DOUBLE, p) - shift;
      double w = s.get(DOUBLE, p + 8) - shift;
      double x = s.get(DOUBLE, p + 16) - shift;
      double y = s.get(DOUBLE, p + 24) - shift;
      a += v;
      b += w;
      c += x;
      d += y;
      e += v * v;
      f += w * w;
      g += x * x;
      h += y * y;
    }
    for (; i < n; i++) {
      double v = s.get(DOUBLE, 8L * i) - shift;
      a += v;
      e += v * v;
    }
    double sum = a + b + (c + d);
    double squares = e + f + (g + h);
    return new double[] {shift + sum / n, Math.sqrt((squares - sum * sum / n) / n)};
  }

  static double[] sumRowsTogether(MemorySegment s, int rows, int columns) {
    double[] sums = new double[columns];
    for (int i = 0; i < rows; i++) {
      long at = 8L * i * columns;
      for (int j = 0; j < columns; j++) {
        sums[j] += s.get(DOUBLE, at + 8L * j);
      }
    }
    return sums;
  }

  static double[] sumEachRow(MemorySegment s, int rows, int columns) {
    double[] sums = new double[rows];
    for (int i = 0; i < rows; i++) {
      sums[i] = sum(s, 8L * i * columns, columns);
    }
    return sums;
  }

  static double sumStrided(MemorySegment s, int rows, int columns) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int i = 0; i < rows; i += 2) {
      long at = 8L * i * columns;
      int j = 0;
      for (; j < columns - 9; j += 12) {
        long p = at + 8L * j;
        a += s.get(DOUBLE, p);
        b += s.get(DOUBLE, p + 24);
        c += s.get(DOUBLE, p + 48);
        d += s.get(DOUBLE, p + 72);
      }
      for (; j < columns; j += 3) {
        a += s.get(DOUBLE, at + 8L * j);
      }
    }
    return a + b + (c + d);
  }

  /// Sums with one accumulator in the order of the elements, like a user's own loop.
  static double sumItems(MemorySegment s, int rows, int columns) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sum += s.get(DOUBLE, 8L * i * columns + 8L * j);
      }
    }
    return sum;
  }
}
