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
import io.ndmap.engine.Lanes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Loop;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.TimeScale;

/// Compares the items of two views; `NdView.compare` is the contract.
///
/// What is greater is less the other way round. Numbers are taken to the kind that holds both sides
/// exactly (but for integers of 64 bits that meet floating-point numbers, which NumPy rounds, too)
/// and compared there; structures field by field ([StructComparison]); all else item by item.
public final class ItemComparison {

  private final Items first;
  private final Items second;
  private final Comparison relation;

  private ItemComparison(Items left, Comparison how, Items right) {
    boolean turned = how == Comparison.GREATER || how == Comparison.GREATER_EQUAL;
    this.first = turned ? right : left;
    this.second = turned ? left : right;
    this.relation =
        switch (how) {
          case GREATER -> Comparison.LESS;
          case GREATER_EQUAL -> Comparison.LESS_EQUAL;
          default -> how;
        };
  }

  /// In a new mask, in the order in which the left view lies in memory if that has its shape.
  public static Items of(Items left, Comparison how, Items right) {
    requireComparable(left, how, right);
    Items mask = Results.of(DType.BOOL, left, right);
    new ItemComparison(left, how, right).into(mask, left.execution());
    return mask;
  }

  /// In a mask that was found writable.
  ///
  /// @throws DTypeException if it does not hold `bool`
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to its own
  public static void into(Items left, Comparison how, Items right, Items mask) {
    requireComparable(left, how, right);
    Masks.requireBool(mask);
    new ItemComparison(left, how, right).into(mask, left.execution());
  }

  static void requireComparable(Items left, Comparison how, Items right) {
    if (!isComparable(left.dtype(), how, right.dtype())) {
      throw new DTypeException(
          "items of "
              + left.dtype()
              + " of "
              + left.backing().name()
              + " cannot be compared with items of "
              + right.dtype()
              + " of "
              + right.backing().name()
              + advice(left.dtype(), how, right.dtype()));
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

  /// Whether items of two dtypes can be compared.
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

  /// Whether numbers are taken for spans of the same unit: those that NumPy casts safely.
  private static boolean isSpanLike(ScalarType number, TimeType time) {
    ScalarKind kind = number.kind();
    return time.kind() == TimeType.Kind.TIMEDELTA
        && (kind == ScalarKind.BOOL || kind.isInteger())
        && kind != ScalarKind.UINT64;
  }

  /// Compares items of one shape.
  ///
  /// @throws DTypeException if no loop compares such items
  public static Step step(Items left, Comparison how, Items right) {
    requireComparable(left, how, right);
    ItemComparison comparison = new ItemComparison(left, how, right);
    if (!comparison.hasLoop()) {
      throw new DTypeException(
          "items of "
              + left.dtype()
              + " and "
              + right.dtype()
              + " are not compared within an expression; compare the views, and use the mask");
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

  /// Whether both are numbers, or ticks of one unit.
  private boolean hasLoop() {
    return switch (first.dtype()) {
      case ScalarType one ->
          one.kind().part() != ScalarKind.LONGDOUBLE
              && (second.dtype() instanceof TimeType
                  || (second.dtype() instanceof ScalarType two
                      && two.kind().part() != ScalarKind.LONGDOUBLE));
      case TimeType one ->
          !(second.dtype() instanceof TimeType two)
              || (one.unit() == two.unit() && one.multiple() == two.multiple());
      default -> false;
    };
  }

  private void items(Items mask, Execution execution, ItemOrdering.Maker standing) {
    ItemOrdering.tell(
        SafeOrder.operand(first, mask),
        SafeOrder.operand(second, mask),
        standing,
        relation,
        mask,
        execution);
  }

  private Step step(Items left, Items right) {
    if (left.dtype() instanceof TimeType || right.dtype() instanceof TimeType) {
      // Integers are ticks, and the smallest of them is `NaT`.
      return step(
          Loops.ofTicks(relation),
          Operand.of(left, ScalarKind.INT64),
          Operand.of(right, ScalarKind.INT64));
    }
    ScalarKind a = left.kind();
    ScalarKind b = right.kind();
    ScalarKind lane = lane(a, b);
    boolean longs = lane == ScalarKind.INT64;
    ScalarKind x = longs && a == ScalarKind.UINT64 ? a : lane;
    ScalarKind y = longs && b == ScalarKind.UINT64 ? b : lane;
    return step(Loops.of(relation, x, y), Operand.of(left, x), Operand.of(right, y));
  }

  private static Step step(Loop loop, Operand left, Operand right) {
    return Step.of(ScalarKind.BOOL, loop, left, right);
  }

  /// A kind that holds the numbers of two others and has a loop.
  private static ScalarKind lane(ScalarKind a, ScalarKind b) {
    if (a.isComplex() || b.isComplex()) {
      return ScalarKind.COMPLEX128;
    }
    ScalarKind common = Promotion.of(a, b);
    if (a.isFloat() || b.isFloat()) {
      return common == ScalarKind.FLOAT64 ? ScalarKind.FLOAT64 : ScalarKind.FLOAT32;
    }
    // Of integers of 64 bits with a sign and without, NumPy's common kind is a double.
    return common.isFloat() ? ScalarKind.INT64 : Lanes.of(common);
  }
}
