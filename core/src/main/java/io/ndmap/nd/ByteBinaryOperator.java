package io.ndmap.nd;

/// Maps two elements of [ByteView]s, as `byte` values, to one result, see [ByteView#zip].
@FunctionalInterface
public interface ByteBinaryOperator {

  /// Applies this operator to two operands.
  ///
  /// @param left the first operand, not converted
  /// @param right the second operand, not converted
  /// @return the result, which is stored without conversion
  byte applyAsByte(byte left, byte right);
}
