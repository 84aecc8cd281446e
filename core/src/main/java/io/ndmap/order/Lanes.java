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

/// The lanes of an array, each of which is sorted by itself: the items along one axis, or all items
/// in C order. The lanes of results go with them.
///
/// Lanes are handed over in groups, which are brought to the heap as a whole. A long lane is a
/// group of its own.
final class Lanes {

  /// The most items of a group of lanes whose neighbours are along another axis: they are read
  /// together.
  static final long ACROSS = 1 << 19;

  /// Takes groups.
  interface Body {

    /// @param lanes how many
    /// @param from the items, lane by lane in C order
    /// @param to where results go, likewise
    void run(int lanes, Items from, Items... to);
  }

  private final Items[] arrays;
  private final Strided[] others;
  private final Strided[] lane;
  private final long most;

  private Lanes(Items[] arrays, Strided[] others, Strided[] lane, long most) {
    this.arrays = arrays;
    this.others = others;
    this.lane = lane;
    this.most = most;
  }

  /// The items along an axis.
  ///
  /// @param arrays the source, and targets of the same shape but along the axis
  static Lanes along(int axis, Items... arrays) {
    int[] axes = IntStream.range(0, arrays[0].rank()).filter(k -> k != axis).toArray();
    return new Lanes(
        arrays,
        each(layouts(arrays), layout -> Layouts.select(layout, layout.offset(), axes)),
        each(layouts(arrays), layout -> Layouts.select(layout, 0, axis)),
        ACROSS);
  }

  /// All items as one lane.
  static Lanes flat(Items... arrays) {
    return new Lanes(
        arrays,
        each(layouts(arrays), layout -> Layouts.leading(layout, 0)),
        each(layouts(arrays), Lanes::whole),
        ACROSS);
  }

  /// The same in other groups.
  ///
  /// @param items the most of a group, unless a lane has more
  Lanes atMost(long items) {
    return new Lanes(arrays, others, lane, items);
  }

  /// All axes but those of length 1, which make no difference: one more must fit beside them.
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

  /// Hands over all lanes, unheld. Either the groups run as the source's execution says, or what is
  /// done with the only one.
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
        .runUnheld(
            groups.count(), (k, _) -> run(group(axes, groups.box(k)), Execution.SEQUENTIAL, body));
  }

  private Strided[] group(Strided[] axes, Box box) {
    return IntStream.range(0, axes.length)
        .mapToObj(k -> axes[k].slice(box).append(lane[k]))
        .toArray(Strided[]::new);
  }

  private void run(Strided[] group, Execution how, Body body) {
    Items[] to = new Items[group.length - 1];
    for (int k = 0; k < to.length; k++) {
      to[k] = arrays[k + 1].at(group[k + 1]).on(how);
    }
    long lanes = group[0].shape().itemCount() / lane[0].shape().itemCount();
    Items from = arrays[0].at(group[0]).on(how);
    withRoom(
        from,
        () -> {
          body.run((int) lanes, from, to);
          return true;
        });
  }

  /// Runs what needs arrays on the heap for some items.
  ///
  /// @throws OutOfMemoryError if there is no room for them, naming the array and what can be done
  static <R> R withRoom(Items items, Supplier<R> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw e.getCause() == null
          ? Items.outOfMemory("on the heap", items.dtype(), items.shape(), "-Xmx", e)
          : e;
    }
  }

  /// As many lanes as there is room for, from the innermost axis on.
  private Shape steps(Strided... axes) {
    Shape shape = axes[0].shape();
    boolean across = axes[0].lastStride() < Layouts.distance(lane[0], Layouts.innermost(lane[0]));
    long rest =
        Math.max(1, (across ? most : Math.min(most, Pass.PART)) / lane[0].shape().itemCount());
    long[] steps = new long[shape.rank()];
    for (int k = steps.length - 1; k >= 0; k--) {
      steps[k] = Math.min(rest, shape.size(k));
      rest /= steps[k];
    }
    return Shape.of(steps);
  }
}
