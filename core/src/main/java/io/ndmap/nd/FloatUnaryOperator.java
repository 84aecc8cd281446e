package io.ndmap.nd;

/// Maps a carrier of a [FloatView] to another, see [FloatView#apply].
@FunctionalInterface
public interface FloatUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  float applyAsFloat(float operand);
}
