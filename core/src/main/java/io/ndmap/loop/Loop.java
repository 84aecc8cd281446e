package io.ndmap.loop;

/// One loop over dense items.
///
/// Each place is read before it is written, so that the results may replace an operand of the same
/// itemsize.
public interface Loop {

  /// Computes.
  ///
  /// @param operands where their items are
  /// @param result takes what is computed
  /// @param count how many items there are
  void run(Run[] operands, Run result, int count);
}
