package io.ndmap.operations;

import io.ndmap.nd.DoubleView;
import java.util.function.ToDoubleBiFunction;

/// A bulk operation on two square arrays of doubles, such as a file and an array that stays whole.
///
/// @param name what it is called
/// @param reach which elements of the first array it accesses, and how
/// @param work what it does with the arrays; returns anything that depends on the elements
public record BulkOperation(
    String name, Reach reach, ToDoubleBiFunction<DoubleView, DoubleView> work) {

  /// The elements of the first array that an operation accesses, and how.
  public enum Reach {
    /// All, or so many that the operation has several parts if the array is large: an interrupt
    /// ends it, and the array cannot be closed under it.
    ALL,
    /// So few that it ends before it would notice an interrupt.
    FEW,
    /// One after the other, or by a callback of the user: each access checks whether the array is
    /// open.
    EACH
  }

  /// Runs the operation.
  ///
  /// @param x the first array, which may be truncated, closed or interrupted meanwhile
  /// @param y the second one, of the same shape, which may be the first one again
  /// @return anything
  public double run(DoubleView x, DoubleView y) {
    return work.applyAsDouble(x, y);
  }
}
