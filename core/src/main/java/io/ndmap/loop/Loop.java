package io.ndmap.loop;

/// A loop over contiguous elements.
///
/// Each element is read before its result is written, so the results may replace an operand of the
/// same itemsize.
public interface Loop {

  /// Computes a span of elements.
  ///
  /// @param operands the elements of the operands
  /// @param result receives the results
  /// @param count the number of elements
  void run(Span[] operands, Span result, int count);

  /// Returns the loop of the same operation that is compiled for a set of operands that are single
  /// numbers, and warmed up by calls with this set. Loops of [io.ndmap.engine.Loops] accept any
  /// set.
  ///
  /// @param numbers the mask of operands that are single numbers (bit k: operand k), see
  ///   [Span#numbers]
  default Loop forNumbers(int numbers) {
    return this;
  }

  /// Returns the loop to use for a pass: the plain loop until the vector loop is warm, and also
  /// later if the copies take longer than vectors save.
  ///
  /// @param items the number of elements to be processed, which counts towards the warm-up
  /// @param copies the number of operands and results in memory that can fault, which only plain
  ///   loops access in place; vector loops work on copies
  default Loop chosen(long items, int copies) {
    return this;
  }

  /// Returns the plain loop of the same operation.
  default Loop plain() {
    return this;
  }

  /// Returns whether all accesses are scalar, so that a fault raises an error. Only such a loop may
  /// run over memory that can fault.
  default boolean isPlain() {
    return false;
  }
}
