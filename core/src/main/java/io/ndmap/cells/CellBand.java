package io.ndmap.cells;

import org.jspecify.annotations.Nullable;

/// Running statistics of neighbouring cells: cells with consecutive numbers along the inner axis
/// and the same number along the outer axis. The inner axis has the smaller stride.
///
/// Each sum is a double-double (`sums[k] + errors[k]`), so that merging adds almost no rounding
/// error. Squared deviations from the mean are merged by the formula of Chan, Golub and LeVeque.
final class CellBand {

  private final int outer;
  private final int from;
  private final long[] counts;
  private final double[] sums;
  private final double[] errors;
  private final double[] squares;
  private final double[] mins;
  private final double[] maxs;
  private long @Nullable [] nans;
  private long @Nullable [] infinities;

  /// @param outer the number of the cells along the outer axis
  /// @param from the number of the first cell along the inner axis
  /// @param to the number after that of the last cell
  CellBand(int outer, int from, int to) {
    this.outer = outer;
    this.from = from;
    int cells = to - from;
    this.counts = new long[cells];
    this.sums = new double[cells];
    this.errors = new double[cells];
    this.squares = new double[cells];
    this.mins = new double[cells];
    this.maxs = new double[cells];
  }

  int outer() {
    return outer;
  }

  int from() {
    return from;
  }

  int to() {
    return from + counts.length;
  }

  /// Adds finite numbers to a cell.
  ///
  /// @param count the number of numbers, at least 1
  /// @param deviations the sum of the numbers' squared deviations from their mean
  void add(int cell, long count, double sum, double deviations, double min, double max) {
    add(cell - from, count, sum, 0, deviations, min, max);
  }

  private void add(
      int k, long count, double sum, double error, double deviations, double min, double max) {
    long before = counts[k];
    if (before == 0) {
      counts[k] = count;
      sums[k] = sum;
      errors[k] = error;
      squares[k] = deviations;
      mins[k] = min;
      maxs[k] = max;
      return;
    }
    long all = before + count;
    double distance = (sum + error) / count - (sums[k] + errors[k]) / before;
    squares[k] += deviations + distance * distance * ((double) before * count / all);
    // Knuth's error-free TwoSum.
    double total = sums[k] + sum;
    double other = total - sums[k];
    errors[k] += (sums[k] - (total - other)) + (sum - other) + error;
    sums[k] = total;
    counts[k] = all;
    mins[k] = Math.min(mins[k], min);
    maxs[k] = Math.max(maxs[k], max);
  }

  /// Adds to a cell's counts of NaN and of infinite numbers.
  void addOthers(int cell, long nan, long infinite) {
    if (nan > 0) {
      nans = nans == null ? new long[counts.length] : nans;
      nans[cell - from] += nan;
    }
    if (infinite > 0) {
      infinities = infinities == null ? new long[counts.length] : infinities;
      infinities[cell - from] += infinite;
    }
  }

  long count(int cell) {
    return counts[cell - from];
  }

  long nan(int cell) {
    return nans == null ? 0 : nans[cell - from];
  }

  long infinite(int cell) {
    return infinities == null ? 0 : infinities[cell - from];
  }

  double mean(int cell) {
    int k = cell - from;
    // The error term of an infinite sum is NaN.
    double sum = Double.isInfinite(sums[k]) ? sums[k] : sums[k] + errors[k];
    return counts[k] == 0 ? Double.NaN : sum / counts[k];
  }

  double std(int cell) {
    int k = cell - from;
    return counts[k] == 0 ? Double.NaN : Math.sqrt(squares[k] / counts[k]);
  }

  double min(int cell) {
    return counts[cell - from] == 0 ? Double.NaN : mins[cell - from];
  }

  double max(int cell) {
    return counts[cell - from] == 0 ? Double.NaN : maxs[cell - from];
  }

  /// Merges two bands. Returns this band, changed, or a new band.
  ///
  /// @param later a band with the same number along the outer axis, of later elements
  CellBand with(CellBand later) {
    if (from <= later.from && to() >= later.to()) {
      take(later);
      return this;
    }
    CellBand both = new CellBand(outer, Math.min(from, later.from), Math.max(to(), later.to()));
    both.take(this);
    both.take(later);
    return both;
  }

  private void take(CellBand other) {
    int shift = other.from - from;
    for (int k = 0; k < other.counts.length; k++) {
      if (other.counts[k] > 0) {
        add(
            k + shift,
            other.counts[k],
            other.sums[k],
            other.errors[k],
            other.squares[k],
            other.mins[k],
            other.maxs[k]);
      }
      addOthers(k + other.from, other.nan(k + other.from), other.infinite(k + other.from));
    }
  }
}
