package io.ndmap.arithmetic;

import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.loop.LoopPair;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.op.Binary;
import io.ndmap.pass.Items;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Arithmetic with points and spans of time, by NumPy's rules, but only among times of one unit:
/// `NaT` with anything is `NaT`, and ticks wrap like integers.
final class TimeArithmetic {

  /// What an operand is in a computation with times.
  private enum Role {
    /// `datetime64`.
    POINT,
    /// `timedelta64`.
    SPAN,
    /// Integers and booleans; with a plus or minus, ticks of the other side's unit.
    INTEGER,
    /// Floating-point numbers.
    FLOAT
  }

  private TimeArithmetic() {}

  /// The dtype of the results.
  static DType dtype(Binary operation, Items left, Items right) {
    Role a = role(operation, left);
    Role b = role(operation, right);
    if (operation == Binary.DIVIDED_BY && a == Role.SPAN && b == Role.SPAN) {
      return DType.FLOAT64;
    }
    TimeType.Kind result = result(operation, a, b);
    if (result == null) {
      throw refused(operation, left, right.dtype().toString(), "");
    }
    return dtype(unit(left, right), result);
  }

  /// The dtype of results with a `Double` or a `Long`.
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

  static void apply(Binary operation, Items left, Items right, Items target) {
    Role a = role(operation, left);
    Role b = role(operation, right);
    TimeType unit = unit(left, right);
    if (right.dtype() instanceof TimeType other && !sameUnit(unit, other)) {
      throw refused(operation, left, right.dtype().toString(), "; convert one side first");
    }
    if (operation == Binary.DIVIDED_BY && a == Role.SPAN && b == Role.SPAN) {
      ratio(left, right, target);
      return;
    }
    TimeType.Kind result = result(operation, a, b);
    if (result == null) {
      throw refused(operation, left, right.dtype().toString(), "");
    }
    requireTarget(operation, unit, result, target);
    // A product has its ticks first.
    boolean turned = operation == Binary.TIMES && b == Role.SPAN;
    Items first = turned ? right : left;
    Items second = turned ? left : right;
    Role factor = turned ? a : b;
    run(
        target,
        loop(operation, factor),
        Operand.of(SafeOrder.operand(first, target), ScalarKind.INT64),
        Operand.of(SafeOrder.operand(second, target), lane(factor)));
  }

  static void apply(Binary operation, Items left, Number number, Items target) {
    Role a = role(operation, left);
    Role b = number instanceof Double ? Role.FLOAT : Role.INTEGER;
    TimeType.Kind result = result(operation, a, b);
    if (result == null) {
      throw refused(operation, left, b == Role.FLOAT ? "a double" : "an integer", "");
    }
    requireTarget(operation, (TimeType) left.dtype(), result, target);
    run(
        target,
        loop(operation, b),
        Operand.of(SafeOrder.operand(left, target), ScalarKind.INT64),
        Computable.constant(lane(b), lane(b), number));
  }

  static void clip(Items target, Number low, Number high) {
    if (low instanceof Double) {
      throw refused("clip", target, "doubles", "; pass their ticks as integers");
    }
    run(
        target,
        new LoopPair(
            ticks(Special.TICKS_MAXIMUM),
            ticks(Special.TICKS_MINIMUM),
            (atLeast, atMost, runs, result, count) -> {
              atLeast.run(new Run[] {runs[0], runs[1]}, result, count);
              atMost.run(new Run[] {result, runs[2]}, result, count);
            }),
        Operand.of(target, ScalarKind.INT64),
        Operand.of(ScalarKind.INT64, low.longValue()),
        Operand.of(ScalarKind.INT64, high.longValue()));
  }

  private static Loop loop(Binary operation, Role right) {
    boolean floats = right == Role.FLOAT;
    return ticks(
        switch (operation) {
          case TIMES -> floats ? Special.TICKS_TIMES_DOUBLES : Special.TICKS_TIMES;
          case DIVIDED_BY -> floats ? Special.TICKS_DIVIDED_BY_DOUBLES : Special.TICKS_DIVIDED;
          default -> Special.ofTicks(operation);
        });
  }

  private static Loop ticks(Special operation) {
    return Loops.of(operation, ScalarKind.INT64);
  }

  private static ScalarKind lane(Role factor) {
    return factor == Role.FLOAT ? ScalarKind.FLOAT64 : ScalarKind.INT64;
  }

  private static void ratio(Items left, Items right, Items target) {
    Computable.requireSameKind(Binary.DIVIDED_BY, ScalarKind.FLOAT64, target);
    TilePass.run(
        target.execution(),
        target,
        ScalarKind.FLOAT64,
        ticks(Special.TICKS_RATIO),
        Operand.of(SafeOrder.operand(left, target), ScalarKind.INT64),
        Operand.of(SafeOrder.operand(right, target), ScalarKind.INT64));
  }

  private static void run(Items target, Loop loop, Operand... operands) {
    TilePass.run(target.execution(), target, ScalarKind.INT64, loop, operands);
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
      case MINIMUM, MAXIMUM -> a == b ? kind : null;
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

  static void requireTarget(Binary operation, TimeType unit, TimeType.Kind kind, Items target) {
    if (!(target.dtype() instanceof TimeType time)
        || time.kind() != kind
        || !sameUnit(time, unit)) {
      throw new DTypeException(
          "the "
              + operation.results()
              + " are "
              + dtype(unit, kind)
              + ", not items of "
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
            + " items of "
            + left.dtype()
            + " and "
            + right
            + advice);
  }
}
