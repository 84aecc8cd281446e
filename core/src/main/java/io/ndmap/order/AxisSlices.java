package io.ndmap.order;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Divides an array into 1-d slices along an axis, or treats all its elements in C order as one
/// slice. Each slice is sorted independently. Targets are divided in the same way.
///
/// Slices are processed in groups, because a whole group is copied to temporary arrays. A slice
/// with more elements than the limit of a group is a group by itself.
final class AxisSlices {

  /// The maximum number of elements of a group whose slices are interleaved in memory. Such slices
  /// share pages and are therefore read together. Other groups have at most [Pass#PART] elements.
  static final long ACROSS = 1 << 19;

  /// Processes a group.
  interface Body {

    /// @param slices the number of slices in the group
    /// @param from the elements, slice by slice in C order
    /// @param to the targets, in the same order
    void run(int slices, Items from, Items... to);
  }

  private final Items[] arrays;
  // For each array, the layout without the axis of the slices.
  private final Strided[] others;
  // For each array, the layout of one slice, relative to its offset in `others`.
  private final Strided[] slice;
  private final long most;

  private AxisSlices(Items[] arrays, Strided[] others, Strided[] slice, long most) {
    this.arrays = arrays;
    this.others = others;
    this.slice = slice;
    this.most = most;
  }

  /// Returns the slices along an axis.
  ///
  /// @param arrays the source, and targets of the same shape except along the axis
  static AxisSlices along(int axis, Items... arrays) {
    int[] axes = IntStream.range(0, arrays[0].rank()).filter(k -> k != axis).toArray();
    return new AxisSlices(
        arrays,
        each(layouts(arrays), layout -> Layouts.select(layout, layout.offset(), axes)),
        each(layouts(arrays), layout -> Layouts.select(layout, 0, axis)),
        ACROSS);
  }

  /// Returns all elements as one slice.
  static AxisSlices flat(Items... arrays) {
    return new AxisSlices(
        arrays,
        each(layouts(arrays), layout -> Layouts.leading(layout, 0)),
        each(layouts(arrays), AxisSlices::whole),
        ACROSS);
  }

  /// Returns the same slices with another limit for the size of a group.
  ///
  /// @param items the maximum number of elements of a group, unless a slice has more
  AxisSlices atMost(long items) {
    return new AxisSlices(arrays, others, slice, items);
  }

  /// Drops axes of length 1, so that one more axis fits the maximum rank.
  private static Strided whole(Strided layout) {
    Shape shape = layout.shape();
    return Layouts.select(
        layout, 0, IntStream.range(0, shape.rank()).filter(k -> shape.size(k) != 1).toArray());
  }

  private static Strided[] layouts(Items... arrays) {
    return Arrays.stream(arrays).map(Items::strided).toArray(Strided[]::new);
  }

  private static Strided[] each(Strided[] layouts, UnaryOperator<Strided> change) {
    return Arrays.stream(layouts).map(change).toArray(Strided[]::new);
  }

  /// Processes all groups, without pinning the arrays. If there are several groups, the source's
  /// execution runs them in parallel, and the body receives arrays with a sequential execution. If
  /// there is one group, the body receives arrays with the source's execution.
  void forEachGroup(Body body) {
    if (arrays[0].itemCount() == 0) {
      return;
    }
    Strided[] axes = LoopAxes.ascending(others);
    Chunks groups = Partition.chunks(axes[0].shape(), Order.C, steps(axes));
    Execution execution = arrays[0].execution();
    if (groups.count() == 1) {
      run(group(axes, groups.box(0)), execution, body);
      return;
    }
    Backing[] backings = Arrays.stream(arrays).map(Items::backing).toArray(Backing[]::new);
    new Parts(execution, arrays)
        .of(groups.count(), arrays[0].itemCount(), k -> group(axes, groups.box(k)), backings)
        .runUnpinned(
            groups.count(), (k, _) -> run(group(axes, groups.box(k)), Execution.SEQUENTIAL, body));
  }

  private Strided[] group(Strided[] axes, Box box) {
    return IntStream.range(0, axes.length)
        .mapToObj(k -> axes[k].slice(box).append(slice[k]))
        .toArray(Strided[]::new);
  }

  private void run(Strided[] group, Execution how, Body body) {
    Items[] to = new Items[group.length - 1];
    for (int k = 0; k < to.length; k++) {
      to[k] = arrays[k + 1].at(group[k + 1]).on(how);
    }
    long slices = group[0].shape().itemCount() / slice[0].shape().itemCount();
    Items from = arrays[0].at(group[0]).on(how);
    withHeap(
        from,
        () -> {
          body.run((int) slices, from, to);
          return true;
        });
  }

  /// Runs work that allocates heap arrays for the elements of an array.
  ///
  /// @throws OutOfMemoryError if the heap is too small; the message names the array and a remedy
  static <R> R withHeap(Items items, Supplier<R> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw e.getCause() == null
          ? Items.outOfMemory("on the heap", items.dtype(), items.shape(), "-Xmx", e)
          : e;
    }
  }

  /// Returns the shape of a group in the axes of [#others]: as many slices as the limit allows,
  /// along the innermost axis first.
  private Shape steps(Strided... axes) {
    Shape shape = axes[0].shape();
    boolean across =
        Layouts.lastStride(axes[0]) < Layouts.distance(slice[0], Layouts.innermost(slice[0]));
    long rest =
        Math.max(1, (across ? most : Math.min(most, Pass.PART)) / slice[0].shape().itemCount());
    long[] steps = new long[shape.rank()];
    for (int k = steps.length - 1; k >= 0; k--) {
      steps[k] = Math.min(rest, shape.size(k));
      rest /= steps[k];
    }
    return Shape.of(steps);
  }
}
