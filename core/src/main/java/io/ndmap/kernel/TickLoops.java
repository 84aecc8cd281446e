package io.ndmap.kernel;

/// Arithmetic on ticks of `datetime64` and `timedelta64`, in place in the first array: as on 64-bit
/// integers, but `NaT` with anything is `NaT`.
public final class TickLoops {

  /// NumPy's `NaT`.
  private static final long NAT = Long.MIN_VALUE;

  private TickLoops() {}

  /// Ticks and ticks; none of the two may be `NaT`, or the result is.
  ///
  /// @param operation plus, minus, or one of the two bounds
  /// @param x ticks
  /// @param y ticks
  /// @param count how many
  public static void apply(Operation operation, long[] x, long[] y, int count) {
    for (int i = 0; i < count; i++) {
      long a = x[i];
      long b = y[i];
      if (a == NAT || b == NAT) {
        x[i] = NAT;
      } else {
        x[i] =
            switch (operation) {
              case PLUS -> a + b;
              case MINUS -> a - b;
              case AT_LEAST -> Math.max(a, b);
              case AT_MOST -> Math.min(a, b);
              case TIMES, DIVIDED_BY -> throw new AssertionError(operation);
            };
      }
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

  /// Ticks times an integer.
  ///
  /// @param x ticks
  /// @param y integers, which know no `NaT`
  /// @param count how many
  public static void times(long[] x, long[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = x[i] == NAT ? NAT : x[i] * y[i];
    }
  }

  /// Ticks divided by an integer, without the fraction; by 0, `NaT`.
  ///
  /// @param x ticks
  /// @param y integers, which know no `NaT`
  /// @param count how many
  public static void dividedBy(long[] x, long[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = x[i] == NAT || y[i] == 0 ? NAT : x[i] / y[i];
    }
  }

  /// Ticks times or divided by a number, without the fraction; what is no number of 64 bits becomes
  /// `NaT`.
  ///
  /// @param operation one of the two
  /// @param x ticks
  /// @param y numbers
  /// @param count how many
  public static void scale(Operation operation, long[] x, double[] y, int count) {
    for (int i = 0; i < count; i++) {
      double scaled = operation == Operation.TIMES ? x[i] * y[i] : x[i] / y[i];
      // Also false for NaN; C converts what it cannot hold into NaT on x86-64.
      boolean holds = scaled >= -0x1p63 && scaled < 0x1p63;
      x[i] = x[i] == NAT || !holds ? NAT : (long) scaled;
    }
  }

  /// Ticks in terms of ticks; `NaT` is NaN.
  ///
  /// @param x ticks
  /// @param y ticks
  /// @param to takes the quotients
  /// @param count how many
  public static void ratio(long[] x, long[] y, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = x[i] == NAT || y[i] == NAT ? Double.NaN : (double) x[i] / (double) y[i];
    }
  }
}
