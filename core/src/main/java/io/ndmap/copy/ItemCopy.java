package io.ndmap.copy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Pin;
import java.lang.foreign.MemorySegment;

/// Copies the elements of one view into another whose dtype differs at most in byte order and
/// padding.
public final class ItemCopy {

  private ItemCopy() {}

  /// Copies with the source's execution options.
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
      SafeOrder.run(
          target, false, (part, from) -> ApartCopy.copy(from[0], part, execution), source);
    }
  }

  /// Copies into a target that shares no bytes with the source, or consists of the same elements in
  /// memory.
  ///
  /// @param target a writable array of the source's shape, whose dtype differs at most in byte
  ///   order and padding
  static void copyApart(Items source, Items target, Execution execution) {
    if (isOneSmallBlock(source, target) && execution.progress() == null) {
      copyBlock(source, target);
    } else {
      ApartCopy.copy(source, target, execution);
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

  /// Returns whether the copy is a single small block of bytes.
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
    Pin.run(
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
          "cannot copy elements of "
              + source.dtype()
              + " of "
              + source.backing().name()
              + " into elements of "
              + target.dtype()
              + " of "
              + target.backing().name());
    }
  }

  private static boolean sameButForLayout(DType source, DType target) {
    return source.equals(target) || DType.canonical(source).equals(DType.canonical(target));
  }
}
