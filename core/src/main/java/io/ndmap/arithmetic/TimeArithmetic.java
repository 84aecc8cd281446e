package io.ndmap.arithmetic;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Loops;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.op.Binary;
import io.ndmap.pass.Items;
import io.ndmap.value.ScalarBits;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Arithmetic with `datetime64` and `timedelta64` by NumPy's rules, but only if all times have the
/// same unit. `NaT` propagates except in `FMIN` and `FMAX`, and ticks wrap like integers.
final class TimeArithmetic {

  /// The role of an operand in a computation with times.
  private enum Role {
    /// `datetime64`.
    POINT,
    /// `timedelta64`.
    SPAN,
    /// Integers and booleans; in sums and differences, ticks in the unit of the other operand.
    INTEGER,
    /// Floating-point numbers.
    FLOAT
  }

  private TimeArithmetic() {}

  /// The dtype of the results.
  static DType dtype(Binary operation, Items left, Items right) {
    Role a = role(operation, left);
    Role b = role(operation, right);
    boolean isRatio = operation == Binary.DIVIDED_BY && a == Role.SPAN && b == Role.SPAN;
    TimeType.Kind result = result(operation, a, b);
    boolean byTruth = operation == Binary.DIVIDED_BY && right.dtype().equals(DType.BOOL);
    if ((result == null && !isRatio) || byTruth) {
      throw refused(operation, left, right.dtype().toString(), "");
    }
    TimeType unit = unit(left, right);
    if (right.dtype() instanceof TimeType other && !sameUnit(unit, other)) {
      throw refused(operation, left, right.dtype().toString(), "; convert one side first");
    }
    return isRatio || result == null ? DType.FLOAT64 : dtype(unit, result);
  }

  /// The dtype of the results of times and a number, see [io.ndmap.value.PythonNumber].
  static DType dtype(Binary operation, Items left, Number number) {
    Role b = number instanceof Double ? Role.FLOAT : Role.INTEGER;
    TimeType.Kind result = result(operation, role(operation, left), b);
    if (result == null) {
      throw refused(operation, left, b == Role.FLOAT ? "a double" : "an integer", "");
    }
    return dtype((TimeType) left.dtype(), result);
  }

  private static TimeType dtype(TimeType unit, TimeType.Kind kind) {
    return new TimeType(kind, unit.unit(), unit.multiple(), ByteOrder.LITTLE_ENDIAN);
  }

  private static TimeType unit(Items left, Items right) {
    return left.dtype() instanceof TimeType time ? time : (TimeType) right.dtype();
  }

  static Step step(Binary operation, Items left, Items right) {
    Role a = role(operation, left);
    Role b = role(operation, right);
    if (operation == Binary.DIVIDED_BY && a == Role.SPAN && b == Role.SPAN) {
      return Step.of(
          ScalarKind.FLOAT64, ticks(InternalOperation.TICKS_RATIO), ticks(left), ticks(right));
    }
    // The loops of products expect the ticks as their first operand.
    boolean isSwapped = operation == Binary.TIMES && b == Role.SPAN;
    Items first = isSwapped ? right : left;
    Items second = isSwapped ? left : right;
    Role factor = isSwapped ? a : b;
    return Step.of(
        ScalarKind.INT64, loop(operation, factor), ticks(first), Operand.of(second, lane(factor)));
  }

  static Step step(Binary operation, Items left, Number number) {
    Role factor = number instanceof Double ? Role.FLOAT : Role.INTEGER;
    ScalarKind lane = lane(factor);
    return Step.of(
        ScalarKind.INT64,
        loop(operation, factor),
        ticks(left),
        Computable.constant(lane, lane, number));
  }

  private static Operand ticks(Items items) {
    return Operand.of(items, ScalarKind.INT64);
  }

  static void clip(Items target, Number low, Number high) {
    if (low instanceof Double || high instanceof Double) {
      throw refused("clip", target, "doubles", "; pass their ticks as integers");
    }
    Step atLeast =
        Step.of(
            ScalarKind.INT64,
            ticks(InternalOperation.TICKS_MAXIMUM),
            ticks(target),
            Operand.of(ScalarKind.INT64, ScalarBits.ofNumber(ScalarKind.INT64, low)));
    Step within =
        Step.of(
            ScalarKind.INT64,
            ticks(InternalOperation.TICKS_MINIMUM),
            Operand.of(atLeast, ScalarKind.INT64),
            Operand.of(ScalarKind.INT64, ScalarBits.ofNumber(ScalarKind.INT64, high)));
    TilePass.run(target.execution(), target, within);
  }

  private static Loop loop(Binary operation, Role right) {
    boolean floats = right == Role.FLOAT;
    return ticks(
        switch (operation) {
          case TIMES ->
              floats ? InternalOperation.TICKS_TIMES_DOUBLES : InternalOperation.TICKS_TIMES;
          case DIVIDED_BY ->
              floats ? InternalOperation.TICKS_DIVIDED_BY_DOUBLES : InternalOperation.TICKS_DIVIDED;
          default -> InternalOperation.ofTicks(operation);
        });
  }

  private static Loop ticks(InternalOperation operation) {
    return Loops.of(operation, ScalarKind.INT64);
  }

  private static ScalarKind lane(Role factor) {
    return factor == Role.FLOAT ? ScalarKind.FLOAT64 : ScalarKind.INT64;
  }

  private static TimeType.@Nullable Kind result(Binary operation, Role a, Role b) {
    boolean point = a == Role.POINT || b == Role.POINT;
    boolean floats = a == Role.FLOAT || b == Role.FLOAT;
    TimeType.Kind kind = point ? TimeType.Kind.DATETIME : TimeType.Kind.TIMEDELTA;
    return switch (operation) {
      case PLUS -> floats || (a == Role.POINT && b == Role.POINT) ? null : kind;
      case MINUS -> {
        if (floats || (b == Role.POINT && a != Role.POINT)) {
          yield null;
        }
        yield b == Role.POINT ? TimeType.Kind.TIMEDELTA : kind;
      }
      case TIMES -> point || (a == Role.SPAN && b == Role.SPAN) ? null : kind;
      case DIVIDED_BY -> a == Role.SPAN && b != Role.POINT ? kind : null;
      case MINIMUM, MAXIMUM, FMIN, FMAX -> a == b ? kind : null;
      default -> null;
    };
  }

  private static Role role(Binary operation, Items view) {
    if (view.dtype() instanceof TimeType time) {
      return time.kind() == TimeType.Kind.DATETIME ? Role.POINT : Role.SPAN;
    }
    ScalarKind kind = Computable.kind(operation, view);
    if (kind.isComplex()) {
      throw Computable.unsupported(operation, view);
    }
    return kind.isFloat() ? Role.FLOAT : Role.INTEGER;
  }

  private static boolean sameUnit(TimeType a, TimeType b) {
    return a.unit() == b.unit() && a.multiple() == b.multiple();
  }

  static void requireTarget(Binary operation, TimeType results, Items target) {
    if (!(target.dtype() instanceof TimeType time)
        || time.kind() != results.kind()
        || !sameUnit(time, results)) {
      throw new DTypeException(
          "the "
              + operation.results()
              + " are "
              + results
              + ", not elements of "
              + target.dtype()
              + " of "
              + target.backing().name()
              + "; use a target of that dtype and convert it");
    }
  }

  private static DTypeException refused(Binary operation, Items left, String right, String advice) {
    return refused(operation.verb(), left, right, advice);
  }

  private static DTypeException refused(String verb, Items left, String right, String advice) {
    return new DTypeException(
        left.backing().name()
            + ": cannot "
            + verb
            + " elements of "
            + left.dtype()
            + " and "
            + right
            + advice);
  }
}
