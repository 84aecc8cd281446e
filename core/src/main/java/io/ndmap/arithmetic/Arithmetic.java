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
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.InternalOperation;
import io.ndmap.op.Binary;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.PythonNumber;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Arithmetic of views with views and numbers, by NumPy's promotion rules: the dtype of the
/// computation follows from the operands alone, and the results are cast to the target's dtype by
/// same-kind casting.
public final class Arithmetic {

  private Arithmetic() {}

  /// Computes with two views into a new array.
  public static Items of(Binary operation, Items left, Items right) {
    Items results = Results.of(dtype(operation, left, right), left, right);
    apply(operation, left, right, results.on(left.execution()));
    return results;
  }

  /// The dtype of the results of two views, for a new array.
  public static DType dtype(Binary operation, Items left, Items right) {
    if (LogicalSteps.has(operation)) {
      return LogicalSteps.dtype(operation, left, right);
    }
    return isTime(left) || isTime(right)
        ? TimeArithmetic.dtype(operation, left, right)
        : new ScalarType(kind(operation, left, right), ByteOrder.LITTLE_ENDIAN);
  }

  /// The dtype of the results of a view and a number, for a new array.
  ///
  /// @param number a number, see [PythonNumber]
  public static DType dtype(Binary operation, Items left, Number number) {
    if (LogicalSteps.has(operation)) {
      return LogicalSteps.dtype(operation, left);
    }
    return isTime(left)
        ? TimeArithmetic.dtype(operation, left, number)
        : new ScalarType(kind(operation, left, number), ByteOrder.LITTLE_ENDIAN);
  }

  private static ScalarKind kind(Binary operation, Items left, Items right) {
    ScalarKind a = Computable.kind(operation, left);
    ScalarKind common = Computable.common(operation, a, Computable.kind(operation, right));
    return Computable.result(operation, common, left);
  }

  private static ScalarKind kind(Binary operation, Items left, Number number) {
    ScalarKind kind = Computable.kind(operation, left);
    if (operation == Binary.LDEXP) {
      Computable.requireExponent(number instanceof Long);
      return Computable.result(operation, Promotion.floating(kind), left);
    }
    return Computable.result(operation, Promotion.with(kind, number), left);
  }

  /// Computes with a view and a number into a new array, in the view's memory order.
  ///
  /// @param number a number, see [PythonNumber]
  public static Items of(Binary operation, Items left, Number number) {
    DType dtype = dtype(operation, left, number);
    Items results = left.result(dtype, Layouts.packed(left.strided(), dtype.itemsize()));
    apply(operation, left, number, results.on(left.execution()));
    return results;
  }

  /// Computes with two views into the target.
  public static void apply(Binary operation, Items left, Items right, Items target) {
    target.requireWritable();
    SafeOrder.run(
        target, true, (part, sides) -> compute(operation, sides[0], sides[1], part), left, right);
  }

  private static void compute(Binary operation, Items left, Items right, Items target) {
    requireTarget(operation, dtype(operation, left, right), target);
    run(target, step(operation, operand(left, target), operand(right, target)));
  }

  /// The step that computes with two views of the same shape.
  public static Step step(Binary operation, Items left, Items right) {
    if (LogicalSteps.has(operation)) {
      return LogicalSteps.step(operation, left, right);
    }
    if (isTime(left) || isTime(right)) {
      return TimeArithmetic.step(operation, left, right);
    }
    ScalarKind computed = kind(operation, left, right);
    ScalarKind lane = ComputeTypes.of(operation, computed);
    return step(operation, lane, computed, Operand.of(left, lane), Operand.of(right, lane));
  }

  /// Computes with a view and a number into the target.
  ///
  /// @param number a number, see [PythonNumber]
  public static void apply(Binary operation, Items left, Number number, Items target) {
    target.requireWritable();
    SafeOrder.run(target, true, (part, side) -> compute(operation, side[0], number, part), left);
  }

  private static void compute(Binary operation, Items left, Number number, Items target) {
    requireTarget(operation, dtype(operation, left, number), target);
    run(target, step(operation, operand(left, target), number));
  }

  /// The step that computes with a view and a number.
  ///
  /// @param number a number, see [PythonNumber]
  public static Step step(Binary operation, Items left, Number number) {
    if (LogicalSteps.has(operation)) {
      return LogicalSteps.step(operation, left, number);
    }
    if (isTime(left)) {
      return TimeArithmetic.step(operation, left, number);
    }
    ScalarKind computed = kind(operation, left, number);
    ScalarKind lane = ComputeTypes.of(operation, computed);
    Operand right = Computable.constant(computed, lane, number);
    return step(operation, lane, computed, Operand.of(left, lane), right);
  }

  private static Step step(
      Binary operation, ScalarKind lane, ScalarKind computed, Operand left, Operand right) {
    return Step.of(lane, computed, Loops.of(operation, lane), left, right);
  }

  private static void requireTarget(Binary operation, DType results, Items target) {
    if (results instanceof TimeType time) {
      TimeArithmetic.requireTarget(operation, time, target);
    } else {
      Computable.requireSameKind(operation, ((ScalarType) results).kind(), target);
    }
  }

  private static void run(Items target, Step step) {
    TilePass.run(target.execution(), target, step);
  }

  /// Adds a multiple of other elements to the elements of the target.
  ///
  /// @param factor a number, see [PythonNumber]
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
    ScalarKind lane = ComputeTypes.of(Binary.PLUS, computed);
    Step products = step(Binary.TIMES, operand(items, target), factor);
    Operand sums = Operand.of(target, lane);
    run(target, step(Binary.PLUS, lane, computed, sums, Operand.of(products, lane)));
  }

  private static Items operand(Items items, Items target) {
    return items.broadcastTo(target.shape());
  }

  /// Clips the elements in place.
  ///
  /// @param low a number, see [PythonNumber]
  /// @param high a number, see [PythonNumber]
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
              + ": complex elements have no order to clip them by; use real() or imag() first");
    }
    ScalarKind computed = Promotion.with(Promotion.with(kind, low), high);
    Computable.requireGoesInto("clipped numbers", computed, target);
    ScalarKind lane = ComputeTypes.of(kind);
    Operand items = Operand.of(target, lane);
    boolean isNaN = Double.isNaN(low.doubleValue()) || Double.isNaN(high.doubleValue());
    run(
        target,
        isNaN
            ? Step.of(
                lane,
                kind,
                Loops.of(Binary.MAXIMUM, lane),
                items,
                Computable.constant(kind, lane, Double.NaN))
            : Step.of(
                lane,
                kind,
                Loops.of(InternalOperation.CLIP, lane),
                items,
                Operand.of(lane, bound(kind, lane, low, true)),
                Operand.of(lane, bound(kind, lane, high, false))));
  }

  /// The bits of a bound in the compute type. A lower bound below all integers of the elements'
  /// type, or an upper bound above all of them, limits no element and is replaced by the least or
  /// the greatest integer of the type.
  ///
  /// @throws ArithmeticException if a lower bound is above all integers of the type, or an upper
  ///   bound below all of them
  private static long bound(ScalarKind kind, ScalarKind lane, Number bound, boolean lower) {
    if (kind.isFloat()) {
      return Computable.constant(kind, lane, bound).bits();
    }
    BigInteger value = new BigInteger(bound.toString());
    int bits = 8 * kind.itemsize() - (kind.isUnsigned() ? 0 : 1);
    BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    BigInteger least = kind.isUnsigned() ? BigInteger.ZERO : most.not();
    BigInteger within = lower ? value.max(least) : value.min(most);
    return Computable.constant(kind, lane, within).bits();
  }

  // ---- types

  static boolean isTime(Items view) {
    return view.dtype() instanceof TimeType;
  }
}
