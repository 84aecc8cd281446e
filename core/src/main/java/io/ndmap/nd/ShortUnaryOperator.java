package io.ndmap.nd;

/// Maps a carrier of a [ShortView] to another, see [ShortView#apply].
@FunctionalInterface
public interface ShortUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  short applyAsShort(short operand);
}
