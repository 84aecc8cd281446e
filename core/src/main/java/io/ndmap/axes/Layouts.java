package io.ndmap.axes;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.function.Consumer;

/// Derives layouts from other layouts (subsets of axes, contiguous layouts of the same shape), and
/// sorts axes by stride.
public final class Layouts {

  private Layouts() {}

  /// The layout of the first `axes` axes only.
  public static Strided leading(Strided layout, int axes) {
    return range(layout, layout.offset(), 0, axes);
  }

  /// The layout of the axes after the first `axes` ones, with offset 0.
  public static Strided trailing(Strided layout, int axes) {
    return range(layout, 0, axes, layout.rank());
  }

  private static Strided range(Strided layout, long offset, int from, int to) {
    int[] axes = new int[to - from];
    for (int k = 0; k < axes.length; k++) {
      axes[k] = from + k;
    }
    return select(layout, offset, axes);
  }

  /// The layout of some axes, in the given order and with the given offset.
  public static Strided select(Strided layout, long offset, int... axes) {
    long[] sizes = new long[axes.length];
    long[] strides = new long[axes.length];
    for (int k = 0; k < axes.length; k++) {
      sizes[k] = layout.shape().size(axes[k]);
      strides[k] = layout.stride(axes[k]);
    }
    return Strided.of(offset, Shape.of(sizes), strides);
  }

  /// The layout without its axes of length 1, as `numpy.squeeze`.
  public static Strided withoutUnitAxes(Strided layout) {
    int[] axes = new int[layout.rank()];
    int count = 0;
    for (int axis = 0; axis < axes.length; axis++) {
      axes[count] = axis;
      count += layout.shape().size(axis) == 1 ? 0 : 1;
    }
    return count == axes.length
        ? layout
        : select(layout, layout.offset(), Arrays.copyOf(axes, count));
  }

  /// All axes, by descending absolute stride; axes of the same absolute stride keep their order.
  public static int[] descending(Strided layout) {
    int[] axes = new int[layout.rank()];
    for (int axis = 0; axis < axes.length; axis++) {
      int at = axis;
      // Insertion sort: axes are few, and often in this order.
      while (at > 0 && distance(layout, axes[at - 1]) < distance(layout, axis)) {
        axes[at] = axes[at - 1];
        at--;
      }
      axes[at] = axis;
    }
    return axes;
  }

  /// Among the axes with more than one element, the one with the smallest absolute stride; -1 if
  /// there is none.
  public static int innermost(Strided layout) {
    int best = -1;
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (layout.shape().size(axis) > 1 && distance(layout, axis) < distance(layout, best)) {
        best = axis;
      }
    }
    return best;
  }

  /// Returns the stride of the last axis; 0 if the rank is 0.
  public static long lastStride(Strided layout) {
    return layout.strideOrZero(Math.max(0, layout.rank() - 1));
  }

  /// The absolute stride of an axis.
  ///
  /// @param axis the axis; -1 means no axis and returns `Long.MAX_VALUE`
  public static long distance(Strided layout, int axis) {
    return axis < 0 ? Long.MAX_VALUE : Math.abs(layout.stride(axis));
  }

  /// A contiguous layout of the same shape with offset 0 and with the axes in the memory order of
  /// the given layout.
  public static Strided packed(Strided like, int itemsize) {
    int rank = like.rank();
    if (rank < 2) {
      return Strided.contiguous(like.shape(), itemsize, Order.C);
    }
    int[] axes = descending(like);
    int[] back = new int[rank];
    long[] sizes = new long[rank];
    for (int k = 0; k < rank; k++) {
      back[axes[k]] = k;
      sizes[k] = like.shape().size(axes[k]);
    }
    return Strided.contiguous(Shape.of(sizes), itemsize, Order.C).transpose(back);
  }

  /// Cuts a layout into blocks of at most `items` elements, along as few axes as possible, and
  /// passes them in C order.
  public static void forEachBlock(Strided layout, long items, Consumer<Strided> consumer) {
    Shape shape = layout.shape();
    if (shape.itemCount() <= items) {
      consumer.accept(layout);
      return;
    }
    long rows = items / (shape.itemCount() / shape.size(0));
    for (long i = 0; i < shape.size(0); i += Math.max(1, rows)) {
      if (rows == 0) {
        forEachBlock(layout.index(0, i), items, consumer);
      } else {
        consumer.accept(layout.slice(0, i, Math.min(shape.size(0), i + rows), 1));
      }
    }
  }

  /// A layout of the bytes from one offset to another.
  public static Strided span(long start, long end) {
    return Strided.of(start, Shape.of(end - start), 1);
  }
}
