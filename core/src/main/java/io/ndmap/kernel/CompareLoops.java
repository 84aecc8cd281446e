package io.ndmap.kernel;

/// Compares two Java arrays item by item and stores 1 or 0.
///
/// Integers are compared without a branch, so that the loops vectorise. The array that receives the
/// answers may be one of the two.
public final class CompareLoops {

  /// The relations of two numbers; the others follow from these by swapping the numbers.
  public enum Relation {
    /// `x < y`.
    LESS,
    /// `x <= y`.
    LESS_EQUAL,
    /// `x == y`.
    EQUAL
  }

  private CompareLoops() {}

  /// Compares integers of 32 bits.
  ///
  /// @param not 1 to tell the opposite, else 0
  public static void tell(Relation relation, int[] x, int[] y, int not, int[] into, int count) {
    switch (relation) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          into[i] = (int) (((long) x[i] - y[i]) >>> 63) ^ not;
        }
      }
      case LESS_EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = (int) (((long) y[i] - x[i]) >>> 63) ^ 1 ^ not;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < count; i++) {
          int difference = x[i] ^ y[i];
          into[i] = ((difference | -difference) >>> 31) ^ 1 ^ not;
        }
      }
    }
  }

  /// Compares integers of 64 bits with a sign.
  ///
  /// @param not 1 to tell the opposite, else 0
  public static void tell(Relation relation, long[] x, long[] y, int not, int[] into, int count) {
    switch (relation) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          into[i] = less(x[i], y[i]) ^ not;
        }
      }
      case LESS_EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = less(y[i], x[i]) ^ 1 ^ not;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < count; i++) {
          long difference = x[i] ^ y[i];
          into[i] = (int) ((difference | -difference) >>> 63) ^ 1 ^ not;
        }
      }
    }
  }

  /// The sign of the difference, also where that overflows.
  private static int less(long x, long y) {
    return (int) (((x & ~y) | (~(x ^ y) & (x - y))) >>> 63);
  }

  /// Gives another answer where an integer is negative: one without a sign that no integer with one
  /// reaches.
  ///
  /// @param answer 1 or 0
  public static void whereNegative(long[] items, int answer, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      int negative = (int) (items[i] >> 63);
      into[i] = (negative & answer) | (~negative & into[i]);
    }
  }

  /// Gives another answer where an integer is a certain one.
  ///
  /// @param answer 1 or 0
  public static void whereEqual(long[] items, long item, int answer, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      if (items[i] == item) {
        into[i] = answer;
      }
    }
  }

  /// Compares floating-point numbers of 32 bits; no relation holds for NaN.
  ///
  /// @param not 1 to tell the opposite, else 0
  public static void tell(Relation relation, float[] x, float[] y, int not, int[] into, int count) {
    int yes = 1 ^ not;
    switch (relation) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] < y[i] ? yes : not;
        }
      }
      case LESS_EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] <= y[i] ? yes : not;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] == y[i] ? yes : not;
        }
      }
    }
  }

  /// Compares floating-point numbers of 64 bits; no relation holds for NaN.
  ///
  /// @param not 1 to tell the opposite, else 0
  public static void tell(
      Relation relation, double[] x, double[] y, int not, int[] into, int count) {
    int yes = 1 ^ not;
    switch (relation) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] < y[i] ? yes : not;
        }
      }
      case LESS_EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] <= y[i] ? yes : not;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = x[i] == y[i] ? yes : not;
        }
      }
    }
  }

  /// Compares complex numbers, by their real parts first, and by their imaginary ones where those
  /// are equal. As in NumPy, numbers with different real parts have an order only if neither
  /// imaginary part is NaN.
  ///
  /// @param not 1 to tell the opposite, else 0
  public static void tell(
      Relation relation,
      double[] x,
      double[] xImaginary,
      double[] y,
      double[] yImaginary,
      int not,
      int[] into,
      int count) {
    for (int i = 0; i < count; i++) {
      double a = xImaginary[i];
      double b = yImaginary[i];
      boolean holds =
          switch (relation) {
            case LESS -> x[i] < y[i] ? !Double.isNaN(a) && !Double.isNaN(b) : x[i] == y[i] && a < b;
            case LESS_EQUAL ->
                x[i] < y[i] ? !Double.isNaN(a) && !Double.isNaN(b) : x[i] == y[i] && a <= b;
            case EQUAL -> x[i] == y[i] && a == b;
          };
      into[i] = (holds ? 1 : 0) ^ not;
    }
  }
}
