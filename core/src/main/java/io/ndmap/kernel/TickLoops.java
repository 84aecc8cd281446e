package io.ndmap.kernel;

/// Sums of ticks of `timedelta64`: `NaT` with anything is `NaT`.
public final class TickLoops {

  /// NumPy's `NaT`.
  private static final long NAT = Long.MIN_VALUE;

  private TickLoops() {}

  /// Adds ticks to others.
  ///
  /// @param x ticks, then the sums
  /// @param y ticks
  /// @param count how many
  public static void add(long[] x, long[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = x[i] == NAT || y[i] == NAT ? NAT : x[i] + y[i];
    }
  }

  /// Replaces ticks by the sums up to them; from the first `NaT` on, all are.
  ///
  /// @param x ticks
  /// @param before the sum of those before them, 0 of nothing
  /// @param count how many
  /// @return the last sum
  public static long accumulate(long[] x, long before, int count) {
    long sum = before;
    for (int i = 0; i < count; i++) {
      sum = sum == NAT || x[i] == NAT ? NAT : sum + x[i];
      x[i] = sum;
    }
    return sum;
  }
}
