package io.ndmap.nd;

/// Maps two `short`s to one: carriers of `i2`, `u2` and `f2`, see [ShortView#zip].
@FunctionalInterface
public interface ShortBinaryOperator {

  /// Applies this to two operands.
  ///
  /// @param left the carrier of the first operand
  /// @param right the carrier of the second operand
  /// @return the result
  short applyAsShort(short left, short right);
}
