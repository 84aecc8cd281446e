package io.ndmap.arithmetic;

import io.ndmap.copy.Filling;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.kernel.TickLoops;
import io.ndmap.pass.BlockPass;
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

  static void apply(Operation operation, Items left, Items right, Items target) {
    Role a = role(operation, left);
    Role b = role(operation, right);
    TimeType unit = left.dtype() instanceof TimeType time ? time : (TimeType) right.dtype();
    if (right.dtype() instanceof TimeType other && !sameUnit(unit, other)) {
      throw refused(operation, left, right.dtype().toString(), "; convert one side first");
    }
    if (operation == Operation.DIVIDED_BY && a == Role.SPAN && b == Role.SPAN) {
      ratio(left, right, target);
      return;
    }
    TimeType.Kind result = result(operation, a, b);
    if (result == null) {
      throw refused(operation, left, right.dtype().toString(), "");
    }
    requireTarget(operation, unit, result, target);
    // A product has its ticks first.
    boolean turned = operation == Operation.TIMES && b == Role.SPAN;
    Items first = turned ? right : left;
    Items second = turned ? left : right;
    Role factor = turned ? a : b;
    ScalarKind from = first.kind();
    ScalarKind with = second.kind();
    run(
        target,
        new Items[] {SafeOrder.operand(first, target), SafeOrder.operand(second, target)},
        (blocks, count) -> {
          blocks[0].convert(from, ScalarKind.INT64, count);
          ScalarKind computed = factor == Role.FLOAT ? ScalarKind.FLOAT64 : ScalarKind.INT64;
          blocks[1].convert(with, computed, count);
          compute(operation, factor, blocks[0], blocks[1], count);
        });
  }

  static void apply(Operation operation, Items left, Number number, Items target) {
    Role a = role(operation, left);
    Role b = number instanceof Double ? Role.FLOAT : Role.INTEGER;
    TimeType.Kind result = result(operation, a, b);
    if (result == null) {
      throw refused(operation, left, b == Role.FLOAT ? "a double" : "an integer", "");
    }
    requireTarget(operation, (TimeType) left.dtype(), result, target);
    ScalarKind computed = b == Role.FLOAT ? ScalarKind.FLOAT64 : ScalarKind.INT64;
    Block constant = Computable.constant(computed, number, target);
    run(
        target,
        new Items[] {SafeOrder.operand(left, target)},
        (blocks, count) -> compute(operation, b, blocks[0], constant, count));
  }

  static void clip(Items target, Number low, Number high) {
    if (low instanceof Double) {
      throw refused(Operation.AT_LEAST, target, "doubles", "; pass their ticks as integers");
    }
    Block lower = Computable.constant(ScalarKind.INT64, low, target);
    Block upper = Computable.constant(ScalarKind.INT64, high, target);
    run(
        target,
        new Items[] {target},
        (blocks, count) -> {
          compute(Operation.AT_LEAST, Role.INTEGER, blocks[0], lower, count);
          compute(Operation.AT_MOST, Role.INTEGER, blocks[0], upper, count);
        });
  }

  private static void compute(
      Operation operation, Role right, Block ticks, Block others, int count) {
    if (right == Role.FLOAT) {
      TickLoops.scale(operation, ticks.longs(), others.doubles(), count);
      return;
    }
    switch (operation) {
      case TIMES -> TickLoops.times(ticks.longs(), others.longs(), count);
      case DIVIDED_BY -> TickLoops.dividedBy(ticks.longs(), others.longs(), count);
      default -> TickLoops.apply(operation, ticks.longs(), others.longs(), count);
    }
  }

  private static void ratio(Items left, Items right, Items target) {
    Computable.requireSameKind(Operation.DIVIDED_BY, ScalarKind.FLOAT64, target);
    if (target.kind().isComplex()) {
      ratio(left, right, target, target.real());
      Filling.zeros(target.imag());
    } else {
      ratio(left, right, target, target);
    }
  }

  private static void ratio(Items left, Items right, Items shared, Items target) {
    ScalarKind into = target.kind();
    run(
        target,
        new Items[] {SafeOrder.operand(left, shared), SafeOrder.operand(right, shared)},
        (blocks, count) -> {
          TickLoops.ratio(blocks[0].longs(), blocks[1].longs(), blocks[0].doubles(), count);
          blocks[0].convert(ScalarKind.FLOAT64, into, count);
        });
  }

  private static void run(Items target, Items[] operands, BlockPass.Work work) {
    BlockPass.run(target.execution(), new Items[] {target}, operands, work);
  }

  private static TimeType.@Nullable Kind result(Operation operation, Role a, Role b) {
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
      case AT_LEAST, AT_MOST -> kind;
    };
  }

  private static Role role(Operation operation, Items view) {
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

  static void requireTarget(Operation operation, TimeType unit, TimeType.Kind kind, Items target) {
    if (!(target.dtype() instanceof TimeType time)
        || time.kind() != kind
        || !sameUnit(time, unit)) {
      throw new DTypeException(
          "the "
              + operation.results()
              + " are "
              + new TimeType(kind, unit.unit(), unit.multiple(), ByteOrder.LITTLE_ENDIAN)
              + ", not items of "
              + target.dtype()
              + " of "
              + target.backing().name()
              + "; use a target of that dtype and convert it");
    }
  }

  private static DTypeException refused(
      Operation operation, Items left, String right, String advice) {
    return new DTypeException(
        left.backing().name()
            + ": cannot "
            + operation.verb()
            + " items of "
            + left.dtype()
            + " and "
            + right
            + advice);
  }
}
