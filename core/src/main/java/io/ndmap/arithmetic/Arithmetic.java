package io.ndmap.arithmetic;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Results;
import io.ndmap.elementwise.TileCast;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Lanes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.loop.LoopPair;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.op.Binary;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;

/// Arithmetic of views with views and numbers into a view, by NumPy's rules of types: the dtype of
/// the computation follows from the operands alone, and the results are cast to the target's by
/// same-kind casting.
public final class Arithmetic {

  private Arithmetic() {}

  /// Left and right into a new array.
  public static Items of(Binary operation, Items left, Items right) {
    Items results = Results.of(dtype(operation, left, right), left, right);
    apply(operation, left, right, results.on(left.execution()));
    return results;
  }

  private static DType dtype(Binary operation, Items left, Items right) {
    if (isTime(left) || isTime(right)) {
      return TimeArithmetic.dtype(operation, left, right);
    }
    ScalarKind common =
        Promotion.of(Computable.kind(operation, left), Computable.kind(operation, right));
    return new ScalarType(Computable.result(operation, common, left), ByteOrder.LITTLE_ENDIAN);
  }

  /// Left and a number into a new array, in the order in which the items lie in memory.
  ///
  /// @param number a `Double` or a `Long`
  public static Items of(Binary operation, Items left, Number number) {
    DType dtype =
        isTime(left)
            ? TimeArithmetic.dtype(operation, left, number)
            : new ScalarType(
                Computable.result(
                    operation, Promotion.with(Computable.kind(operation, left), number), left),
                ByteOrder.LITTLE_ENDIAN);
    Items results = left.result(dtype, Layouts.packed(left.strided(), dtype.itemsize()));
    apply(operation, left, number, results.on(left.execution()));
    return results;
  }

  /// Left and right into the target.
  public static void apply(Binary operation, Items left, Items right, Items target) {
    target.requireWritable();
    SafeOrder.run(
        target, true, (part, sides) -> compute(operation, sides[0], sides[1], part), left, right);
  }

  private static void compute(Binary operation, Items left, Items right, Items target) {
    if (isTime(left) || isTime(right)) {
      TimeArithmetic.apply(operation, left, right, target);
      return;
    }
    ScalarKind kind = Computable.kind(operation, right);
    ScalarKind common = Promotion.of(Computable.kind(operation, left), kind);
    ScalarKind computed = Computable.result(operation, common, left);
    ScalarKind lane = Lanes.of(operation, computed);
    run(operation, computed, left, target, Operand.of(operand(right, target), lane));
  }

  /// Left and a number into the target.
  ///
  /// @param number a `Double` or a `Long`
  public static void apply(Binary operation, Items left, Number number, Items target) {
    target.requireWritable();
    SafeOrder.run(target, true, (part, side) -> compute(operation, side[0], number, part), left);
  }

  private static void compute(Binary operation, Items left, Number number, Items target) {
    if (isTime(left)) {
      TimeArithmetic.apply(operation, left, number, target);
      return;
    }
    ScalarKind common = Promotion.with(Computable.kind(operation, left), number);
    ScalarKind computed = Computable.result(operation, common, left);
    ScalarKind lane = Lanes.of(operation, computed);
    run(operation, computed, left, target, Computable.constant(computed, lane, number));
  }

  private static void run(
      Binary operation, ScalarKind computed, Items left, Items target, Operand right) {
    Computable.requireSameKind(operation, computed, target);
    ScalarKind lane = Lanes.of(operation, computed);
    TilePass.run(
        target.execution(),
        target,
        lane,
        computed,
        Loops.of(operation, lane),
        Operand.of(operand(left, target), lane),
        right);
  }

  /// Adds a multiple of other items to those of the target.
  ///
  /// @param factor a `Double` or a `Long`
  public static void addScaled(Items target, Items items, Number factor) {
    target.requireWritable();
    SafeOrder.run(target, true, (part, from) -> addScaledApart(part, from[0], factor), items);
  }

  private static void addScaledApart(Items target, Items items, Number factor) {
    if (isTime(target) || isTime(items)) {
      throw Computable.unsupported(Binary.TIMES, isTime(items) ? items : target);
    }
    ScalarKind scaled = Promotion.with(Computable.kind(Binary.TIMES, items), factor);
    ScalarKind computed = Promotion.of(Computable.kind(Binary.PLUS, target), scaled);
    Computable.requireSameKind(Binary.PLUS, computed, target);
    ScalarKind scaledLane = Lanes.of(Binary.TIMES, scaled);
    ScalarKind lane = Lanes.of(Binary.PLUS, computed);
    TilePass.run(
        target.execution(),
        target,
        lane,
        computed,
        () -> {
          TileCast narrow = new TileCast(scaledLane, scaled);
          TileCast widen = new TileCast(scaled, lane);
          return new LoopPair(
              Loops.of(Binary.TIMES, scaledLane),
              Loops.of(Binary.PLUS, lane),
              (times, plus, runs, result, count) -> {
                Run product = runs[3];
                times.run(new Run[] {runs[1], runs[2]}, product, count);
                if (scaled != scaledLane) {
                  narrow.run(product, runs[4], count);
                  product = runs[4];
                }
                if (scaled != lane) {
                  widen.run(product, runs[5], count);
                  product = runs[5];
                }
                plus.run(new Run[] {runs[0], product}, result, count);
              });
        },
        Operand.of(target, lane),
        Operand.of(operand(items, target), scaledLane),
        Computable.constant(scaled, scaledLane, factor),
        Operand.room(scaledLane),
        Operand.room(scaled),
        Operand.room(lane));
  }

  private static Items operand(Items items, Items target) {
    return SafeOrder.operand(items, target);
  }

  /// Keeps the items between two bounds, where they are.
  ///
  /// @param low a `Double` or a `Long`
  /// @param high of the same class
  public static void clip(Items target, Number low, Number high) {
    target.requireWritable();
    if (isTime(target)) {
      TimeArithmetic.clip(target, low, high);
      return;
    }
    ScalarKind kind = Computable.kind("clip", target);
    if (kind.isComplex()) {
      throw new DTypeException(
          target.backing().name()
              + ": complex items have no order to clip them by; use real() or imag() first");
    }
    Computable.requireGoesInto("clipped numbers", Promotion.with(kind, low), target);
    ScalarKind lane = Lanes.of(kind);
    Operand items = Operand.of(target, lane);
    if (Double.isNaN(low.doubleValue()) || Double.isNaN(high.doubleValue())) {
      Loop loop = Loops.of(Binary.MAXIMUM, lane);
      Operand nan = Computable.constant(kind, lane, Double.NaN);
      TilePass.run(target.execution(), target, lane, kind, loop, items, nan);
    } else {
      TilePass.run(
          target.execution(),
          target,
          lane,
          kind,
          Loops.of(Special.CLIP, lane),
          items,
          Operand.of(lane, bound(kind, lane, low, true)),
          Operand.of(lane, bound(kind, lane, high, false)));
    }
  }

  /// The bits of a bound; of one beyond all items on its own side, those of the last item there.
  ///
  /// @throws ArithmeticException if no item can reach it from the other side
  private static long bound(ScalarKind kind, ScalarKind lane, Number bound, boolean lower) {
    if (kind.isFloat()) {
      return Computable.constant(kind, lane, bound).bits();
    }
    long value = bound.longValue();
    int bits = 8 * kind.itemsize() - (kind.isUnsigned() ? 0 : 1);
    long most = bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
    long least = kind.isUnsigned() ? 0 : -most - 1;
    long within = lower ? Math.max(value, least) : Math.min(value, most);
    return Computable.constant(kind, lane, within).bits();
  }

  // ---- types

  static boolean isTime(Items view) {
    return view.dtype() instanceof TimeType;
  }
}
