package io.ndmap.nd;

/// Maps a `short` to a `short`: a carrier of `i2`, `u2` and `f2`, see [ShortView#apply].
@FunctionalInterface
public interface ShortUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  short applyAsShort(short operand);
}
