package io.ndmap.compare;

import io.ndmap.axes.Broadcast;
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
import io.ndmap.kernel.Block;
import io.ndmap.kernel.CompareLoops;
import io.ndmap.kernel.CompareLoops.Relation;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.pass.BlockPass;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.TimeScale;

/// Compares the items of two views; `NdView.compare` is the contract.
///
/// Three relations do for all six comparisons: what is greater is less the other way round, and
/// what is not equal is the opposite. Numbers are taken by blocks into the lane that holds both
/// sides exactly (but for integers of 64 bits that meet floating-point numbers, which NumPy rounds,
/// too) and compared there; structures field by field ([StructComparison]); all else item by item.
public final class ItemComparison {

  /// Imaginary parts of real numbers; only read.
  private static final double[] ZEROS = new double[Block.items(ScalarKind.INT8)];

  private final Items first;
  private final Items second;
  private final Relation relation;
  private final int not;

  private ItemComparison(Items left, Comparison how, Items right) {
    boolean turned = how == Comparison.GREATER || how == Comparison.GREATER_EQUAL;
    this.first = turned ? right : left;
    this.second = turned ? left : right;
    this.relation =
        switch (how) {
          case LESS, GREATER -> Relation.LESS;
          case LESS_EQUAL, GREATER_EQUAL -> Relation.LESS_EQUAL;
          case EQUAL, NOT_EQUAL -> Relation.EQUAL;
        };
    this.not = how == Comparison.NOT_EQUAL ? 1 : 0;
  }

  /// In a new mask, in the order in which the left view lies in memory if that has its shape.
  public static Items of(Items left, Comparison how, Items right) {
    requireComparable(left, how, right);
    Shape shape = Broadcast.common(left.shape(), right.shape());
    boolean fortran =
        left.shape().equals(shape) && left.isContiguous(Order.F) && !left.isContiguous(Order.C);
    Items mask = Items.zeros(DType.BOOL, shape, fortran ? Order.F : Order.C);
    new ItemComparison(left, how, right).into(mask, left.execution());
    return mask;
  }

  /// In a mask that was found writable.
  ///
  /// @throws DTypeException if it does not hold `bool`
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to its own
  public static void into(Items left, Comparison how, Items right, Items mask) {
    requireComparable(left, how, right);
    if (!mask.dtype().equals(DType.BOOL)) {
      throw Masks.notBool(mask);
    }
    new ItemComparison(left, how, right).into(mask, left.execution());
  }

  private static void requireComparable(Items left, Comparison how, Items right) {
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

  private void into(Items mask, Execution execution) {
    if (first.dtype() instanceof ScalarType one && second.dtype() instanceof ScalarType two) {
      ScalarKind a = one.kind();
      ScalarKind b = two.kind();
      if (a.part() == ScalarKind.LONGDOUBLE || b.part() == ScalarKind.LONGDOUBLE) {
        items(mask, execution, ItemOrdering::ofLongDoubles);
      } else if (a.isComplex() || b.isComplex()) {
        complex(a, b, mask, execution);
      } else {
        real(a, b, mask, execution);
      }
    } else if (first.dtype() instanceof TimeType one && second.dtype() instanceof TimeType two) {
      if (one.unit() == two.unit() && one.multiple() == two.multiple()) {
        ticks(mask, execution);
      } else {
        TimeScale scale = TimeScale.of(one, two);
        items(mask, execution, (a, b) -> ItemOrdering.ofTimes(a, b, scale));
      }
    } else if (first.dtype() instanceof TimeType || second.dtype() instanceof TimeType) {
      ticks(mask, execution);
    } else if (first.dtype() instanceof VoidType) {
      items(mask, execution, ItemOrdering::ofVoids);
    } else if (first.dtype() instanceof StructType) {
      StructComparison.into(first, second, not, mask, execution);
    } else {
      items(mask, execution, ItemOrdering::ofText);
    }
  }

  private void items(Items mask, Execution execution, ItemOrdering.Maker standing) {
    ItemOrdering.tell(
        SafeOrder.operand(first, mask),
        SafeOrder.operand(second, mask),
        standing,
        relation,
        not,
        mask,
        execution);
  }

  // ---- numbers by blocks

  private void run(Items mask, Execution execution, BlockPass.Work work, Items... columns) {
    Items[] operands = new Items[columns.length];
    for (int k = 0; k < operands.length; k++) {
      operands[k] = SafeOrder.operand(columns[k], mask);
    }
    BlockPass.run(execution, new Items[] {mask}, operands, work);
  }

  private void real(ScalarKind a, ScalarKind b, Items mask, Execution execution) {
    ScalarKind lane = lane(a, b);
    boolean unsigned = a == ScalarKind.UINT64;
    boolean otherUnsigned = b == ScalarKind.UINT64;
    run(
        mask,
        execution,
        (blocks, count) -> {
          Block x = blocks[0];
          Block y = blocks[1];
          bring(x, a, lane, count);
          bring(y, b, lane, count);
          int[] into = x.ints();
          switch (lane) {
            case INT32 -> CompareLoops.tell(relation, x.ints(), y.ints(), not, into, count);
            case FLOAT32 -> CompareLoops.tell(relation, x.floats(), y.floats(), not, into, count);
            case FLOAT64 -> CompareLoops.tell(relation, x.doubles(), y.doubles(), not, into, count);
            default -> longs(x, unsigned, y, otherUnsigned, into, count);
          }
        },
        first,
        second);
  }

  private static void bring(Block block, ScalarKind from, ScalarKind lane, int count) {
    // Halves are floats already, and nothing has to be rounded.
    if (from != ScalarKind.FLOAT16 || lane != ScalarKind.FLOAT32) {
      block.convert(from, lane, count);
    }
  }

  /// Integers of 64 bits, exactly, whatever their signs.
  private void longs(
      Block x, boolean unsigned, Block y, boolean otherUnsigned, int[] into, int count) {
    if (unsigned && otherUnsigned) {
      x.flip(Long.MIN_VALUE, count);
      y.flip(Long.MIN_VALUE, count);
    }
    CompareLoops.tell(relation, x.longs(), y.longs(), not, into, count);
    if (unsigned && !otherUnsigned) {
      CompareLoops.whereNegative(x.longs(), not, into, count);
    } else if (otherUnsigned && !unsigned) {
      int less = relation == Relation.EQUAL ? 0 : 1;
      CompareLoops.whereNegative(y.longs(), less ^ not, into, count);
    }
  }

  /// The smallest of four kinds that holds the numbers of two others.
  private static ScalarKind lane(ScalarKind a, ScalarKind b) {
    ScalarKind common = Promotion.of(a, b);
    if (a.isFloat() || b.isFloat()) {
      return common == ScalarKind.FLOAT64 ? ScalarKind.FLOAT64 : ScalarKind.FLOAT32;
    }
    boolean ints = common.itemsize() <= Integer.BYTES && common != ScalarKind.UINT32;
    return ints ? ScalarKind.INT32 : ScalarKind.INT64;
  }

  private void ticks(Items mask, Execution execution) {
    run(
        mask,
        execution,
        (blocks, count) -> {
          bringTicks(blocks[0], first.dtype(), count);
          bringTicks(blocks[1], second.dtype(), count);
          long[] x = blocks[0].longs();
          long[] y = blocks[1].longs();
          int[] into = blocks[0].ints();
          CompareLoops.tell(relation, x, y, not, into, count);
          CompareLoops.whereEqual(x, TimeType.NOT_A_TIME, not, into, count);
          CompareLoops.whereEqual(y, TimeType.NOT_A_TIME, not, into, count);
        },
        first,
        second);
  }

  /// Integers are ticks, and the smallest of them is `NaT`.
  private static void bringTicks(Block block, DType dtype, int count) {
    if (dtype instanceof ScalarType scalar) {
      block.convert(scalar.kind(), ScalarKind.INT64, count);
    }
  }

  /// Blocks 0 and 1 are the real parts, then come the imaginary ones of those who have them.
  private void complex(ScalarKind a, ScalarKind b, Items mask, Execution execution) {
    BlockPass.Work work =
        (blocks, count) -> {
          int last = blocks.length - 1;
          double[] re = doubles(blocks[0], a.part(), count);
          double[] re2 = doubles(blocks[1], b.part(), count);
          double[] im = a.isComplex() ? doubles(blocks[2], a.part(), count) : ZEROS;
          double[] im2 = b.isComplex() ? doubles(blocks[last], b.part(), count) : ZEROS;
          CompareLoops.tell(relation, re, im, re2, im2, not, blocks[0].ints(), count);
        };
    if (a.isComplex() && b.isComplex()) {
      run(mask, execution, work, first.real(), second.real(), first.imag(), second.imag());
    } else {
      Items imaginary = a.isComplex() ? first.imag() : second.imag();
      run(mask, execution, work, first.real(), second.real(), imaginary);
    }
  }

  private static double[] doubles(Block block, ScalarKind kind, int count) {
    block.convert(kind, ScalarKind.FLOAT64, count);
    return block.doubles();
  }
}
