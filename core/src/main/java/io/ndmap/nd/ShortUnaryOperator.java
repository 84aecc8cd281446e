package io.ndmap.nd;

/// Maps an element of a [ShortView], as a `short` value, to its new value, see [ShortView#apply].
@FunctionalInterface
public interface ShortUnaryOperator {

  /// Applies this operator to an operand.
  ///
  /// @param operand the element, not converted
  /// @return the result, which is stored without conversion
  short applyAsShort(short operand);
}
