package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;

/// Count, mean and sum of squared deviations of numbers in blocks: each block's deviations are
/// taken from its own mean, and blocks are merged by Chan, Golub and LeVeque's formula, so that no
/// large squares cancel.
public final class Deviations {

  private static final double[] NONE = {};

  private double[] columns = NONE;
  private long count;
  private double mean;
  private double squares;

  /// Adds numbers of an array, at most [DoubleSums#BLOCK].
  ///
  /// @param length how many from `from` on
  /// @param sum their sum, nearly
  public void add(double[] values, int from, int length, double sum) {
    if (length == 0) {
      return;
    }
    double blockMean = sum / length;
    double blockSquares;
    if (length == Lanes.BLOCK) {
      Lanes.squares(values, from, blockMean, columns());
      blockSquares = Lanes.total(columns);
    } else {
      blockSquares = squares(values, from, from + length, blockMean);
    }
    merge(length, blockMean, blockSquares);
  }

  private static double squares(double[] values, int from, int end, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = from;
    for (; i + 4 <= end; i += 4) {
      double d0 = values[i] - mean;
      double d1 = values[i + 1] - mean;
      double d2 = values[i + 2] - mean;
      double d3 = values[i + 3] - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i++) {
      double d = values[i] - mean;
      sum += d * d;
    }
    return sum;
  }

  /// Adds little-endian doubles of a native segment, contiguous, and in the order of an array.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [DoubleSums#BLOCK]
  /// @param sums takes the numbers, too
  public void add(MemorySegment segment, long at, int count, DoubleSums sums) {
    DoubleBuffer from = RunBuffers.doubles(segment, at, count);
    for (int i = 0; i < count; i += Lanes.BLOCK) {
      double blockMean = sums.block(from, i) / Lanes.BLOCK;
      Lanes.squares(from, i, blockMean, columns());
      merge(Lanes.BLOCK, blockMean, Lanes.total(columns));
    }
  }

  private double[] columns() {
    if (columns.length == 0) {
      columns = new double[Lanes.COUNT];
    }
    return columns;
  }

  /// Adds the numbers of others.
  public void add(Deviations other) {
    if (other.count > 0) {
      merge(other.count, other.mean, other.squares);
    }
  }

  private void merge(long otherCount, double otherMean, double otherSquares) {
    if (count == 0) {
      // Merged with nothing, large means would overflow the formula below.
      count = otherCount;
      mean = otherMean;
      squares = otherSquares;
      return;
    }
    long total = count + otherCount;
    double delta = otherMean - mean;
    squares += otherSquares + delta * delta * ((double) count * otherCount / total);
    mean += delta * ((double) otherCount / total);
    count = total;
  }

  /// Back to no numbers.
  public void clear() {
    count = 0;
    mean = 0;
    squares = 0;
  }

  /// How many numbers there are.
  ///
  /// @return the count
  public long count() {
    return count;
  }

  /// The sum of squared deviations.
  ///
  /// @return 0 without numbers
  public double squares() {
    return squares;
  }

  /// The population's standard deviation.
  ///
  /// @return NaN if there are no numbers or one is infinite
  public double deviation() {
    return count == 0 ? Double.NaN : Math.sqrt(squares / count);
  }
}
