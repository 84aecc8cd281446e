package io.ndmap.nd;

/// Maps two carriers of a [FloatView] to one, see [FloatView#zip].
@FunctionalInterface
public interface FloatBinaryOperator {

  /// Applies this to two operands.
  ///
  /// @param left the carrier of the first operand
  /// @param right the carrier of the second operand
  /// @return the result
  float applyAsFloat(float left, float right);
}
