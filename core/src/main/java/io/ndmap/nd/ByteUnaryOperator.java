package io.ndmap.nd;

/// Maps a carrier of a [ByteView] to another, see [ByteView#apply].
@FunctionalInterface
public interface ByteUnaryOperator {

  /// Applies this to an operand.
  ///
  /// @param operand the carrier
  /// @return the result
  byte applyAsByte(byte operand);
}
