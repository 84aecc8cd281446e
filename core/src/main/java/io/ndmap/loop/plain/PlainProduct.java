package io.ndmap.loop.plain;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;

/// The plain loops of [BlockProduct]. They add four steps of the depth (four products per sum) to
/// two rows of sums at once. Each row of the right block is first unpacked into an array of its
/// own, because HotSpot vectorises only loops over rows that begin at the start of an array.
///
/// @param <A> type of an array of numbers
public abstract class PlainProduct<A> implements BlockProduct<A> {

  /// The number of steps of the depth that are added at once.
  private static final int STEPS = 4;

  public static final BlockProduct<double[]> DOUBLES = new Doubles();
  public static final BlockProduct<float[]> FLOATS = new Floats();
  public static final BlockProduct<long[]> LONGS = new Longs();
  public static final BlockProduct<int[]> INTS = new Ints();

  private final NumberArrays<A> arrays;
  private final int width;

  private PlainProduct(NumberArrays<A> arrays) {
    this.arrays = arrays;
    this.width = PANEL_BYTES / arrays.itemsize();
  }

  @Override
  public final void add(A[] left, A[] right, A[] sums, int rows, int depth, int columns) {
    A[] steps = arrays.zeros(STEPS, columns);
    for (int k = 0; k < depth; k += STEPS) {
      int some = Math.min(STEPS, depth - k);
      for (int step = 0; step < some; step++) {
        unpack(right, k + step, steps[step], columns);
      }
      for (int i = 0; i < rows; i += 2) {
        A four = left[i / ROWS];
        int at = ROWS * k + i % ROWS;
        if (some == STEPS) {
          four(four, at, steps, sums[i], sums[i + 1], columns);
        } else {
          for (int step = 0; step < some; step++) {
            one(four, at + ROWS * step, steps[step], sums[i], sums[i + 1], columns);
          }
        }
      }
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  private void unpack(A[] right, int k, A row, int columns) {
    for (int j = 0; j < columns; j += width) {
      System.arraycopy(right[j / width], width * k, row, j, width);
    }
  }

  /// Adds four steps of the depth to two rows of sums.
  ///
  /// @param left the left block: for each step, the factor of the first row is followed by the
  ///   factor of the second row; successive steps are four elements apart
  /// @param at the index of the first row's factor for the first step
  abstract void four(A left, int at, A[] right, A first, A second, int count);

  /// Adds one step of the depth to two rows of sums.
  abstract void one(A left, int at, A right, A first, A second, int count);

  private static final class Doubles extends PlainProduct<double[]> {

    Doubles() {
      super(NumberArrays.DOUBLES);
    }

    @Override
    void four(double[] left, int at, double[][] right, double[] first, double[] second, int count) {
      double x0 = left[at];
      double x1 = left[at + 4];
      double x2 = left[at + 8];
      double x3 = left[at + 12];
      double y0 = left[at + 1];
      double y1 = left[at + 5];
      double y2 = left[at + 9];
      double y3 = left[at + 13];
      double[] r0 = right[0];
      double[] r1 = right[1];
      double[] r2 = right[2];
      double[] r3 = right[3];
      for (int j = 0; j < count; j++) {
        double p = r0[j];
        double q = r1[j];
        double r = r2[j];
        double s = r3[j];
        double sum = Math.fma(x3, s, Math.fma(x2, r, Math.fma(x1, q, Math.fma(x0, p, first[j]))));
        double other =
            Math.fma(y3, s, Math.fma(y2, r, Math.fma(y1, q, Math.fma(y0, p, second[j]))));
        first[j] = sum;
        second[j] = other;
      }
    }

    @Override
    void one(double[] left, int at, double[] right, double[] first, double[] second, int count) {
      double x = left[at];
      double y = left[at + 1];
      for (int j = 0; j < count; j++) {
        double p = right[j];
        double sum = Math.fma(x, p, first[j]);
        double other = Math.fma(y, p, second[j]);
        first[j] = sum;
        second[j] = other;
      }
    }
  }

  private static final class Floats extends PlainProduct<float[]> {

    Floats() {
      super(NumberArrays.FLOATS);
    }

    @Override
    void four(float[] left, int at, float[][] right, float[] first, float[] second, int count) {
      float x0 = left[at];
      float x1 = left[at + 4];
      float x2 = left[at + 8];
      float x3 = left[at + 12];
      float y0 = left[at + 1];
      float y1 = left[at + 5];
      float y2 = left[at + 9];
      float y3 = left[at + 13];
      float[] r0 = right[0];
      float[] r1 = right[1];
      float[] r2 = right[2];
      float[] r3 = right[3];
      for (int j = 0; j < count; j++) {
        float p = r0[j];
        float q = r1[j];
        float r = r2[j];
        float s = r3[j];
        float sum = Math.fma(x3, s, Math.fma(x2, r, Math.fma(x1, q, Math.fma(x0, p, first[j]))));
        float other = Math.fma(y3, s, Math.fma(y2, r, Math.fma(y1, q, Math.fma(y0, p, second[j]))));
        first[j] = sum;
        second[j] = other;
      }
    }

    @Override
    void one(float[] left, int at, float[] right, float[] first, float[] second, int count) {
      float x = left[at];
      float y = left[at + 1];
      for (int j = 0; j < count; j++) {
        float p = right[j];
        float sum = Math.fma(x, p, first[j]);
        float other = Math.fma(y, p, second[j]);
        first[j] = sum;
        second[j] = other;
      }
    }
  }

  private static final class Longs extends PlainProduct<long[]> {

    Longs() {
      super(NumberArrays.LONGS);
    }

    @Override
    void four(long[] left, int at, long[][] right, long[] first, long[] second, int count) {
      long x0 = left[at];
      long x1 = left[at + 4];
      long x2 = left[at + 8];
      long x3 = left[at + 12];
      long y0 = left[at + 1];
      long y1 = left[at + 5];
      long y2 = left[at + 9];
      long y3 = left[at + 13];
      long[] r0 = right[0];
      long[] r1 = right[1];
      long[] r2 = right[2];
      long[] r3 = right[3];
      for (int j = 0; j < count; j++) {
        long p = r0[j];
        long q = r1[j];
        long r = r2[j];
        long s = r3[j];
        long sum = first[j] + x0 * p + x1 * q + x2 * r + x3 * s;
        long other = second[j] + y0 * p + y1 * q + y2 * r + y3 * s;
        first[j] = sum;
        second[j] = other;
      }
    }

    @Override
    void one(long[] left, int at, long[] right, long[] first, long[] second, int count) {
      long x = left[at];
      long y = left[at + 1];
      for (int j = 0; j < count; j++) {
        long p = right[j];
        long sum = x * p + first[j];
        long other = y * p + second[j];
        first[j] = sum;
        second[j] = other;
      }
    }
  }

  private static final class Ints extends PlainProduct<int[]> {

    Ints() {
      super(NumberArrays.INTS);
    }

    @Override
    void four(int[] left, int at, int[][] right, int[] first, int[] second, int count) {
      int x0 = left[at];
      int x1 = left[at + 4];
      int x2 = left[at + 8];
      int x3 = left[at + 12];
      int y0 = left[at + 1];
      int y1 = left[at + 5];
      int y2 = left[at + 9];
      int y3 = left[at + 13];
      int[] r0 = right[0];
      int[] r1 = right[1];
      int[] r2 = right[2];
      int[] r3 = right[3];
      for (int j = 0; j < count; j++) {
        int p = r0[j];
        int q = r1[j];
        int r = r2[j];
        int s = r3[j];
        int sum = first[j] + x0 * p + x1 * q + x2 * r + x3 * s;
        int other = second[j] + y0 * p + y1 * q + y2 * r + y3 * s;
        first[j] = sum;
        second[j] = other;
      }
    }

    @Override
    void one(int[] left, int at, int[] right, int[] first, int[] second, int count) {
      int x = left[at];
      int y = left[at + 1];
      for (int j = 0; j < count; j++) {
        int p = right[j];
        int sum = x * p + first[j];
        int other = y * p + second[j];
        first[j] = sum;
        second[j] = other;
      }
    }
  }
}
