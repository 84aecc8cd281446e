package io.ndmap.nd;

/// Maps two carriers of a [ByteView] to one, see [ByteView#zip].
@FunctionalInterface
public interface ByteBinaryOperator {

  /// Applies this to two operands.
  ///
  /// @param left the carrier of the first operand
  /// @param right the carrier of the second operand
  /// @return the result
  byte applyAsByte(byte left, byte right);
}
