package io.ndmap.kernel;

/// A compensated sum of doubles (Knuth's error-free sum, which has no branch): rounding errors are
/// summed along, so that the error does not grow with the count.
public final class CompensatedSum {

  // For the loops of this package, which keep them in registers.
  double sum;
  double error;

  /// Adds a number.
  public void add(double value) {
    double next = sum + value;
    double taken = next - sum;
    error += (sum - (next - taken)) + (value - taken);
    sum = next;
  }

  /// Adds another sum with its errors.
  public void add(CompensatedSum other) {
    add(other.sum);
    error += other.error;
  }

  /// Back to zero.
  public void clear() {
    sum = 0;
    error = 0;
  }

  /// The sum.
  ///
  /// @return rounded once more
  public double total() {
    // Once the sum is infinite or NaN its error is NaN and says nothing.
    return Double.isFinite(sum) ? sum + error : sum;
  }
}
