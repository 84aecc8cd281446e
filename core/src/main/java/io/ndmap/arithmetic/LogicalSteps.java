package io.ndmap.arithmetic;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.engine.Loops;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.pass.Items;

/// Logical operations such as `np.logical_and`: bitwise operations on the results of `x != 0`.
final class LogicalSteps {

  private static final ScalarKind LANE = ComputeTypes.of(ScalarKind.BOOL);

  private LogicalSteps() {}

  static boolean has(Binary operation) {
    return switch (operation) {
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> true;
      default -> false;
    };
  }

  /// The dtype of the results.
  ///
  /// @throws DTypeException if the elements of an operand are neither numbers nor times
  static DType dtype(Binary operation, Items... operands) {
    for (Items items : operands) {
      var _ = lane(operation, items);
    }
    return DType.BOOL;
  }

  static Step step(Binary operation, Items left, Items right) {
    return step(operation, truth(operation, left), truth(operation, right));
  }

  /// The step that computes with a number.
  ///
  /// @param number a number, see [io.ndmap.value.PythonNumber]
  static Step step(Binary operation, Items left, Number number) {
    long truth = number.doubleValue() == 0 ? 0 : 1;
    return step(operation, truth(operation, left), Operand.of(LANE, truth));
  }

  private static Step step(Binary operation, Operand left, Operand right) {
    Binary bits =
        switch (operation) {
          case LOGICAL_AND -> Binary.AND;
          case LOGICAL_OR -> Binary.OR;
          default -> Binary.XOR;
        };
    return Step.of(ScalarKind.BOOL, Loops.of(bits, LANE), left, right);
  }

  private static Operand truth(Binary operation, Items items) {
    ScalarKind lane = lane(operation, items);
    return Operand.of(step(Comparison.NOT_EQUAL, lane, items), LANE);
  }

  private static ScalarKind lane(Binary operation, Items items) {
    return items.dtype() instanceof TimeType
        ? ScalarKind.INT64
        : ComputeTypes.inDoubles(Computable.kind(operation, items));
  }

  /// The step that compares elements with 0.
  static Step step(Comparison how, ScalarKind lane, Items items) {
    return Step.of(
        ScalarKind.BOOL, Loops.of(how, lane, lane), Operand.of(items, lane), Operand.of(lane, 0));
  }
}
