package io.ndmap.arithmetic;

import io.ndmap.copy.Filling;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.pass.BlockPass;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.ScalarBits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Arithmetic of views with views and numbers into a view, by NumPy's rules of types: the dtype of
/// the computation follows from the operands alone, and the results are cast to the target's by
/// same-kind casting.
public final class Arithmetic {

  private Arithmetic() {}

  /// Left and right into the target.
  public static void apply(Operation operation, Items left, Items right, Items target) {
    target.requireWritable();
    SafeOrder.run(
        target, true, (part, sides) -> compute(operation, sides[0], sides[1], part), left, right);
  }

  private static void compute(Operation operation, Items left, Items right, Items target) {
    if (isTime(left) || isTime(right)) {
      TimeArithmetic.apply(operation, left, right, target);
      return;
    }
    ScalarKind a = Computable.kind(operation, left);
    ScalarKind b = Computable.kind(operation, right);
    if (a.isComplex() || b.isComplex()) {
      ComplexArithmetic.apply(operation, left, right, null, target);
    } else {
      real(operation, left, new Right(right, b, null), target);
    }
  }

  /// Left and a number into the target.
  ///
  /// @param number a `Double` or a `Long`
  public static void apply(Operation operation, Items left, Number number, Items target) {
    target.requireWritable();
    SafeOrder.run(target, true, (part, side) -> compute(operation, side[0], number, part), left);
  }

  private static void compute(Operation operation, Items left, Number number, Items target) {
    if (isTime(left)) {
      TimeArithmetic.apply(operation, left, number, target);
    } else if (Computable.kind(operation, left).isComplex()) {
      ComplexArithmetic.apply(operation, left, null, number, target);
    } else {
      real(operation, left, new Right(null, Computable.kind(operation, left), number), target);
    }
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
      throw Computable.unsupported(Operation.TIMES, isTime(items) ? items : target);
    }
    ScalarKind kind = Computable.kind(Operation.TIMES, items);
    if (kind.isComplex() || Computable.kind(Operation.PLUS, target).isComplex()) {
      ComplexArithmetic.addScaled(target, items, factor);
    } else {
      real(Operation.PLUS, target, new Right(items, kind, factor), target);
    }
  }

  /// The right-hand side: a view, a number, or a view times a number.
  private record Right(@Nullable Items view, ScalarKind kind, @Nullable Number number) {

    /// What it is computed in, before it meets the left-hand side.
    ScalarKind scaled() {
      return number == null ? kind : Promotion.with(kind, number);
    }
  }

  private static void real(Operation operation, Items left, Right right, Items target) {
    ScalarKind a = Computable.kind(operation, left);
    ScalarKind b = right.scaled();
    ScalarKind common = Promotion.of(a, b);
    boolean inFloats = operation == Operation.DIVIDED_BY && !common.isFloat();
    ScalarKind computed = inFloats ? ScalarKind.FLOAT64 : common;
    if (computed == ScalarKind.BOOL && operation == Operation.MINUS) {
      throw new DTypeException(
          "no differences of booleans in "
              + left.backing().name()
              + ", as in NumPy: convert one side to integers first");
    }
    Computable.requireSameKind(operation, computed, target);
    if (Computable.kind(operation, target).isComplex()) {
      Items re = target.real();
      Items items = SafeOrder.operand(left, target);
      realInto(operation, computed, a, items, right, target, re);
      Filling.zeros(target.imag());
    } else {
      realInto(operation, computed, a, SafeOrder.operand(left, target), right, target, target);
    }
  }

  private static void realInto(
      Operation operation,
      ScalarKind computed,
      ScalarKind leftKind,
      Items left,
      Right right,
      Items shared,
      Items target) {
    ScalarKind into = target.kind();
    Number number = right.number;
    if (right.view == null) {
      long bits = Computable.bits(computed, Objects.requireNonNull(number));
      Block constant = Block.of(computed, bits, BlockPass.items(target));
      run(
          target,
          new Items[] {left},
          (blocks, count) -> {
            blocks[0].convert(leftKind, computed, count);
            blocks[0].apply(operation, computed, constant, count);
            blocks[0].convert(computed, into, count);
          },
          inPlace(operation, computed, leftKind, into, bits, false));
      return;
    }
    BlockPass.Work prepare = prepared(right, computed, target);
    run(
        target,
        new Items[] {left, SafeOrder.operand(right.view, shared)},
        (blocks, count) -> {
          prepare.compute(blocks, count);
          blocks[0].convert(leftKind, computed, count);
          blocks[0].apply(operation, computed, blocks[1], count);
          blocks[0].convert(computed, into, count);
        },
        inPlace(
            operation,
            computed,
            leftKind,
            into,
            number == null ? 0 : Computable.bits(right.scaled(), number),
            number != null));
  }

  /// What brings operand 1 to what is computed in.
  private static BlockPass.Work prepared(Right right, ScalarKind computed, Items target) {
    ScalarKind kind = right.kind;
    Number number = right.number;
    if (number == null) {
      return (blocks, count) -> blocks[1].convert(kind, computed, count);
    }
    ScalarKind scaled = right.scaled();
    Block factor = Computable.constant(scaled, number, target);
    return (blocks, count) -> {
      blocks[1].convert(kind, scaled, count);
      blocks[1].apply(Operation.TIMES, scaled, factor, count);
      if (scaled == computed) {
        blocks[1].wrap(scaled, count);
      } else {
        blocks[1].convert(scaled, computed, count);
      }
    };
  }

  private static BlockPass.@Nullable InPlace inPlace(
      Operation operation,
      ScalarKind computed,
      ScalarKind left,
      ScalarKind target,
      long bits,
      boolean scaled) {
    return computed == left && computed == target
        ? new BlockPass.InPlace(operation, computed, bits, scaled)
        : null;
  }

  private static void run(
      Items target, Items[] operands, BlockPass.Work work, BlockPass.@Nullable InPlace inPlace) {
    BlockPass.run(target.execution(), target, operands, work, inPlace);
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
    ScalarKind kind = Computable.kind(Operation.AT_LEAST, target);
    if (kind.isComplex()) {
      throw new DTypeException(
          target.backing().name()
              + ": complex items have no order to clip them by; use real() or imag() first");
    }
    ScalarKind computed = Promotion.with(kind, low);
    Computable.requireSameKind(Operation.AT_LEAST, computed, target);
    // Unsigned integers keep their order in a lane of larger signed ones, or with their sign
    // turned.
    ScalarKind lane = kind == ScalarKind.UINT32 ? ScalarKind.INT64 : kind;
    long flip = kind == ScalarKind.UINT64 ? Long.MIN_VALUE : 0;
    Block lower = Block.of(lane, bound(kind, low, true) ^ flip, BlockPass.items(target));
    Block upper = Block.of(lane, bound(kind, high, false) ^ flip, BlockPass.items(target));
    run(
        target,
        new Items[] {target},
        (blocks, count) -> {
          blocks[0].convert(kind, lane, count);
          if (flip != 0) {
            blocks[0].flip(flip, count);
          }
          blocks[0].apply(Operation.AT_LEAST, lane, lower, count);
          blocks[0].apply(Operation.AT_MOST, lane, upper, count);
          if (flip != 0) {
            blocks[0].flip(flip, count);
          }
          blocks[0].convert(lane, kind, count);
        },
        null);
  }

  /// The bits of a bound; of one beyond all items on its own side, those of the last item there.
  ///
  /// @throws ArithmeticException if no item can reach it from the other side
  private static long bound(ScalarKind kind, Number bound, boolean lower) {
    if (kind.isFloat()) {
      return ScalarBits.ofDouble(kind, bound.doubleValue());
    }
    long value = bound.longValue();
    int bits = 8 * kind.itemsize() - (kind.isUnsigned() ? 0 : 1);
    long most = bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
    long least = kind.isUnsigned() ? 0 : -most - 1;
    long within = lower ? Math.max(value, least) : Math.min(value, most);
    return ScalarBits.ofLong(kind, within);
  }

  // ---- types

  static boolean isTime(Items view) {
    return view.dtype() instanceof TimeType;
  }
}
