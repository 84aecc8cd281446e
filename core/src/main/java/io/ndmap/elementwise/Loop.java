package io.ndmap.elementwise;

/// One plain loop over dense items.
public interface Loop {

  /// Computes; each place is read before it is written, so that the results may replace operands.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many items each has
  void run(Run x, Run y, Run z, int count);
}
