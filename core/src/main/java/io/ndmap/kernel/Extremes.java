package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Finds the smallest and the largest key ([SortableBits]) of contiguous little-endian items in a
/// native segment, in many lanes, which HotSpot vectorizes: a block is four rows, and each column
/// belongs to one lane, as in [Lanes]. What fills no block is handled item by item.
///
/// The smallest and the largest are looked for by loops of their own, the second of which finds the
/// block in the first-level cache: HotSpot 25 does not always vectorise a loop that writes to two
/// arrays of one type.
public final class Extremes {

  /// What is looked for.
  public enum Wanted {
    /// The smallest key.
    LOW,
    /// The largest one.
    HIGH,
    /// Both.
    BOTH
  }

  private static final int COUNT = Lanes.COUNT;
  private static final int HALF = 2 * COUNT;
  private static final int LAST = 3 * COUNT;
  private static final int EIGHTH = COUNT / 8;
  private static final int BLOCK = Lanes.BLOCK;

  private static final long UNSIGNED = 0xffff_ffffL;

  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};
  private static final double[] NO_DOUBLES = {};
  private static final float[] NO_FLOATS = {};

  private final Wanted wanted;
  private final boolean wantsLow;
  private final boolean wantsHigh;
  private long[] longs = NO_LONGS;
  private int[] ints = NO_INTS;
  private double[] doubles = NO_DOUBLES;
  private float[] floats = NO_FLOATS;
  private long low;
  private long high;

  /// Makes a place for results.
  ///
  /// @param wanted what is looked for; the other is then the same
  public Extremes(Wanted wanted) {
    this.wanted = wanted;
    this.wantsLow = wanted != Wanted.HIGH;
    this.wantsHigh = wanted != Wanted.LOW;
  }

  /// What is looked for.
  ///
  /// @return as it was given
  public Wanted wanted() {
    return wanted;
  }

  /// The smallest key of the last run, where it is wanted. Of floating-point numbers, that of any
  /// NaN if there is one; `NaT` is found only where the smallest or both are wanted.
  ///
  /// @return the key
  public long low() {
    return low;
  }

  /// The largest key of the last run, where it is wanted. Of floating-point numbers, that of any
  /// NaN if there is one.
  ///
  /// @return the key
  public long high() {
    return high;
  }

  private void set(long smallest, long largest) {
    low = wantsLow ? smallest : largest;
    high = wantsHigh ? largest : smallest;
  }

  /// Items of eight bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least one
  public void longs(MemorySegment segment, long at, int count, SortableBits keys) {
    int full = count & -BLOCK;
    if (full > 0) {
      if (keys.turn() != 0) {
        doubles(RunBuffers.doubles(segment, at, full), full, keys);
      } else {
        longs(RunBuffers.longs(segment, at, full), full, keys.flip());
      }
    }
    if (full < count) {
      int few = count - full;
      rest(RunBuffers.longs(segment, at + (long) full * Long.BYTES, few), few, keys, full == 0);
    }
  }

  /// Items of four bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least one
  /// @param unsigned whether they are unsigned integers
  public void ints(MemorySegment segment, long at, int count, SortableBits keys, boolean unsigned) {
    int full = count & -BLOCK;
    if (full > 0) {
      if (keys.turn() != 0) {
        floats(RunBuffers.floats(segment, at, full), full, keys);
      } else {
        ints(RunBuffers.ints(segment, at, full), full, unsigned);
      }
    }
    if (full < count) {
      int few = count - full;
      long mask = unsigned ? UNSIGNED : -1;
      IntBuffer from = RunBuffers.ints(segment, at + (long) full * Integer.BYTES, few);
      rest(from, few, mask, keys, full == 0);
    }
  }

  // ---- what fills blocks

  private void longs(LongBuffer from, int count, long flip) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    if (longs.length == 0) {
      longs = new long[2 * COUNT];
    }
    Arrays.fill(longs, 0, COUNT, min);
    Arrays.fill(longs, COUNT, 2 * COUNT, max);
    for (int i = 0; i < count; i += BLOCK) {
      block(wantsLow, wantsHigh, from, i, flip, longs);
    }
    for (int j = 0; j < COUNT; j++) {
      min = Math.min(min, longs[j]);
      max = Math.max(max, longs[COUNT + j]);
    }
    set(min, max);
  }

  private void ints(IntBuffer from, int count, boolean unsigned) {
    int flip = unsigned ? Integer.MIN_VALUE : 0;
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    if (ints.length == 0) {
      ints = new int[2 * COUNT];
    }
    Arrays.fill(ints, 0, COUNT, min);
    Arrays.fill(ints, COUNT, 2 * COUNT, max);
    for (int i = 0; i < count; i += BLOCK) {
      block(wantsLow, wantsHigh, from, i, flip, ints);
    }
    for (int j = 0; j < COUNT; j++) {
      min = Math.min(min, ints[j]);
      max = Math.max(max, ints[COUNT + j]);
    }
    set(key(min, unsigned), key(max, unsigned));
  }

  private static long key(int flipped, boolean unsigned) {
    return unsigned ? (flipped ^ Integer.MIN_VALUE) & UNSIGNED : flipped;
  }

  private void doubles(DoubleBuffer from, int count, SortableBits keys) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    if (doubles.length == 0) {
      doubles = new double[2 * COUNT];
    }
    Arrays.fill(doubles, 0, COUNT, min);
    Arrays.fill(doubles, COUNT, 2 * COUNT, max);
    for (int i = 0; i < count; i += BLOCK) {
      block(wantsLow, wantsHigh, from, i, doubles);
    }
    min = wantsLow ? least(doubles) : min;
    max = wantsHigh ? most(doubles) : max;
    set(keys.key(Double.doubleToLongBits(min)), keys.key(Double.doubleToLongBits(max)));
  }

  private void floats(FloatBuffer from, int count, SortableBits keys) {
    float min = Float.POSITIVE_INFINITY;
    float max = Float.NEGATIVE_INFINITY;
    if (floats.length == 0) {
      floats = new float[2 * COUNT];
    }
    Arrays.fill(floats, 0, COUNT, min);
    Arrays.fill(floats, COUNT, 2 * COUNT, max);
    for (int i = 0; i < count; i += BLOCK) {
      block(wantsLow, wantsHigh, from, i, floats);
    }
    min = wantsLow ? least(floats) : min;
    max = wantsHigh ? most(floats) : max;
    set(keys.key(Float.floatToIntBits(min)), keys.key(Float.floatToIntBits(max)));
  }

  // The lanes of floating-point numbers are brought together eight at a time, in loops that
  // vectorise: one such comparison after the other takes as long as a few blocks.

  private static double least(double[] lanes) {
    for (int j = 0; j < EIGHTH; j++) {
      double a =
          Math.min(
              Math.min(lanes[j], lanes[j + EIGHTH]),
              Math.min(lanes[j + 2 * EIGHTH], lanes[j + 3 * EIGHTH]));
      double b =
          Math.min(
              Math.min(lanes[j + 4 * EIGHTH], lanes[j + 5 * EIGHTH]),
              Math.min(lanes[j + 6 * EIGHTH], lanes[j + 7 * EIGHTH]));
      lanes[j] = Math.min(a, b);
    }
    double s0 = Double.POSITIVE_INFINITY;
    double s1 = s0;
    double s2 = s0;
    double s3 = s0;
    for (int j = 0; j < EIGHTH; j += 4) {
      s0 = Math.min(s0, lanes[j]);
      s1 = Math.min(s1, lanes[j + 1]);
      s2 = Math.min(s2, lanes[j + 2]);
      s3 = Math.min(s3, lanes[j + 3]);
    }
    return Math.min(Math.min(s0, s1), Math.min(s2, s3));
  }

  private static double most(double[] lanes) {
    for (int j = 0; j < EIGHTH; j++) {
      double a =
          Math.max(
              Math.max(lanes[COUNT + j], lanes[COUNT + j + EIGHTH]),
              Math.max(lanes[COUNT + j + 2 * EIGHTH], lanes[COUNT + j + 3 * EIGHTH]));
      double b =
          Math.max(
              Math.max(lanes[COUNT + j + 4 * EIGHTH], lanes[COUNT + j + 5 * EIGHTH]),
              Math.max(lanes[COUNT + j + 6 * EIGHTH], lanes[COUNT + j + 7 * EIGHTH]));
      lanes[COUNT + j] = Math.max(a, b);
    }
    double s0 = Double.NEGATIVE_INFINITY;
    double s1 = s0;
    double s2 = s0;
    double s3 = s0;
    for (int j = 0; j < EIGHTH; j += 4) {
      s0 = Math.max(s0, lanes[COUNT + j]);
      s1 = Math.max(s1, lanes[COUNT + j + 1]);
      s2 = Math.max(s2, lanes[COUNT + j + 2]);
      s3 = Math.max(s3, lanes[COUNT + j + 3]);
    }
    return Math.max(Math.max(s0, s1), Math.max(s2, s3));
  }

  private static float least(float[] lanes) {
    for (int j = 0; j < EIGHTH; j++) {
      float a =
          Math.min(
              Math.min(lanes[j], lanes[j + EIGHTH]),
              Math.min(lanes[j + 2 * EIGHTH], lanes[j + 3 * EIGHTH]));
      float b =
          Math.min(
              Math.min(lanes[j + 4 * EIGHTH], lanes[j + 5 * EIGHTH]),
              Math.min(lanes[j + 6 * EIGHTH], lanes[j + 7 * EIGHTH]));
      lanes[j] = Math.min(a, b);
    }
    float s0 = Float.POSITIVE_INFINITY;
    float s1 = s0;
    float s2 = s0;
    float s3 = s0;
    for (int j = 0; j < EIGHTH; j += 4) {
      s0 = Math.min(s0, lanes[j]);
      s1 = Math.min(s1, lanes[j + 1]);
      s2 = Math.min(s2, lanes[j + 2]);
      s3 = Math.min(s3, lanes[j + 3]);
    }
    return Math.min(Math.min(s0, s1), Math.min(s2, s3));
  }

  private static float most(float[] lanes) {
    for (int j = 0; j < EIGHTH; j++) {
      float a =
          Math.max(
              Math.max(lanes[COUNT + j], lanes[COUNT + j + EIGHTH]),
              Math.max(lanes[COUNT + j + 2 * EIGHTH], lanes[COUNT + j + 3 * EIGHTH]));
      float b =
          Math.max(
              Math.max(lanes[COUNT + j + 4 * EIGHTH], lanes[COUNT + j + 5 * EIGHTH]),
              Math.max(lanes[COUNT + j + 6 * EIGHTH], lanes[COUNT + j + 7 * EIGHTH]));
      lanes[COUNT + j] = Math.max(a, b);
    }
    float s0 = Float.NEGATIVE_INFINITY;
    float s1 = s0;
    float s2 = s0;
    float s3 = s0;
    for (int j = 0; j < EIGHTH; j += 4) {
      s0 = Math.max(s0, lanes[COUNT + j]);
      s1 = Math.max(s1, lanes[COUNT + j + 1]);
      s2 = Math.max(s2, lanes[COUNT + j + 2]);
      s3 = Math.max(s3, lanes[COUNT + j + 3]);
    }
    return Math.max(Math.max(s0, s1), Math.max(s2, s3));
  }

  // ---- what fills none: by keys, also of floating-point numbers, because one comparison of these
  // takes as long as several of integers

  private void rest(LongBuffer from, int count, SortableBits keys, boolean all) {
    long flip = keys.flip();
    long turn = keys.turn();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = from.get(i);
      long key = (bits ^ flip) ^ (bits >> 63 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    take(min, max, keys, all);
  }

  /// @param mask the bits of a key that are an item's
  private void rest(IntBuffer from, int count, long mask, SortableBits keys, boolean all) {
    long turn = keys.turn();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = from.get(i) & mask;
      long key = bits ^ (bits >> 63 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    take(min, max, keys, all);
  }

  /// @param all whether nothing came before
  private void take(long min, long max, SortableBits keys, boolean all) {
    boolean floating = keys.turn() != 0;
    if (floating && (keys.isNaN(min) || keys.isNaN(max))) {
      long nan = keys.isNaN(min) ? min : max;
      set(nan, nan);
    } else if (all) {
      set(min, max);
    } else if (!floating || !(keys.isNaN(low) || keys.isNaN(high))) {
      set(Math.min(low, min), Math.max(high, max));
    }
  }

  // Smallest ones in the first half of the lanes, largest ones in the second.

  private static void block(
      boolean low, boolean high, LongBuffer from, int at, long flip, long[] lanes) {
    if (low) {
      for (int j = 0; j < COUNT; j++) {
        long a = from.get(at + j) ^ flip;
        long b = from.get(at + COUNT + j) ^ flip;
        long c = from.get(at + HALF + j) ^ flip;
        long d = from.get(at + LAST + j) ^ flip;
        lanes[j] = Math.min(lanes[j], Math.min(Math.min(a, b), Math.min(c, d)));
      }
    }
    if (high) {
      for (int j = 0; j < COUNT; j++) {
        long a = from.get(at + j) ^ flip;
        long b = from.get(at + COUNT + j) ^ flip;
        long c = from.get(at + HALF + j) ^ flip;
        long d = from.get(at + LAST + j) ^ flip;
        lanes[COUNT + j] = Math.max(lanes[COUNT + j], Math.max(Math.max(a, b), Math.max(c, d)));
      }
    }
  }

  private static void block(
      boolean low, boolean high, IntBuffer from, int at, int flip, int[] lanes) {
    if (low) {
      for (int j = 0; j < COUNT; j++) {
        int a = from.get(at + j) ^ flip;
        int b = from.get(at + COUNT + j) ^ flip;
        int c = from.get(at + HALF + j) ^ flip;
        int d = from.get(at + LAST + j) ^ flip;
        lanes[j] = Math.min(lanes[j], Math.min(Math.min(a, b), Math.min(c, d)));
      }
    }
    if (high) {
      for (int j = 0; j < COUNT; j++) {
        int a = from.get(at + j) ^ flip;
        int b = from.get(at + COUNT + j) ^ flip;
        int c = from.get(at + HALF + j) ^ flip;
        int d = from.get(at + LAST + j) ^ flip;
        lanes[COUNT + j] = Math.max(lanes[COUNT + j], Math.max(Math.max(a, b), Math.max(c, d)));
      }
    }
  }

  private static void block(boolean low, boolean high, DoubleBuffer from, int at, double[] lanes) {
    if (low) {
      for (int j = 0; j < COUNT; j++) {
        double a = from.get(at + j);
        double b = from.get(at + COUNT + j);
        double c = from.get(at + HALF + j);
        double d = from.get(at + LAST + j);
        lanes[j] = Math.min(lanes[j], Math.min(Math.min(a, b), Math.min(c, d)));
      }
    }
    if (high) {
      for (int j = 0; j < COUNT; j++) {
        double a = from.get(at + j);
        double b = from.get(at + COUNT + j);
        double c = from.get(at + HALF + j);
        double d = from.get(at + LAST + j);
        lanes[COUNT + j] = Math.max(lanes[COUNT + j], Math.max(Math.max(a, b), Math.max(c, d)));
      }
    }
  }

  private static void block(boolean low, boolean high, FloatBuffer from, int at, float[] lanes) {
    if (low) {
      for (int j = 0; j < COUNT; j++) {
        float a = from.get(at + j);
        float b = from.get(at + COUNT + j);
        float c = from.get(at + HALF + j);
        float d = from.get(at + LAST + j);
        lanes[j] = Math.min(lanes[j], Math.min(Math.min(a, b), Math.min(c, d)));
      }
    }
    if (high) {
      for (int j = 0; j < COUNT; j++) {
        float a = from.get(at + j);
        float b = from.get(at + COUNT + j);
        float c = from.get(at + HALF + j);
        float d = from.get(at + LAST + j);
        lanes[COUNT + j] = Math.max(lanes[COUNT + j], Math.max(Math.max(a, b), Math.max(c, d)));
      }
    }
  }

  /// Items in an array, of which no keys were made.
  ///
  /// @param items filled up with the sign
  /// @param count how many from `from` on
  public void items(long[] items, int from, int count, SortableBits keys) {
    long flip = keys.flip();
    long turn = keys.turn();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      long bits = items[i];
      long key = (bits ^ flip) ^ (bits >> 63 & turn);
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    low = min;
    high = max;
  }

  /// Keys in an array.
  ///
  /// @param count how many from `from` on
  public void keys(long[] keys, int from, int count) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      min = Math.min(min, keys[i]);
      max = Math.max(max, keys[i]);
    }
    low = min;
    high = max;
  }
}
