package io.ndmap.arithmetic;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Lanes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Special;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;

/// Functions of one number, by NumPy's rules of types.
public final class Functions {

  private Functions() {}

  /// Into a new array, in the order in which the items lie in memory.
  public static Items of(Unary operation, Items view) {
    ScalarType dtype = dtype(operation, view);
    Items target = view.result(dtype, Layouts.packed(view.strided(), dtype.itemsize()));
    run(operation, view, target.on(view.execution()));
    return target;
  }

  /// Into a target.
  public static void apply(Unary operation, Items view, Items target) {
    target.requireWritable();
    ScalarKind result = result(operation, view);
    var _ = Computable.kind(operation.verb(), target);
    Computable.requireGoesInto(operation.results(), result, target);
    SafeOrder.run(target, true, (part, from) -> run(operation, from[0], part), view);
  }

  private static void run(Unary operation, Items view, Items target) {
    TilePass.run(target.execution(), target, step(operation, SafeOrder.operand(view, target)));
  }

  /// Computes items.
  public static Step step(Unary operation, Items view) {
    ScalarKind result = result(operation, view);
    ScalarKind kind = view.kind();
    ScalarKind lane = Lanes.of(operation, isTest(operation) || kind.isComplex() ? kind : result);
    Operand operand = Operand.of(view, lane);
    if (kind == ScalarKind.BOOL && operation == Unary.INVERTED) {
      Operand zero = Operand.of(lane, 0);
      return Step.of(result, Loops.of(Special.WITHIN, lane), operand, zero, zero);
    }
    Loop loop =
        isTest(operation) && !kind.isFloat()
            ? Loops.always(operation == Unary.IS_FINITE)
            : Loops.of(operation, lane);
    return Step.of(stored(operation, lane), result, loop, operand);
  }

  /// The dtype of new results.
  public static ScalarType dtype(Unary operation, Items view) {
    return new ScalarType(result(operation, view), ByteOrder.LITTLE_ENDIAN);
  }

  /// What the loop writes.
  private static ScalarKind stored(Unary operation, ScalarKind lane) {
    if (isTest(operation)) {
      return ScalarKind.BOOL;
    }
    return operation == Unary.ABSOLUTE ? lane.part() : lane;
  }

  private static boolean isTest(Unary operation) {
    return switch (operation) {
      case IS_NAN, IS_FINITE, IS_INFINITE -> true;
      default -> false;
    };
  }

  /// @throws DTypeException if the operation is not for such items
  private static ScalarKind result(Unary operation, Items view) {
    ScalarKind kind = Computable.kind(operation.verb(), view);
    boolean integers = kind.isInteger() || kind == ScalarKind.BOOL;
    boolean holds =
        switch (operation) {
          case NEGATIVE -> kind != ScalarKind.BOOL;
          case ABSOLUTE, SQRT, EXP, LOG, RINT -> true;
          case INVERTED -> integers;
          default -> !kind.isComplex();
        };
    if (!holds) {
      throw new DTypeException(
          view.backing().name()
              + ": cannot "
              + operation.verb()
              + " items of "
              + view.dtype()
              + (kind.isComplex() ? "; use real() or imag() first" : ", as in NumPy"));
    }
    return switch (operation) {
      case NEGATIVE, INVERTED, FLOOR, CEIL, TRUNC -> kind;
      case ABSOLUTE -> kind.part();
      case SQRT, EXP, LOG, RINT -> Promotion.of(kind, ScalarKind.FLOAT16);
      case IS_NAN, IS_FINITE, IS_INFINITE -> ScalarKind.BOOL;
    };
  }
}
