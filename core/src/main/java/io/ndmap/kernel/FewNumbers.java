package io.ndmap.kernel;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/// Loops over little-endian numbers in native memory that are fewer than [DoubleSums#SHORT] and all
/// there are: they are met where they stand, because a copy of them would take longer than what is
/// computed. In the order of the loops over arrays, so that the bits are the same.
///
/// The loops go by twice as many numbers as there are lanes first, which makes the methods too
/// large to be inlined: within their callers, which are many deep, HotSpot would not inline what
/// the buffer does.
final class FewNumbers {

  private FewNumbers() {}

  /// The sum of doubles.
  static double sumOfDoubles(DoubleBuffer values, int count) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      s0 += values.get(i);
      s1 += values.get(i + 1);
      s2 += values.get(i + 2);
      s3 += values.get(i + 3);
      s4 += values.get(i + 4);
      s5 += values.get(i + 5);
      s6 += values.get(i + 6);
      s7 += values.get(i + 7);
      s0 += values.get(i + 8);
      s1 += values.get(i + 9);
      s2 += values.get(i + 10);
      s3 += values.get(i + 11);
      s4 += values.get(i + 12);
      s5 += values.get(i + 13);
      s6 += values.get(i + 14);
      s7 += values.get(i + 15);
    }
    for (; i + 8 <= count; i += 8) {
      s0 += values.get(i);
      s1 += values.get(i + 1);
      s2 += values.get(i + 2);
      s3 += values.get(i + 3);
      s4 += values.get(i + 4);
      s5 += values.get(i + 5);
      s6 += values.get(i + 6);
      s7 += values.get(i + 7);
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < count; i++) {
      sum += values.get(i);
    }
    return sum;
  }

  /// The sum of floats as doubles.
  static double sumOfFloats(FloatBuffer values, int count) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      s0 += values.get(i);
      s1 += values.get(i + 1);
      s2 += values.get(i + 2);
      s3 += values.get(i + 3);
      s4 += values.get(i + 4);
      s5 += values.get(i + 5);
      s6 += values.get(i + 6);
      s7 += values.get(i + 7);
      s0 += values.get(i + 8);
      s1 += values.get(i + 9);
      s2 += values.get(i + 10);
      s3 += values.get(i + 11);
      s4 += values.get(i + 12);
      s5 += values.get(i + 13);
      s6 += values.get(i + 14);
      s7 += values.get(i + 15);
    }
    for (; i + 8 <= count; i += 8) {
      s0 += values.get(i);
      s1 += values.get(i + 1);
      s2 += values.get(i + 2);
      s3 += values.get(i + 3);
      s4 += values.get(i + 4);
      s5 += values.get(i + 5);
      s6 += values.get(i + 6);
      s7 += values.get(i + 7);
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < count; i++) {
      sum += values.get(i);
    }
    return sum;
  }

  /// The squared distances of doubles from a number, added up.
  static double squaresOfDoubles(DoubleBuffer values, int count, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      double d0 = values.get(i) - mean;
      double d1 = values.get(i + 1) - mean;
      double d2 = values.get(i + 2) - mean;
      double d3 = values.get(i + 3) - mean;
      double d4 = values.get(i + 4) - mean;
      double d5 = values.get(i + 5) - mean;
      double d6 = values.get(i + 6) - mean;
      double d7 = values.get(i + 7) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
      s0 += d4 * d4;
      s1 += d5 * d5;
      s2 += d6 * d6;
      s3 += d7 * d7;
    }
    for (; i + 4 <= count; i += 4) {
      double d0 = values.get(i) - mean;
      double d1 = values.get(i + 1) - mean;
      double d2 = values.get(i + 2) - mean;
      double d3 = values.get(i + 3) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < count; i++) {
      double d = values.get(i) - mean;
      sum += d * d;
    }
    return sum;
  }

  /// The squared distances of floats from a number, added up.
  static double squaresOfFloats(FloatBuffer values, int count, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      double d0 = values.get(i) - mean;
      double d1 = values.get(i + 1) - mean;
      double d2 = values.get(i + 2) - mean;
      double d3 = values.get(i + 3) - mean;
      double d4 = values.get(i + 4) - mean;
      double d5 = values.get(i + 5) - mean;
      double d6 = values.get(i + 6) - mean;
      double d7 = values.get(i + 7) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
      s0 += d4 * d4;
      s1 += d5 * d5;
      s2 += d6 * d6;
      s3 += d7 * d7;
    }
    for (; i + 4 <= count; i += 4) {
      double d0 = values.get(i) - mean;
      double d1 = values.get(i + 1) - mean;
      double d2 = values.get(i + 2) - mean;
      double d3 = values.get(i + 3) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < count; i++) {
      double d = values.get(i) - mean;
      sum += d * d;
    }
    return sum;
  }
}
