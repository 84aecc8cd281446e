package io.ndmap.nd;

/// Maps a `float` to a `float`: a carrier of `f4`, see [FloatView#apply].
@FunctionalInterface
public interface FloatUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  float applyAsFloat(float operand);
}
