package io.ndmap.loop;

import io.ndmap.op.Comparison;

/// A comparison of integers of 64 bits that are not of one kind.
///
/// @param how not [Comparison#GREATER] nor [Comparison#GREATER_EQUAL]
/// @param sides which they are
public record Mixed(Comparison how, Sides sides) {

  /// The kinds of the first and of the second number.
  public enum Sides {
    /// One with a sign and one without.
    SIGNED_AND_UNSIGNED,
    /// One without a sign and one with.
    UNSIGNED_AND_SIGNED,
    /// Ticks, whose `NaT` is different from everything.
    TICKS
  }

  /// As in `Diagnostics`.
  @Override
  public String toString() {
    return how + "_OF_" + sides;
  }
}
