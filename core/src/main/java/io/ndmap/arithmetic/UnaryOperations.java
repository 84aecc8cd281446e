package io.ndmap.arithmetic;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.engine.Loops;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.ScalarBits;
import java.nio.ByteOrder;

/// Computes functions of one number ([Unary]), by NumPy's promotion rules.
public final class UnaryOperations {

  /// Degrees in π radians.
  private static final double HALF_TURN = 180;

  private UnaryOperations() {}

  /// Computes into a new array, in the view's memory order.
  public static Items of(Unary operation, Items view) {
    ScalarType dtype = dtype(operation, view);
    Items target = view.result(dtype, Layouts.packed(view.strided(), dtype.itemsize()));
    run(operation, view, target.on(view.execution()));
    return target;
  }

  /// Computes into a target.
  public static void apply(Unary operation, Items view, Items target) {
    target.requireWritable();
    ScalarKind result = result(operation, view);
    var _ = Computable.kind(operation.verb(), target);
    Computable.requireGoesInto(operation.results(), result, target);
    SafeOrder.run(target, true, (part, from) -> run(operation, from[0], part), view);
  }

  private static void run(Unary operation, Items view, Items target) {
    TilePass.run(target.execution(), target, step(operation, view.broadcastTo(target.shape())));
  }

  /// The step that computes a function.
  public static Step step(Unary operation, Items view) {
    ScalarKind result = result(operation, view);
    ScalarKind kind = view.kind();
    ScalarKind lane =
        switch (operation) {
          case BIT_COUNT -> ComputeTypes.of(kind);
          case EXPONENT -> ComputeTypes.of(Promotion.floating(kind));
          default ->
              ComputeTypes.of(operation, isTest(operation) || kind.isComplex() ? kind : result);
        };
    if (operation == Unary.LOGICAL_NOT
        || (operation == Unary.INVERTED && kind == ScalarKind.BOOL)) {
      return LogicalSteps.step(Comparison.EQUAL, lane, view);
    }
    if (operation == Unary.SIGNBIT && kind.isInteger() && !kind.isUnsigned()) {
      return LogicalSteps.step(Comparison.LESS, lane, view);
    }
    Operand operand = Operand.of(view, lane);
    if (isTest(operation) && lane.isInteger()) {
      return Step.of(ScalarKind.BOOL, Loops.always(operation == Unary.IS_FINITE), operand);
    }
    return switch (operation) {
      case SQUARE -> Step.of(lane, result, Loops.of(Binary.TIMES, lane), operand, operand);
      case DEGREES -> times(operand, result, HALF_TURN, Math.PI);
      case RADIANS -> times(operand, result, Math.PI, HALF_TURN);
      default -> Step.of(stored(operation, lane), result, Loops.of(operation, lane), operand);
    };
  }

  /// Multiplies by the ratio `above / below`, which is rounded as in NumPy.
  private static Step times(Operand items, ScalarKind result, double above, double below) {
    ScalarKind lane = items.kind();
    double ratio = lane == ScalarKind.FLOAT32 ? (float) above / (float) below : above / below;
    Operand factor = Operand.of(lane, ScalarBits.ofDouble(lane, ratio));
    return Step.of(lane, result, Loops.of(Binary.TIMES, lane), items, factor);
  }

  /// The dtype of new results.
  public static ScalarType dtype(Unary operation, Items view) {
    return new ScalarType(result(operation, view), ByteOrder.LITTLE_ENDIAN);
  }

  /// The scalar type that the loop stores.
  private static ScalarKind stored(Unary operation, ScalarKind lane) {
    if (isTest(operation)) {
      return ScalarKind.BOOL;
    }
    return operation == Unary.ABSOLUTE ? lane.part() : lane;
  }

  private static boolean isTest(Unary operation) {
    return switch (operation) {
      case IS_NAN, IS_FINITE, IS_INFINITE, SIGNBIT, LOGICAL_NOT -> true;
      default -> false;
    };
  }

  /// @throws DTypeException if the operation does not exist for the elements' dtype
  private static ScalarKind result(Unary operation, Items view) {
    ScalarKind kind = Computable.kind(operation.verb(), view);
    boolean integers = kind.isInteger() || kind == ScalarKind.BOOL;
    boolean holds =
        switch (operation) {
          case NEGATIVE, SIGN -> kind != ScalarKind.BOOL;
          case INVERTED, BIT_COUNT -> integers;
          case SPACING -> !kind.isComplex() && !kind.isOfMlDtypes();
          default -> operation.isOfComplex() || !kind.isComplex();
        };
    if (!holds) {
      throw new DTypeException(
          view.backing().name()
              + ": cannot "
              + operation.verb()
              + " elements of "
              + view.dtype()
              + (kind.isComplex()
                  ? "; use real() or imag() first"
                  : kind.isOfMlDtypes() ? "; convert them to f4 first" : ", as in NumPy"));
    }
    return switch (operation) {
      case NEGATIVE, INVERTED, FLOOR, CEIL, TRUNC, SIGN -> kind;
      case BIT_COUNT -> ScalarKind.UINT8;
      case EXPONENT -> ScalarKind.INT32;
      case SQUARE, RECIPROCAL, CONJUGATE -> kind == ScalarKind.BOOL ? ScalarKind.INT8 : kind;
      case ABSOLUTE -> kind.part();
      case IS_NAN, IS_FINITE, IS_INFINITE, SIGNBIT, LOGICAL_NOT -> ScalarKind.BOOL;
      default -> Promotion.floating(kind);
    };
  }
}
