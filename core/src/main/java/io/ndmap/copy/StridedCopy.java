package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.elementwise.RunLoad;
import io.ndmap.elementwise.RunStore;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.move.TransposedTile;
import io.ndmap.pass.Items;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.function.UnaryOperator;

/// Copies elements between two layouts of the same shape, optionally byte-swapped.
///
/// The target is traversed in ascending order ([LoopAxes#ascending]). Short contiguous rows are
/// treated as single elements. Elements are copied in runs along the innermost axis. If the
/// innermost axes of source and target differ, elements are copied in tiles ([TransposedTile]). If
/// the innermost axis is too short to amortise the overhead of a run, runs go along the next axis.
///
/// The copy is divided into parts, which are boxes. The division depends on the layouts alone, not
/// on the number of threads.
final class StridedCopy {

  /// The maximum number of bytes of a part, unless one element has more: enough for the
  /// non-temporal stores that the JDK uses to copy blocks of about 2.5 MiB or more. Such stores do
  /// not load the cache lines that they overwrite.
  static final int PART_BYTES = 1 << 22;

  /// The number of tiles along each side of a part: few enough for the TLB to hold the pages of
  /// source and target, and enough to read or write whole pages.
  private static final int PART_TILES = 4;

  /// Runs do not go along an axis of fewer elements than this if the next axis is longer.
  private static final int SHORT = 16;

  /// Elements per run along the longer axis: the neighbours along the short axis are then copied
  /// while they are still in the L1 cache.
  private static final int NARROW_RUN = 512;

  /// The layouts of source and target.
  ///
  /// @param leader the target, traversed in ascending order
  /// @param follower the source
  private record Sides(Strided leader, Strided follower) {

    static Sides ascending(Strided leader, Strided follower) {
      Strided[] axes = LoopAxes.ascending(leader, follower);
      return new Sides(axes[0], axes[1]);
    }

    int last() {
      return leader.rank() - 1;
    }

    long size(int axis) {
      return leader.shape().size(axis);
    }

    boolean isPacked(int itemsize) {
      return Layouts.lastStride(leader) == itemsize && Layouts.lastStride(follower) == itemsize;
    }

    Sides with(UnaryOperator<Strided> change) {
      return new Sides(change.apply(leader), change.apply(follower));
    }

    /// Returns whether contiguous rows are short enough to be treated as elements.
    boolean hasShortRows(int itemsize) {
      return last() > 0
          && isPacked(itemsize)
          && size(last()) <= TransposedTile.MOST_BYTES / itemsize;
    }

    /// Returns the innermost axis of the follower.
    int innermost() {
      int innermost = last();
      for (int k = 0; k < last(); k++) {
        // Broadcast (stride-0) axes are ignored.
        if (follower.stride(k) != 0
            && Layouts.distance(follower, k) < Layouts.distance(follower, innermost)) {
          innermost = k;
        }
      }
      return innermost;
    }

    boolean isTransposed(int itemsize) {
      int innermost = innermost();
      return itemsize <= TransposedTile.MOST_BYTES
          && innermost < last()
          && size(innermost) >= SHORT
          && size(last()) >= SHORT;
    }

    /// Moves the axis `other` to the second last position and `inner` to the last.
    Sides ending(int other, int inner) {
      int[] axes = new int[last() + 1];
      int count = 0;
      for (int k = 0; k <= last(); k++) {
        axes[count] = k;
        count += k == other || k == inner ? 0 : 1;
      }
      axes[count] = other;
      axes[count + 1] = inner;
      return with(layout -> layout.transpose(axes));
    }
  }

  /// How the innermost axes are copied.
  private enum Strategy {
    /// Runs along the last axis.
    RUNS,
    /// Runs along the second last axis, for each index of the last.
    NARROW,
    /// Tiles: the last axis is innermost in the target, the second last in the source.
    TILES
  }

  private final Items source;
  private final Items target;
  private final Strided from;
  private final Strided to;
  private final int itemsize;

  /// The number of bytes that are reversed together; 1 if the byte order stays.
  private final int unit;

  private final Strategy strategy;
  private final Partition cut;
  private final long parts;

  private StridedCopy(
      Items source, Items target, Sides sides, int itemsize, int unit, Strategy strategy) {
    this.source = source;
    this.target = target;
    this.from = sides.follower;
    this.to = sides.leader;
    this.itemsize = itemsize;
    this.unit = unit;
    this.strategy = strategy;
    long[] steps = new long[from.rank()];
    long budget = Math.max(1, PART_BYTES / itemsize);
    for (int k = steps.length - 1; k >= 0; k--) {
      long most = strategy == Strategy.TILES && k >= steps.length - 2 ? tiled(k) : budget;
      steps[k] = Math.clamp(most, 1, from.shape().size(k));
      budget /= steps[k];
    }
    this.cut = Partition.chunks(from.shape(), Order.C, Shape.of(steps));
    this.parts = cut.count();
  }

  /// Returns the maximum length of a part, in elements, along one of the two axes of tiles. If the
  /// other axis is short, parts are longer, to amortise the overhead of a part.
  private long tiled(int axis) {
    long side = (long) PART_TILES * TransposedTile.side(itemsize);
    int other = 2 * from.rank() - 3 - axis;
    return Math.max(side, Pass.PART / Math.min(side, from.shape().size(other)));
  }

  /// Returns the copy between two layouts of the same shape.
  ///
  /// @param source the array whose memory is read
  /// @param target the array whose memory is written
  /// @param itemsize bytes of an element, at least 1
  /// @param unit the number of bytes that are reversed together, a divisor of the itemsize; 1 to
  ///   copy without a byte swap
  static StridedCopy of(
      Items source, Strided from, Items target, Strided to, int itemsize, int unit) {
    Sides sides = Sides.ascending(to, from);
    int size = itemsize;
    if (unit == 1 && sides.hasShortRows(itemsize)) {
      size = (int) sides.size(sides.last()) * itemsize;
      sides = sides.with(layout -> layout.index(-1, 0));
    } else if (unit > 1 && unit < itemsize && !sides.isTransposed(itemsize)) {
      Strided units = Strided.of(0, Shape.of(itemsize / unit), unit);
      Strided[] axes = LoopAxes.merged(sides.leader.append(units), sides.follower.append(units));
      sides = new Sides(axes[0], axes[1]);
      size = unit;
    }
    Strategy strategy = strategy(sides, size, unit);
    return new StridedCopy(source, target, ordered(sides, strategy), size, unit, strategy);
  }

  private static Strategy strategy(Sides sides, int itemsize, int unit) {
    int last = sides.last();
    if (sides.innermost() < last) {
      return sides.isTransposed(itemsize) ? Strategy.TILES : Strategy.NARROW;
    }
    boolean block = unit == 1 && sides.isPacked(itemsize);
    boolean narrow = !block && last > 0 && sides.size(last) < SHORT;
    return narrow && sides.size(last - 1) > sides.size(last) ? Strategy.NARROW : Strategy.RUNS;
  }

  /// Returns the axes in the order that a strategy needs.
  private static Sides ordered(Sides sides, Strategy strategy) {
    int last = sides.last();
    int innermost = sides.innermost();
    if (innermost == last) {
      return sides;
    }
    return strategy == Strategy.NARROW && sides.size(innermost) < sides.size(last)
        ? sides.ending(last, innermost)
        : sides.ending(innermost, last);
  }

  /// Returns the number of parts.
  long parts() {
    return parts;
  }

  /// Returns the layouts that a part reads and writes.
  ///
  /// @param index the part's index, from 0 to `parts() - 1`
  Strided[] layouts(long index) {
    if (parts == 1) {
      return new Strided[] {from, to};
    }
    Box box = cut.box(index);
    return new Strided[] {from.slice(box), to.slice(box)};
  }

  /// Copies a part; the caller has pinned both memories.
  ///
  /// @param index the part's index, from 0 to `parts() - 1`
  void part(long index) {
    Strided[] part = layouts(index);
    int last = from.rank() - 1;
    Memories memories = new Memories(source.seen(), target.seen());
    switch (strategy) {
      case RUNS -> Pass.forEachRun(part, runs(memories, last));
      case NARROW -> Pass.forEachRun(part, last - 1, narrow(memories, part[0].shape().size(last)));
      case TILES -> {
        try (Scratch scratch = Scratch.take()) {
          Pass.forEachRun(part, last - 1, tiles(memories, part[0].shape(), scratch));
        }
      }
    }
  }

  /// The memories of source and target, while pinned.
  private record Memories(MemorySegment source, MemorySegment target) {}

  /// Returns the copy of one run along an axis. The strides are read once per part, not once per
  /// run: for runs of a single element, reading them would be a large part of the cost.
  private Pass.RunBody runs(Memories memories, int axis) {
    long stride = from.stride(axis);
    long into = to.stride(axis);
    boolean swap = unit > 1;
    long length = from.shape().size(axis);
    long items = from.shape().itemCount() / parts;
    if (!swap && into == itemsize && target.isForVectors()) {
      RunLoad load =
          new RunLoad(memories.source, source.isForVectors(), itemsize, stride, length, items);
      return (at, count) ->
          load.load(at[0], count, new Span(memories.target, at[1], ArrayBuffers.NONE));
    }
    if (!swap && stride == itemsize) {
      boolean isForVectors = source.isForVectors() && target.isForVectors();
      RunStore store = new RunStore(memories.target, isForVectors, itemsize, into, length, items);
      return (at, count) ->
          store.store(new Span(memories.source, at[0], ArrayBuffers.NONE), at[1], count);
    }
    return (at, count) ->
        RunCopy.copy(
            memories.source, at[0], stride, memories.target, at[1], into, count, itemsize, swap);
  }

  private Pass.RunBody narrow(Memories memories, long width) {
    int last = from.rank() - 1;
    Pass.RunBody runs = runs(memories, last - 1);
    return (at, length) -> {
      long[] start = new long[2];
      for (int i = 0; i < length; i += NARROW_RUN) {
        int count = Math.min(NARROW_RUN, length - i);
        for (long j = 0; j < width; j++) {
          start[0] = at[0] + i * from.stride(last - 1) + j * from.stride(last);
          start[1] = at[1] + i * to.stride(last - 1) + j * to.stride(last);
          runs.run(start, count);
        }
      }
    };
  }

  private Pass.RunBody tiles(Memories memories, Shape shape, Scratch scratch) {
    int rows = shape.rank() - 1;
    int columns = rows - 1;
    TransposedTile tile = new TransposedTile(scratch, itemsize, unit);
    return (at, _) -> {
      for (long j = 0; j < shape.size(columns); j += tile.side()) {
        int width = (int) Math.min(tile.side(), shape.size(columns) - j);
        for (long i = 0; i < shape.size(rows); i += tile.side()) {
          int height = (int) Math.min(tile.side(), shape.size(rows) - i);
          long source = at[0] + i * from.stride(rows) + j * from.stride(columns);
          long target = at[1] + i * to.stride(rows) + j * to.stride(columns);
          tile.take(
              memories.source, source, from.stride(rows), from.stride(columns), height, width);
          tile.put(memories.target, target, to.stride(rows), to.stride(columns), height, width);
        }
      }
    };
  }
}
