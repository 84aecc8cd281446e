package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies, conversions, selections and in-place arithmetic, as handwritten loops over segments.
final class FfmCopies {

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
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TILE = 64;

  private FfmCopies() {}

  static void copySwapped(MemorySegment from, MemorySegment to, int n) {
    MemorySegment.copy(from, BIG, 0, to, DOUBLE, 0, n);
  }

  static void doublesToFloats(MemorySegment from, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      to.set(FLOAT, 4L * i, (float) from.get(DOUBLE, 8L * i));
    }
  }

  static void floatsToDoubles(MemorySegment from, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      to.set(DOUBLE, 8L * i, from.get(FLOAT, 4L * i));
    }
  }

  static void bytesToFloats(MemorySegment from, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      to.set(FLOAT, 4L * i, from.get(ValueLayout.JAVA_BYTE, i) & 0xFF);
    }
  }

  static void halvesToFloats(MemorySegment from, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      to.set(FLOAT, 4L * i, Float.float16ToFloat(from.get(SHORT, 2L * i)));
    }
  }

  static void transpose(MemorySegment from, MemorySegment to, int rows, int columns) {
    for (int i = 0; i < rows; i += TILE) {
      for (int j = 0; j < columns; j += TILE) {
        int height = Math.min(TILE, rows - i);
        int width = Math.min(TILE, columns - j);
        for (int x = 0; x < width; x++) {
          long target = 8L * (j + x) * rows + 8L * i;
          long source = 8L * i * columns + 8L * (j + x);
          for (int y = 0; y < height; y++) {
            to.set(DOUBLE, target + 8L * y, from.get(DOUBLE, source + 8L * y * columns));
          }
        }
      }
    }
  }

  static void gather(MemorySegment from, MemorySegment positions, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      to.set(DOUBLE, 8L * i, from.get(DOUBLE, 8L * positions.get(LONG, 8L * i)));
    }
  }

  static void gatherAt(
      MemorySegment from, int columns, long[] rows, long[] positions, MemorySegment to) {
    for (int k = 0; k < rows.length; k++) {
      to.set(DOUBLE, 8L * k, from.get(DOUBLE, 8L * (rows[k] * columns + positions[k])));
    }
  }

  static void takeRows(
      MemorySegment from, MemorySegment positions, MemorySegment to, int n, long rowBytes) {
    for (int i = 0; i < n; i++) {
      long row = positions.get(LONG, 8L * i);
      MemorySegment.copy(from, row * rowBytes, to, i * rowBytes, rowBytes);
    }
  }

  // The loop variable is a long: with an int, HotSpot 25 compiled these two methods a hundred
  // times, which took seconds, because each time a speculation about the loop failed at its entry.
  static int select(MemorySegment from, MemorySegment mask, MemorySegment to, int n) {
    int taken = 0;
    for (long i = 0; i < n; i++) {
      if (mask.get(ValueLayout.JAVA_BYTE, i) != 0) {
        to.set(DOUBLE, 8L * taken, from.get(DOUBLE, 8L * i));
        taken++;
      }
    }
    return taken;
  }

  static int selectAbove(MemorySegment from, double threshold, MemorySegment to, int n) {
    int taken = 0;
    for (long i = 0; i < n; i++) {
      double value = from.get(DOUBLE, 8L * i);
      if (value > threshold) {
        to.set(DOUBLE, 8L * taken, value);
        taken++;
      }
    }
    return taken;
  }

  static void compare(MemorySegment from, double threshold, MemorySegment mask, int n) {
    for (int i = 0; i < n; i++) {
      mask.set(ValueLayout.JAVA_BYTE, i, (byte) (from.get(DOUBLE, 8L * i) > threshold ? 1 : 0));
    }
  }

  static void fillDoubles(MemorySegment target, double value, int n) {
    for (int i = 0; i < n; i++) {
      target.set(DOUBLE, 8L * i, value);
    }
  }

  static void fillFloats(MemorySegment target, float value, int n) {
    for (int i = 0; i < n; i++) {
      target.set(FLOAT, 4L * i, value);
    }
  }

  static void fillInts(MemorySegment target, int value, int n) {
    for (int i = 0; i < n; i++) {
      target.set(INT, 4L * i, value);
    }
  }

  static void roots(MemorySegment s, MemorySegment target, int n) {
    for (int i = 0; i < n; i++) {
      double x = s.get(DOUBLE, 8L * i);
      target.set(DOUBLE, 8L * i, Math.sqrt(x * x + x));
    }
  }

  static void distances(MemorySegment x, MemorySegment y, MemorySegment to, int n) {
    for (int i = 0; i < n; i++) {
      double a = x.get(DOUBLE, 8L * i);
      double b = y.get(DOUBLE, 8L * i);
      to.set(DOUBLE, 8L * i, Math.sqrt(a * a + b * b));
    }
  }

  static void addDoubles(MemorySegment a, MemorySegment b, double scale, int n) {
    for (int i = 0; i < n; i++) {
      a.set(DOUBLE, 8L * i, a.get(DOUBLE, 8L * i) + scale * b.get(DOUBLE, 8L * i));
    }
  }

  static void addFloats(MemorySegment a, MemorySegment b, float scale, int n) {
    for (int i = 0; i < n; i++) {
      a.set(FLOAT, 4L * i, a.get(FLOAT, 4L * i) + scale * b.get(FLOAT, 4L * i));
    }
  }

  static void addInts(MemorySegment a, MemorySegment b, int scale, int n) {
    for (int i = 0; i < n; i++) {
      a.set(INT, 4L * i, a.get(INT, 4L * i) + scale * b.get(INT, 4L * i));
    }
  }
}
