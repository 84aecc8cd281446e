package io.ndmap.nd;

/// Makes a `short` of a `short`: a carrier of `i2`, `u2` and `f2`, see [ShortView#apply].
@FunctionalInterface
public interface ShortUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  short applyAsShort(short operand);
}
