package io.ndmap.nd;

/// Maps an element of a [ByteView], as a `byte` value, to its new value, see [ByteView#apply].
@FunctionalInterface
public interface ByteUnaryOperator {

  /// Applies this operator to an operand.
  ///
  /// @param operand the element, not converted
  /// @return the result, which is stored without conversion
  byte applyAsByte(byte operand);
}
