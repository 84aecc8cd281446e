package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Count, mean and sum of squared deviations of numbers that come in blocks: each block's
/// deviations are taken from its own mean, and blocks are merged by Chan, Golub and LeVeque's
/// formula, so that no large squares cancel.
public final class Moments {

  private static final ValueLayout.OfDouble LITTLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private long count;
  private double mean;
  private double squares;

  /// Adds a run of an array.
  ///
  /// @param length how many numbers from `from` on
  /// @param sum their sum, nearly
  public void add(double[] values, int from, int length, double sum) {
    if (length == 0) {
      return;
    }
    double blockMean = sum / length;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = from + length;
    int i = from;
    for (; i + 8 <= end; i += 8) {
      double d0 = values[i] - blockMean;
      double d1 = values[i + 1] - blockMean;
      double d2 = values[i + 2] - blockMean;
      double d3 = values[i + 3] - blockMean;
      double d4 = values[i + 4] - blockMean;
      double d5 = values[i + 5] - blockMean;
      double d6 = values[i + 6] - blockMean;
      double d7 = values[i + 7] - blockMean;
      s0 = Math.fma(d0, d0, s0);
      s1 = Math.fma(d1, d1, s1);
      s2 = Math.fma(d2, d2, s2);
      s3 = Math.fma(d3, d3, s3);
      s4 = Math.fma(d4, d4, s4);
      s5 = Math.fma(d5, d5, s5);
      s6 = Math.fma(d6, d6, s6);
      s7 = Math.fma(d7, d7, s7);
    }
    double blockSquares = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i++) {
      double d = values[i] - blockMean;
      blockSquares += d * d;
    }
    merge(length, blockMean, blockSquares);
  }

  /// Adds little-endian doubles of a native segment, in the order of an array.
  ///
  /// @param at byte offset of the first
  /// @param length how many, a multiple of 8
  /// @param sum their sum, nearly
  public void add(MemorySegment segment, long at, int length, double sum) {
    double blockMean = sum / length;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < length; i += 8) {
      double d0 = segment.get(LITTLE, at + i * 8L) - blockMean;
      double d1 = segment.get(LITTLE, at + i * 8L + 8) - blockMean;
      double d2 = segment.get(LITTLE, at + i * 8L + 16) - blockMean;
      double d3 = segment.get(LITTLE, at + i * 8L + 24) - blockMean;
      double d4 = segment.get(LITTLE, at + i * 8L + 32) - blockMean;
      double d5 = segment.get(LITTLE, at + i * 8L + 40) - blockMean;
      double d6 = segment.get(LITTLE, at + i * 8L + 48) - blockMean;
      double d7 = segment.get(LITTLE, at + i * 8L + 56) - blockMean;
      s0 = Math.fma(d0, d0, s0);
      s1 = Math.fma(d1, d1, s1);
      s2 = Math.fma(d2, d2, s2);
      s3 = Math.fma(d3, d3, s3);
      s4 = Math.fma(d4, d4, s4);
      s5 = Math.fma(d5, d5, s5);
      s6 = Math.fma(d6, d6, s6);
      s7 = Math.fma(d7, d7, s7);
    }
    merge(length, blockMean, ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7)));
  }

  /// Adds the numbers of others.
  public void add(Moments other) {
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
