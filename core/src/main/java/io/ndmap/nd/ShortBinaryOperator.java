package io.ndmap.nd;

/// Maps two carriers of a [ShortView] to one, see [ShortView#zip].
@FunctionalInterface
public interface ShortBinaryOperator {

  /// Applies this to two operands.
  ///
  /// @param left the carrier of the first operand
  /// @param right the carrier of the second operand
  /// @return the result
  short applyAsShort(short left, short right);
}
