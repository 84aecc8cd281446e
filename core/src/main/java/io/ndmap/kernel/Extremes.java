package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/// The smallest and the largest key ([ItemKeys]) of little-endian items that stand one behind the
/// other in a native segment, found in many lanes side by side, which HotSpot vectorises: a block
/// is four rows, and what stands in a column goes to one lane, as in [Lanes].
///
/// Floating-point numbers are not turned into keys one by one, which takes twice as long. Taken as
/// signed integers, the largest is the largest number that is not negative, if there is one; taken
/// as unsigned ones, the largest is the most negative number, if there is one; else the smallest
/// signed integer is what is looked for.
public final class Extremes {

  /// What the bits of items are.
  private enum Sort {
    SIGNED,
    UNSIGNED,
    FLOATS;

    static Sort of(boolean unsigned, ItemKeys keys) {
      return keys.turn() != 0 ? FLOATS : unsigned ? UNSIGNED : SIGNED;
    }
  }

  private static final int COUNT = Lanes.COUNT;
  private static final int HALF = 2 * COUNT;
  private static final int LAST = 3 * COUNT;
  private static final int BLOCK = Lanes.BLOCK;

  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};

  private long[] lows = NO_LONGS;
  private long[] highs = NO_LONGS;
  private long[] unsignedHighs = NO_LONGS;
  private int[] intLows = NO_INTS;
  private int[] intHighs = NO_INTS;
  private int[] intUnsignedHighs = NO_INTS;

  private long low;
  private long high;

  /// Makes a place for results.
  public Extremes() {}

  /// The smallest key of the last run.
  ///
  /// @return the key
  public long low() {
    return low;
  }

  /// The largest key of the last run.
  ///
  /// @return the key
  public long high() {
    return high;
  }

  /// Items of eight bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least one
  public void longs(MemorySegment segment, long at, int count, ItemKeys keys) {
    long flip = keys.flip();
    LongBuffer from = RunBuffers.longs(segment, at, count);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    long top = Long.MIN_VALUE;
    int full = count & -BLOCK;
    if (full > 0) {
      longs(from, full, Sort.of(flip != 0, keys));
      for (int j = 0; j < COUNT; j++) {
        min = Math.min(min, lows[j]);
        max = Math.max(max, highs[j]);
        top = Math.max(top, unsignedHighs[j]);
      }
    }
    for (int i = full; i < count; i++) {
      long item = from.get(i) ^ flip;
      min = Math.min(min, item);
      max = Math.max(max, item);
      top = Math.max(top, item ^ Long.MIN_VALUE);
    }
    top ^= Long.MIN_VALUE;
    if (keys.turn() != 0) {
      low = keys.key(top < 0 ? top : min);
      high = keys.key(max >= 0 ? max : min);
    } else {
      low = min;
      high = max;
    }
  }

  private void longs(LongBuffer from, int count, Sort sort) {
    if (lows.length == 0) {
      lows = new long[COUNT];
      highs = new long[COUNT];
      unsignedHighs = new long[COUNT];
    }
    Arrays.fill(lows, Long.MAX_VALUE);
    Arrays.fill(highs, Long.MIN_VALUE);
    Arrays.fill(unsignedHighs, Long.MIN_VALUE);
    for (int i = 0; i < count; i += BLOCK) {
      block(sort, from, i, lows, highs, unsignedHighs);
    }
  }

  /// All loops, which makes the method too large to be inlined, as in [Lanes].
  private static void block(
      Sort sort, LongBuffer from, int at, long[] lows, long[] highs, long[] tops) {
    long turn = Long.MIN_VALUE;
    switch (sort) {
      case SIGNED -> {
        for (int j = 0; j < COUNT; j++) {
          long a = from.get(at + j);
          long b = from.get(at + COUNT + j);
          long c = from.get(at + HALF + j);
          long d = from.get(at + LAST + j);
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
        }
      }
      case UNSIGNED -> {
        for (int j = 0; j < COUNT; j++) {
          long a = from.get(at + j) ^ turn;
          long b = from.get(at + COUNT + j) ^ turn;
          long c = from.get(at + HALF + j) ^ turn;
          long d = from.get(at + LAST + j) ^ turn;
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
        }
      }
      case FLOATS -> {
        for (int j = 0; j < COUNT; j++) {
          long a = from.get(at + j);
          long b = from.get(at + COUNT + j);
          long c = from.get(at + HALF + j);
          long d = from.get(at + LAST + j);
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
          tops[j] =
              Math.max(
                  tops[j], Math.max(Math.max(a ^ turn, b ^ turn), Math.max(c ^ turn, d ^ turn)));
        }
      }
    }
  }

  /// Items of four bytes.
  ///
  /// @param at byte offset of the first
  /// @param count how many, at least one
  /// @param unsigned whether they are unsigned integers
  public void ints(MemorySegment segment, long at, int count, ItemKeys keys, boolean unsigned) {
    int flip = unsigned ? Integer.MIN_VALUE : 0;
    IntBuffer from = RunBuffers.ints(segment, at, count);
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    int top = Integer.MIN_VALUE;
    int full = count & -BLOCK;
    if (full > 0) {
      ints(from, full, Sort.of(flip != 0, keys));
      for (int j = 0; j < COUNT; j++) {
        min = Math.min(min, intLows[j]);
        max = Math.max(max, intHighs[j]);
        top = Math.max(top, intUnsignedHighs[j]);
      }
    }
    for (int i = full; i < count; i++) {
      int item = from.get(i) ^ flip;
      min = Math.min(min, item);
      max = Math.max(max, item);
      top = Math.max(top, item ^ Integer.MIN_VALUE);
    }
    top ^= Integer.MIN_VALUE;
    if (keys.turn() != 0) {
      low = keys.key(top < 0 ? top : min);
      high = keys.key(max >= 0 ? max : min);
    } else {
      low = unsigned ? (min ^ flip) & 0xffff_ffffL : min;
      high = unsigned ? (max ^ flip) & 0xffff_ffffL : max;
    }
  }

  private void ints(IntBuffer from, int count, Sort sort) {
    if (intLows.length == 0) {
      intLows = new int[COUNT];
      intHighs = new int[COUNT];
      intUnsignedHighs = new int[COUNT];
    }
    Arrays.fill(intLows, Integer.MAX_VALUE);
    Arrays.fill(intHighs, Integer.MIN_VALUE);
    Arrays.fill(intUnsignedHighs, Integer.MIN_VALUE);
    for (int i = 0; i < count; i += BLOCK) {
      block(sort, from, i, intLows, intHighs, intUnsignedHighs);
    }
  }

  /// All loops, which makes the method too large to be inlined, as in [Lanes].
  private static void block(
      Sort sort, IntBuffer from, int at, int[] lows, int[] highs, int[] tops) {
    int turn = Integer.MIN_VALUE;
    switch (sort) {
      case SIGNED -> {
        for (int j = 0; j < COUNT; j++) {
          int a = from.get(at + j);
          int b = from.get(at + COUNT + j);
          int c = from.get(at + HALF + j);
          int d = from.get(at + LAST + j);
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
        }
      }
      case UNSIGNED -> {
        for (int j = 0; j < COUNT; j++) {
          int a = from.get(at + j) ^ turn;
          int b = from.get(at + COUNT + j) ^ turn;
          int c = from.get(at + HALF + j) ^ turn;
          int d = from.get(at + LAST + j) ^ turn;
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
        }
      }
      case FLOATS -> {
        for (int j = 0; j < COUNT; j++) {
          int a = from.get(at + j);
          int b = from.get(at + COUNT + j);
          int c = from.get(at + HALF + j);
          int d = from.get(at + LAST + j);
          lows[j] = Math.min(lows[j], Math.min(Math.min(a, b), Math.min(c, d)));
          highs[j] = Math.max(highs[j], Math.max(Math.max(a, b), Math.max(c, d)));
          tops[j] =
              Math.max(
                  tops[j], Math.max(Math.max(a ^ turn, b ^ turn), Math.max(c ^ turn, d ^ turn)));
        }
      }
    }
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
