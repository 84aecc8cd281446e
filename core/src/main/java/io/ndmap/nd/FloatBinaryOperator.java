package io.ndmap.nd;

/// Maps two `float`s to one: carriers of `f4`, see [FloatView#zip].
@FunctionalInterface
public interface FloatBinaryOperator {

  /// Applies this to two operands.
  ///
  /// @param left the carrier of the first operand
  /// @param right the carrier of the second operand
  /// @return the result
  float applyAsFloat(float left, float right);
}
