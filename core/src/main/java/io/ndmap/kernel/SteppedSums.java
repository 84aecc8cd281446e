package io.ndmap.kernel;

import java.nio.DoubleBuffer;

/// Sums of equally spaced doubles, in the chunks and the order of [DoubleSums#addChunks].
///
/// The distances that slices usually have get a loop each: HotSpot moves the checks of bounds out
/// of a loop whose distance is a constant, and such a loop is nearly twice as fast in the cache.
final class SteppedSums {

  private static final int LAST = DoubleSums.LAST;

  private SteppedSums() {}

  /// Adds numbers of a buffer.
  ///
  /// @param first the place of the first
  /// @param step places from one to the next, not 0
  /// @param count a multiple of 128
  static void add(DoubleBuffer values, int first, int step, int count, CompensatedSum sum) {
    if (first != 0) {
      addAny(values, first, step, count, sum);
      return;
    }
    switch (step) {
      case 2 -> addEverySecond(values, count, sum);
      case 3 -> addEveryThird(values, count, sum);
      case 4 -> addEveryFourth(values, count, sum);
      default -> addAny(values, first, step, count, sum);
    }
  }

  private static void addEverySecond(DoubleBuffer values, int count, CompensatedSum sum) {
    double total = sum.sum;
    double error = sum.error;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      int a = i * 2;
      int b = a + 16;
      s0 += values.get(a) + values.get(b);
      s1 += values.get(a + 2) + values.get(b + 2);
      s2 += values.get(a + 4) + values.get(b + 4);
      s3 += values.get(a + 6) + values.get(b + 6);
      s4 += values.get(a + 8) + values.get(b + 8);
      s5 += values.get(a + 10) + values.get(b + 10);
      s6 += values.get(a + 12) + values.get(b + 12);
      s7 += values.get(a + 14) + values.get(b + 14);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        double next = total + chunk;
        double taken = next - total;
        error += (total - (next - taken)) + (chunk - taken);
        total = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    sum.sum = total;
    sum.error = error;
  }

  private static void addEveryThird(DoubleBuffer values, int count, CompensatedSum sum) {
    double total = sum.sum;
    double error = sum.error;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      int a = i * 3;
      int b = a + 24;
      s0 += values.get(a) + values.get(b);
      s1 += values.get(a + 3) + values.get(b + 3);
      s2 += values.get(a + 6) + values.get(b + 6);
      s3 += values.get(a + 9) + values.get(b + 9);
      s4 += values.get(a + 12) + values.get(b + 12);
      s5 += values.get(a + 15) + values.get(b + 15);
      s6 += values.get(a + 18) + values.get(b + 18);
      s7 += values.get(a + 21) + values.get(b + 21);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        double next = total + chunk;
        double taken = next - total;
        error += (total - (next - taken)) + (chunk - taken);
        total = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    sum.sum = total;
    sum.error = error;
  }

  private static void addEveryFourth(DoubleBuffer values, int count, CompensatedSum sum) {
    double total = sum.sum;
    double error = sum.error;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      int a = i * 4;
      int b = a + 32;
      s0 += values.get(a) + values.get(b);
      s1 += values.get(a + 4) + values.get(b + 4);
      s2 += values.get(a + 8) + values.get(b + 8);
      s3 += values.get(a + 12) + values.get(b + 12);
      s4 += values.get(a + 16) + values.get(b + 16);
      s5 += values.get(a + 20) + values.get(b + 20);
      s6 += values.get(a + 24) + values.get(b + 24);
      s7 += values.get(a + 28) + values.get(b + 28);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        double next = total + chunk;
        double taken = next - total;
        error += (total - (next - taken)) + (chunk - taken);
        total = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    sum.sum = total;
    sum.error = error;
  }

  private static void addAny(
      DoubleBuffer values, int first, int step, int count, CompensatedSum sum) {
    double total = sum.sum;
    double error = sum.error;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      int a = first + i * step;
      int b = a + 8 * step;
      s0 += values.get(a) + values.get(b);
      s1 += values.get(a + step) + values.get(b + step);
      s2 += values.get(a + 2 * step) + values.get(b + 2 * step);
      s3 += values.get(a + 3 * step) + values.get(b + 3 * step);
      s4 += values.get(a + 4 * step) + values.get(b + 4 * step);
      s5 += values.get(a + 5 * step) + values.get(b + 5 * step);
      s6 += values.get(a + 6 * step) + values.get(b + 6 * step);
      s7 += values.get(a + 7 * step) + values.get(b + 7 * step);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        double next = total + chunk;
        double taken = next - total;
        error += (total - (next - taken)) + (chunk - taken);
        total = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    sum.sum = total;
    sum.error = error;
  }
}
