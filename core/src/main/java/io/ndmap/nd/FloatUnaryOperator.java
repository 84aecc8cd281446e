package io.ndmap.nd;

/// Maps an element of a [FloatView], as a `float` value, to its new value, see [FloatView#apply].
@FunctionalInterface
public interface FloatUnaryOperator {

  /// Applies this operator to an operand.
  ///
  /// @param operand the element, not converted
  /// @return the result, which is stored without conversion
  float applyAsFloat(float operand);
}
