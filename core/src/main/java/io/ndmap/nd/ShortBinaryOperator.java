package io.ndmap.nd;

/// Maps two elements of [ShortView]s, as `short` values, to one result, see [ShortView#zip].
@FunctionalInterface
public interface ShortBinaryOperator {

  /// Applies this operator to two operands.
  ///
  /// @param left the first operand, not converted
  /// @param right the second operand, not converted
  /// @return the result, which is stored without conversion
  short applyAsShort(short left, short right);
}
