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

  /// The loop that runs now: it stays what it is, where this one may change.
  ///
  /// @param items for how many, which brings a loop nearer to being warmed
  /// @param copies whether operands are in memory that can fault, from which only plain loops take
  ///   them where they are; for others they are copied
  default Loop chosen(long items, boolean copies) {
    return this;
  }

  /// The plain loop of the same operation.
  default Loop plain() {
    return this;
  }

  /// Whether all accesses are plain, so that a fault in them is no more than an error: then it may
  /// run over memory that can fault.
  default boolean isPlain() {
    return false;
  }
}
