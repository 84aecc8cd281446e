package io.ndmap.copy;

import io.ndmap.axes.SubarrayAxes;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;

/// Copies the items of one view into another one whose dtype differs in byte order and padding at
/// most.
public final class ItemCopy {

  private final Items source;
  private final Items target;
  private final Execution execution;

  private ItemCopy(Items source, Items target, Execution execution) {
    this.source = source;
    this.target = target;
    this.execution = execution;
  }

  /// Copies, as the source's execution says.
  public static void copy(Items source, Items target) {
    copy(source, target, source.execution());
  }

  public static void copy(Items source, Items target, Execution execution) {
    target.requireWritable();
    requireSameShape(source, target);
    requireSameItems(source, target);
    if (isOneSmallBlock(source, target) && execution.progress() == null) {
      copyBlock(source, target);
    } else {
      SafeOrder.run(target, false, (part, from) -> copyItems(from[0], part, execution), source);
    }
  }

  static void requireSameShape(Items source, Items target) {
    if (!source.shape().equals(target.shape())) {
      throw new IllegalArgumentException(
          "cannot copy shape "
              + source.shape()
              + " of "
              + source.backing().name()
              + " into shape "
              + target.shape()
              + " of "
              + target.backing().name());
    }
  }

  /// Whether all there is to do is to move some bytes.
  private static boolean isOneSmallBlock(Items source, Items target) {
    int itemsize = source.dtype().itemsize();
    return source.itemCount() > 0
        && itemsize > 0
        && source.itemCount() <= StridedCopy.PART_BYTES / itemsize
        && (areContiguous(source, target, Order.C) || areContiguous(source, target, Order.F))
        && source.dtype().equals(target.dtype());
  }

  private static boolean areContiguous(Items source, Items target, Order order) {
    return source.isContiguous(order) && target.isContiguous(order);
  }

  private static void copyBlock(Items source, Items target) {
    MemorySegment from = source.segment();
    MemorySegment to = target.segment();
    long bytes = source.itemCount() * source.dtype().itemsize();
    Hold.run(
        () ->
            MemorySegment.copy(
                from, source.strided().offset(), to, target.strided().offset(), bytes),
        source.backing(),
        target.backing());
  }

  /// @throws DTypeException if the dtypes differ in more than byte order and padding
  public static void requireSameItems(Items source, Items target) {
    if (!sameButForLayout(source.dtype(), target.dtype())) {
      throw new DTypeException(
          "cannot copy items of "
              + source.dtype()
              + " of "
              + source.backing().name()
              + " into items of "
              + target.dtype()
              + " of "
              + target.backing().name());
    }
  }

  private static boolean sameButForLayout(DType source, DType target) {
    return source.equals(target) || DType.canonical(source).equals(DType.canonical(target));
  }

  private static void copyItems(Items source, Items target, Execution execution) {
    // Without axes of length 1 there is always room for those of subarrays.
    new ItemCopy(source, target, execution)
        .items(
            source.strided().withoutUnitAxes(),
            source.dtype(),
            target.strided().withoutUnitAxes(),
            target.dtype());
  }

  private void items(Strided from, DType fromType, Strided to, DType toType) {
    if (fromType.equals(toType)) {
      strided(from, to, fromType.itemsize(), 1);
    } else if (fromType instanceof StructType f && toType instanceof StructType t) {
      for (int i = 0; i < f.fields().size(); i++) {
        items(
            from.shift(f.fields().get(i).offset()),
            f.fields().get(i).dtype(),
            to.shift(t.fields().get(i).offset()),
            t.fields().get(i).dtype());
      }
    } else if (fromType instanceof SubarrayType f && toType instanceof SubarrayType t) {
      items(SubarrayAxes.along(from, f), f.base(), SubarrayAxes.along(to, t), t.base());
    } else {
      strided(from, to, fromType.itemsize(), unit(fromType));
    }
  }

  private void strided(Strided from, Strided to, int itemsize, int unit) {
    if (from.shape().itemCount() > 0 && itemsize > 0) {
      StridedCopy copy =
          StridedCopy.of(source.segment(), from, target.segment(), to, itemsize, unit);
      Backing[] backings = {source.backing(), target.backing()};
      new Parts(execution, backings)
          .of(copy.parts(), from.shape().itemCount(), copy::layouts, backings)
          .run(copy.parts(), copy::part);
    }
  }

  /// The bytes that a change of byte order turns round together.
  private static int unit(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar -> scalar.kind().part().itemsize();
      case TextType _ -> TextType.UNIT;
      default -> dtype.itemsize();
    };
  }
}
