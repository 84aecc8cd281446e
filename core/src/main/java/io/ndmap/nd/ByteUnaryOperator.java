package io.ndmap.nd;

/// Maps a `byte` to a `byte`: a carrier of `b1`, `i1` and `u1`, see [ByteView#apply].
@FunctionalInterface
public interface ByteUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  byte applyAsByte(byte operand);
}
