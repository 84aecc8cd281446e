package io.ndmap.loop;

import io.ndmap.op.Comparison;

/// A comparison of 64-bit integers of different types, or of ticks.
///
/// @param how not [Comparison#GREATER] or [Comparison#GREATER_EQUAL]
/// @param sides the types of the operands
public record MixedComparison(Comparison how, Sides sides) {

  /// The types of the first and the second operand.
  public enum Sides {
    /// A signed and an unsigned integer.
    SIGNED_AND_UNSIGNED,
    /// An unsigned and a signed integer.
    UNSIGNED_AND_SIGNED,
    /// Ticks, whose `NaT` differs from everything.
    TICKS
  }

  /// Returns the name for `Diagnostics`.
  @Override
  public String toString() {
    return how + "_OF_" + sides;
  }
}
