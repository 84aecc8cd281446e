package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Sorting with the JDK's methods, and matrix products as handwritten loops over segments.
final class FfmOrders {

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int BITS = 11;
  private static final int DIGITS = 1 << BITS;

  private FfmOrders() {}

  static void doubles(MemorySegment from, MemorySegment to, int n) {
    double[] items = from.asSlice(0, 8L * n).toArray(DOUBLE);
    Arrays.sort(items);
    MemorySegment.copy(items, 0, to, DOUBLE, 0, n);
  }

  static void floats(MemorySegment from, MemorySegment to, int n) {
    float[] items = from.asSlice(0, 4L * n).toArray(FLOAT);
    Arrays.sort(items);
    MemorySegment.copy(items, 0, to, FLOAT, 0, n);
  }

  static void longs(MemorySegment from, MemorySegment to, int n) {
    long[] items = from.asSlice(0, 8L * n).toArray(LONG);
    Arrays.sort(items);
    MemorySegment.copy(items, 0, to, LONG, 0, n);
  }

  static void ints(MemorySegment from, MemorySegment to, int n) {
    int[] items = from.asSlice(0, 4L * n).toArray(INT);
    Arrays.sort(items);
    MemorySegment.copy(items, 0, to, INT, 0, n);
  }

  /// Sorts the elements and keeps the distinct ones.
  ///
  /// @return the number of distinct elements
  static int distinct(MemorySegment from, MemorySegment to, int n) {
    double[] items = from.asSlice(0, 8L * n).toArray(DOUBLE);
    Arrays.sort(items);
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || items[i] != items[i - 1]) {
        to.set(DOUBLE, 8L * count++, items[i]);
      }
    }
    return count;
  }

  /// Computes the indices that sort the elements, by a radix sort of the elements' bits. No element
  /// may be negative.
  static void places(MemorySegment from, MemorySegment to, int n) {
    long[] keys = from.asSlice(0, 8L * n).toArray(LONG);
    long[] spare = new long[n];
    int[] order = new int[n];
    int[] other = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      int[] next = new int[DIGITS + 1];
      for (long key : keys) {
        next[((int) (key >>> shift) & (DIGITS - 1)) + 1]++;
      }
      for (int k = 0; k < DIGITS; k++) {
        next[k + 1] += next[k];
      }
      for (int i = 0; i < n; i++) {
        int place = next[(int) (keys[i] >>> shift) & (DIGITS - 1)]++;
        spare[place] = keys[i];
        other[place] = order[i];
      }
      long[] sorted = spare;
      spare = keys;
      keys = sorted;
      int[] places = other;
      other = order;
      order = places;
    }
    for (int i = 0; i < n; i++) {
      to.set(LONG, 8L * i, order[i]);
    }
  }

  /// Multiplies a matrix of doubles by itself.
  static void multiplyDoubles(MemorySegment x, MemorySegment to, int n) {
    to.asSlice(0, 8L * n * n).fill((byte) 0);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double factor = x.get(DOUBLE, 8L * (i * n + k));
        for (int j = 0; j < n; j++) {
          long at = 8L * (i * n + j);
          to.set(DOUBLE, at, to.get(DOUBLE, at) + factor * x.get(DOUBLE, 8L * (k * n + j)));
        }
      }
    }
  }

  /// Multiplies a matrix of floats by itself.
  static void multiplyFloats(MemorySegment x, MemorySegment to, int n) {
    to.asSlice(0, 4L * n * n).fill((byte) 0);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        float factor = x.get(FLOAT, 4L * (i * n + k));
        for (int j = 0; j < n; j++) {
          long at = 4L * (i * n + j);
          to.set(FLOAT, at, to.get(FLOAT, at) + factor * x.get(FLOAT, 4L * (k * n + j)));
        }
      }
    }
  }
}
