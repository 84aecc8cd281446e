package io.ndmap.compare;

import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Results;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.TimeScale;

/// Compares the elements of two views; see `NdView.compare` for the contract.
///
/// `GREATER` is `LESS` with swapped operands. Numbers are cast to a compute type that holds both
/// sides exactly (except 64-bit integers against floating-point numbers, which NumPy rounds, too).
/// Structures are compared field by field ([StructComparison]). Long doubles, text, bytes, void and
/// times of different units are compared one by one ([ItemOrdering]).
public final class ItemComparison {

  private final Items first;
  private final Items second;
  private final Comparison relation;

  private ItemComparison(Items left, Comparison how, Items right) {
    boolean swapped = how == Comparison.GREATER || how == Comparison.GREATER_EQUAL;
    this.first = swapped ? right : left;
    this.second = swapped ? left : right;
    this.relation =
        switch (how) {
          case GREATER -> Comparison.LESS;
          case GREATER_EQUAL -> Comparison.LESS_EQUAL;
          default -> how;
        };
  }

  /// Returns a new mask: in Fortran order if the left view has the shape of the result and is
  /// contiguous in Fortran order only, otherwise in C order.
  public static Items of(Items left, Comparison how, Items right) {
    requireComparable(left, how, right);
    Items mask = Results.of(DType.BOOL, left, right);
    new ItemComparison(left, how, right).into(mask, left.execution());
    return mask;
  }

  /// Writes into a mask; the caller has checked that it is writable.
  ///
  /// @throws DTypeException if the mask's dtype is not `bool`, or the elements cannot be compared
  /// @throws IllegalArgumentException if an operand cannot be broadcast to the mask's shape
  /// @throws io.ndmap.op.OverlapException if an operand shares bytes with the mask and is too large
  ///   for a copy
  public static void into(Items left, Comparison how, Items right, Items mask) {
    requireComparable(left, how, right);
    Masks.requireBool(mask);
    new ItemComparison(left, how, right).into(mask, left.execution());
  }

  static void requireComparable(Items left, Comparison how, Items right) {
    if (!isComparable(left.dtype(), how, right.dtype())) {
      throw new DTypeException(
          "elements of %s of %s cannot be compared with elements of %s of %s%s"
              .formatted(
                  left.dtype(),
                  left.backing().name(),
                  right.dtype(),
                  right.backing().name(),
                  advice(left.dtype(), how, right.dtype())));
    }
  }

  private static String advice(DType left, Comparison how, DType right) {
    if (!(left instanceof StructType && right instanceof StructType)) {
      boolean fields = left instanceof StructType || right instanceof StructType;
      return fields ? "; use field(name) first" : "";
    }
    return isEquality(how)
        ? ": structures need the same field names in the same order and a common dtype for each"
        : ": structures have no order, only EQUAL and NOT_EQUAL";
  }

  private static boolean isEquality(Comparison how) {
    return how == Comparison.EQUAL || how == Comparison.NOT_EQUAL;
  }

  /// Whether elements of two dtypes can be compared.
  static boolean isComparable(DType left, Comparison how, DType right) {
    return switch (left) {
      case ScalarType number ->
          right instanceof ScalarType
              || (right instanceof TimeType time && isSpanLike(number, time));
      case TimeType one ->
          right instanceof TimeType two
              ? TimeScale.exists(one, two)
              : right instanceof ScalarType number && isSpanLike(number, one);
      case VoidType one ->
          isEquality(how) && right instanceof VoidType two && one.itemsize() == two.itemsize();
      case StructType one ->
          isEquality(how) && right instanceof StructType two && StructComparison.exists(one, two);
      case BytesType _ -> right instanceof BytesType;
      case TextType _ -> right instanceof TextType;
      default -> false;
    };
  }

  /// Whether numbers are read as timedeltas of the other operand's unit: true for numbers that
  /// NumPy casts safely.
  private static boolean isSpanLike(ScalarType number, TimeType time) {
    ScalarKind kind = number.kind();
    return time.kind() == TimeType.Kind.TIMEDELTA
        && (kind == ScalarKind.BOOL || kind.isInteger())
        && kind != ScalarKind.UINT64;
  }

  /// Returns the step that compares operands of the same shape.
  ///
  /// @throws DTypeException if no loop compares elements of these dtypes
  public static Step step(Items left, Comparison how, Items right) {
    requireComparable(left, how, right);
    ItemComparison comparison = new ItemComparison(left, how, right);
    if (!comparison.hasLoop()) {
      throw new DTypeException(
          ("elements of %s and %s are not compared within an expression; compare the views,"
                  + " and use the mask")
              .formatted(left.dtype(), right.dtype()));
    }
    return comparison.step(comparison.first, comparison.second);
  }

  private void into(Items mask, Execution execution) {
    if (hasLoop()) {
      Items left = SafeOrder.operand(first, mask);
      Items right = SafeOrder.operand(second, mask);
      TilePass.run(execution, mask, step(left, right));
    } else if (first.dtype() instanceof ScalarType) {
      items(mask, execution, ItemOrdering::ofLongDoubles);
    } else if (first.dtype() instanceof TimeType one && second.dtype() instanceof TimeType two) {
      TimeScale scale = TimeScale.of(one, two);
      items(mask, execution, (a, b) -> ItemOrdering.ofTimes(a, b, scale));
    } else if (first.dtype() instanceof VoidType) {
      items(mask, execution, ItemOrdering::ofVoids);
    } else if (first.dtype() instanceof StructType) {
      StructComparison.into(first, second, relation, mask, execution);
    } else {
      items(mask, execution, ItemOrdering::ofText);
    }
  }

  /// Whether a loop compares the elements: both sides are numbers other than long doubles, or ticks
  /// of the same unit, or numbers and ticks.
  private boolean hasLoop() {
    return switch (first.dtype()) {
      case ScalarType one ->
          !one.kind().isExtended()
              && (second.dtype() instanceof TimeType
                  || (second.dtype() instanceof ScalarType two && !two.kind().isExtended()));
      case TimeType one ->
          !(second.dtype() instanceof TimeType two)
              || (one.unit() == two.unit() && one.multiple() == two.multiple());
      default -> false;
    };
  }

  private void items(Items mask, Execution execution, ItemOrdering.Maker ordering) {
    ItemOrdering.compare(
        SafeOrder.operand(first, mask),
        SafeOrder.operand(second, mask),
        ordering,
        relation,
        mask,
        execution);
  }

  private Step step(Items left, Items right) {
    if (left.dtype() instanceof TimeType || right.dtype() instanceof TimeType) {
      // Integers are ticks here; the smallest one is `NaT`.
      return step(
          Loops.ofTicks(relation),
          Operand.of(left, ScalarKind.INT64),
          Operand.of(right, ScalarKind.INT64));
    }
    ScalarKind a = left.kind();
    ScalarKind b = right.kind();
    ScalarKind common = computeType(a, b);
    boolean longs = common == ScalarKind.INT64;
    ScalarKind x = longs && a == ScalarKind.UINT64 ? a : common;
    ScalarKind y = longs && b == ScalarKind.UINT64 ? b : common;
    return step(Loops.of(relation, x, y), Operand.of(left, x), Operand.of(right, y));
  }

  private static Step step(Loop loop, Operand left, Operand right) {
    return Step.of(ScalarKind.BOOL, loop, left, right);
  }

  /// The compute type: a type with a loop that holds the numbers of both scalar types.
  private static ScalarKind computeType(ScalarKind a, ScalarKind b) {
    if (a.isComplex() || b.isComplex()) {
      return ScalarKind.COMPLEX128;
    }
    ScalarKind common = Promotion.of(a, b);
    if (a.isFloat() || b.isFloat()) {
      return common == ScalarKind.FLOAT64 ? ScalarKind.FLOAT64 : ScalarKind.FLOAT32;
    }
    // For int64 and uint64, NumPy's common type is float64, which is not exact.
    return common.isFloat() ? ScalarKind.INT64 : ComputeTypes.of(common);
  }
}
