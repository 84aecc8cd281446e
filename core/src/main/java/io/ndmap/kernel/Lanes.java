package io.ndmap.kernel;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/// Sums numbers in many lanes, which HotSpot vectorizes: [#BLOCK] numbers are [#ROWS] rows of
/// [#COUNT], and each column belongs to one lane. The order is the same wherever the numbers come
/// from, and so are the bits.
///
/// Rows are as long as a page: with shorter ones, or with fewer, memory that is in no cache comes
/// in at half the speed.
final class Lanes {

  /// How many lanes there are.
  static final int COUNT = 512;

  /// Rows that are taken at once.
  static final int ROWS = 4;

  /// Numbers that are taken at once.
  static final int BLOCK = ROWS * COUNT;

  private static final int HALF = 2 * COUNT;
  private static final int LAST = 3 * COUNT;

  private static final double[] NONE = {};

  /// What is done with a block.
  private enum Loop {
    ADD,
    ADD_BIG,
    ADD_FLOATS,
    ADD_COLUMNS,
    ADD_ROWS,
    SQUARES
  }

  private Lanes() {}

  /// Adds a block of little-endian doubles.
  static void add(DoubleBuffer from, int at, double[] lanes) {
    run(Loop.ADD, from, at, 0, 0, NONE, lanes, 0);
  }

  /// Adds a block of big-endian doubles.
  static void addBig(DoubleBuffer from, int at, double[] lanes) {
    run(Loop.ADD_BIG, from, at, 0, 0, NONE, lanes, 0);
  }

  /// Adds a block of little-endian floats.
  static void add(FloatBuffer from, int at, double[] lanes) {
    run(Loop.ADD_FLOATS, from, at, 0, 0, NONE, lanes, 0);
  }

  /// The sums of a block's columns, and added to those of others.
  static void add(DoubleBuffer from, int at, double[] columns, double[] lanes) {
    run(Loop.ADD_COLUMNS, from, at, 0, 0, columns, lanes, 0);
  }

  /// Adds [#COUNT] columns of four rows that are not contiguous.
  ///
  /// @param at the place of the first row's first number
  /// @param distance places from one row to the next
  /// @param lane the first lane of as many
  static void addRows(DoubleBuffer from, int at, int distance, double[] lanes, int lane) {
    run(Loop.ADD_ROWS, from, at, distance, 0, NONE, lanes, lane);
  }

  /// The columns' sums of the squared distances of a block's numbers from a number.
  static void squares(DoubleBuffer from, int at, double mean, double[] columns) {
    run(Loop.SQUARES, from, at, 0, mean, columns, NONE, 0);
  }

  /// All loops over buffers, which makes the method too large to be inlined: HotSpot compiles them
  /// by themselves and vectorises them. Inlined into a caller they are vectorised in one process
  /// and not in the next, which is half as fast.
  private static void run(
      Loop loop,
      Buffer buffer,
      int at,
      int distance,
      double mean,
      double[] columns,
      double[] lanes,
      int lane) {
    switch (loop) {
      case ADD -> {
        DoubleBuffer from = (DoubleBuffer) buffer;
        for (int j = 0; j < COUNT; j++) {
          lanes[j] +=
              (from.get(at + j) + from.get(at + COUNT + j))
                  + (from.get(at + HALF + j) + from.get(at + LAST + j));
        }
      }
      case ADD_BIG -> {
        // Another class of buffers, which the loop above must not meet.
        DoubleBuffer from = (DoubleBuffer) buffer;
        for (int j = 0; j < COUNT; j++) {
          lanes[j] +=
              (from.get(at + j) + from.get(at + COUNT + j))
                  + (from.get(at + HALF + j) + from.get(at + LAST + j));
        }
      }
      case ADD_FLOATS -> {
        FloatBuffer from = (FloatBuffer) buffer;
        for (int j = 0; j < COUNT; j++) {
          lanes[j] +=
              ((double) from.get(at + j) + (double) from.get(at + COUNT + j))
                  + ((double) from.get(at + HALF + j) + (double) from.get(at + LAST + j));
        }
      }
      case ADD_COLUMNS -> {
        DoubleBuffer from = (DoubleBuffer) buffer;
        for (int j = 0; j < COUNT; j++) {
          double column =
              (from.get(at + j) + from.get(at + COUNT + j))
                  + (from.get(at + HALF + j) + from.get(at + LAST + j));
          columns[j] = column;
          lanes[j] += column;
        }
      }
      case ADD_ROWS -> {
        DoubleBuffer from = (DoubleBuffer) buffer;
        int second = at + distance;
        int third = second + distance;
        int fourth = third + distance;
        for (int j = 0; j < COUNT; j++) {
          lanes[lane + j] +=
              (from.get(at + j) + from.get(second + j))
                  + (from.get(third + j) + from.get(fourth + j));
        }
      }
      case SQUARES -> {
        DoubleBuffer from = (DoubleBuffer) buffer;
        for (int j = 0; j < COUNT; j++) {
          double a = from.get(at + j) - mean;
          double b = from.get(at + COUNT + j) - mean;
          double c = from.get(at + HALF + j) - mean;
          double d = from.get(at + LAST + j) - mean;
          columns[j] = (a * a + b * b) + (c * c + d * d);
        }
      }
    }
  }

  // ---- the same with arrays

  /// Adds a block of an array.
  static void add(double[] from, int at, double[] lanes) {
    for (int j = 0; j < COUNT; j++) {
      lanes[j] +=
          (from[at + j] + from[at + COUNT + j]) + (from[at + HALF + j] + from[at + LAST + j]);
    }
  }

  /// Adds a block of an array of floats.
  static void add(float[] from, int at, double[] lanes) {
    for (int j = 0; j < COUNT; j++) {
      lanes[j] +=
          ((double) from[at + j] + (double) from[at + COUNT + j])
              + ((double) from[at + HALF + j] + (double) from[at + LAST + j]);
    }
  }

  /// The sums of a block's columns, and added to those of others.
  static void add(double[] from, int at, double[] columns, double[] lanes) {
    for (int j = 0; j < COUNT; j++) {
      double column =
          (from[at + j] + from[at + COUNT + j]) + (from[at + HALF + j] + from[at + LAST + j]);
      columns[j] = column;
      lanes[j] += column;
    }
  }

  /// The columns' sums of the squared distances of a block's numbers from a number.
  static void squares(double[] from, int at, double mean, double[] columns) {
    for (int j = 0; j < COUNT; j++) {
      double a = from[at + j] - mean;
      double b = from[at + COUNT + j] - mean;
      double c = from[at + HALF + j] - mean;
      double d = from[at + LAST + j] - mean;
      columns[j] = (a * a + b * b) + (c * c + d * d);
    }
  }

  /// Adds up all lanes in a tree; changes them.
  static double total(double[] lanes) {
    int eighth = COUNT / 8;
    for (int j = 0; j < eighth; j++) {
      lanes[j] =
          ((lanes[j] + lanes[j + eighth]) + (lanes[j + 2 * eighth] + lanes[j + 3 * eighth]))
              + ((lanes[j + 4 * eighth] + lanes[j + 5 * eighth])
                  + (lanes[j + 6 * eighth] + lanes[j + 7 * eighth]));
    }
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int j = 0; j < eighth; j += 8) {
      s0 += lanes[j] + lanes[j + 4];
      s1 += lanes[j + 1] + lanes[j + 5];
      s2 += lanes[j + 2] + lanes[j + 6];
      s3 += lanes[j + 3] + lanes[j + 7];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
