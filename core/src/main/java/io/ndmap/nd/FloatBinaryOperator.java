package io.ndmap.nd;

/// Maps two elements of [FloatView]s, as `float` values, to one result, see [FloatView#zip].
@FunctionalInterface
public interface FloatBinaryOperator {

  /// Applies this operator to two operands.
  ///
  /// @param left the first operand, not converted
  /// @param right the second operand, not converted
  /// @return the result, which is stored without conversion
  float applyAsFloat(float left, float right);
}
