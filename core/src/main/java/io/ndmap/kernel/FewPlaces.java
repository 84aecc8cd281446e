package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Finds the index of the extreme of a few little-endian numbers in native memory in one pass in
/// place: for so few, the setup of [Extremes] takes longer.
///
/// The largest is looked for; the order of numbers is reversed where it is to be the smallest.
public final class FewPlaces {

  private FewPlaces() {}

  /// Whether there is a loop.
  ///
  /// @param kind what the numbers are
  /// @return whether [#first] takes them
  public static boolean serve(ScalarKind kind) {
    return switch (kind) {
      case INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
  }

  /// The place of the first NaN or, if there is none, of the first extreme. Zeros of both signs are
  /// the same.
  ///
  /// @param kind what the numbers are
  /// @param at byte offset of the first, behind which the others stand without gaps
  /// @param count how many, at least one
  /// @param largest whether the largest is looked for and not the smallest
  /// @return from 0 to `count - 1`
  public static int first(
      ScalarKind kind, MemorySegment segment, long at, int count, boolean largest) {
    long turn = largest ? 0 : -1;
    int sign = largest ? 1 : -1;
    return switch (kind) {
      case FLOAT64 -> ofDoubles(RunBuffers.doubles(segment, at, count), count, sign);
      case FLOAT32 -> ofFloats(RunBuffers.floats(segment, at, count), count, sign);
      case INT32 -> ofInts(RunBuffers.ints(segment, at, count), count, (int) turn);
      case UINT32 ->
          ofInts(RunBuffers.ints(segment, at, count), count, (int) turn ^ Integer.MIN_VALUE);
      case UINT64 -> ofLongs(RunBuffers.longs(segment, at, count), count, turn ^ Long.MIN_VALUE);
      default -> ofLongs(RunBuffers.longs(segment, at, count), count, turn);
    };
  }

  private static int ofDoubles(DoubleBuffer values, int count, double sign) {
    int place = 0;
    double best = sign * values.get(0);
    for (int i = 1; i < count && !Double.isNaN(best); i++) {
      double value = sign * values.get(i);
      // What is not less or equal may be NaN.
      if (!(value <= best)) {
        place = i;
        best = value;
      }
    }
    return place;
  }

  private static int ofFloats(FloatBuffer values, int count, float sign) {
    int place = 0;
    float best = sign * values.get(0);
    for (int i = 1; i < count && !Float.isNaN(best); i++) {
      float value = sign * values.get(i);
      if (!(value <= best)) {
        place = i;
        best = value;
      }
    }
    return place;
  }

  /// @param turn brings the numbers into the order that is looked for
  private static int ofInts(IntBuffer values, int count, int turn) {
    int place = 0;
    int best = values.get(0) ^ turn;
    for (int i = 1; i < count; i++) {
      int value = values.get(i) ^ turn;
      if (value > best) {
        place = i;
        best = value;
      }
    }
    return place;
  }

  /// @param turn brings the numbers into the order that is looked for
  private static int ofLongs(LongBuffer values, int count, long turn) {
    int place = 0;
    long best = values.get(0) ^ turn;
    for (int i = 1; i < count; i++) {
      long value = values.get(i) ^ turn;
      if (value > best) {
        place = i;
        best = value;
      }
    }
    return place;
  }
}
