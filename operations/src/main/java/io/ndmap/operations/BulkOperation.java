package io.ndmap.operations;

import io.ndmap.nd.DoubleView;
import java.util.function.ToDoubleBiFunction;

/// A bulk operation on two square arrays of doubles. The first array may be a mapped file that a
/// test truncates.
///
/// @param name the name of the operation in test reports
/// @param reach which elements of the first array the operation accesses, and how
/// @param work the operation; the number that it returns has no meaning
public record BulkOperation(
    String name, Reach reach, ToDoubleBiFunction<DoubleView, DoubleView> work) {

  /// The elements of the first array that an operation accesses, and how.
  public enum Reach {
    /// All elements, or so many that a large array is processed in several parts: an interrupt ends
    /// the operation, and the array cannot be closed while a part is running.
    ALL,
    /// So few elements that the operation ends before it checks for an interrupt.
    FEW,
    /// Single elements, or elements that a user callback accesses: each access checks whether the
    /// array is open.
    EACH
  }

  /// Runs the operation.
  ///
  /// @param x the first array; a test may truncate or close it, or interrupt the thread, during the
  ///   operation
  /// @param y the second array, of the same shape; it may be the first array
  /// @return a number without meaning
  public double run(DoubleView x, DoubleView y) {
    return work.applyAsDouble(x, y);
  }
}
