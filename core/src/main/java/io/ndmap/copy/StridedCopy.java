package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.kernel.ItemRuns;
import io.ndmap.kernel.TransposedTile;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.function.UnaryOperator;

/// Copies items between two layouts of the same shape, byte-swapped where asked.
///
/// One side leads, the Java array if there is one, else the target: it is passed in ascending order
/// ([LoopAxes#ascending]). Short contiguous rows are made items of their own. What remains is
/// copied in whole blocks, in runs along the innermost axis, or, where the two sides disagree on
/// which axis is innermost, in tiles ([TransposedTile]); where that axis is so short that a run
/// along it is not worth its overhead, in runs along the next one.
///
/// The copy is cut into parts, boxes of the axes, by the layouts alone.
final class StridedCopy {

  /// The most bytes of a part: from some 2.5 MiB on the JDK's copy writes past the caches, which
  /// need not read a line first that is to be overwritten.
  static final int PART_BYTES = 1 << 22;

  /// Tiles along the side of a part: its pages on either side are few enough for the TLB, and read
  /// or written whole.
  private static final int PART_TILES = 4;

  /// An axis shorter than this is not run along if there is a longer one.
  private static final int SHORT = 16;

  /// Items of a run whose neighbours along a short axis are copied next: they are still in the
  /// first-level cache.
  private static final int NARROW_RUN = 512;

  /// Both sides.
  ///
  /// @param leader the one that is passed in ascending order
  /// @param follower the other one
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
      return leader.lastStride() == itemsize && follower.lastStride() == itemsize;
    }

    Sides with(UnaryOperator<Strided> change) {
      return new Sides(change.apply(leader), change.apply(follower));
    }

    /// Whether a contiguous row is so short that it makes an item.
    boolean hasShortRows(int itemsize) {
      return last() > 0 && isPacked(itemsize) && size(last()) <= ItemRuns.WORDS / itemsize;
    }

    /// The axis that the follower has innermost.
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
      return itemsize <= ItemRuns.WORDS
          && innermost < last()
          && size(innermost) >= SHORT
          && size(last()) >= SHORT;
    }

    /// One axis last but one, another one last.
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
  private enum Way {
    /// Runs along the last axis.
    RUNS,
    /// Runs along the last axis but one, for each position of the last.
    NARROW,
    /// The last axis is innermost in the target (or in the source, if that leads), the last but one
    /// in the other.
    TILES
  }

  private final MemorySegment source;
  private final MemorySegment target;
  private final Strided from;
  private final Strided to;
  private final int itemsize;
  private final int unit;
  private final Way way;
  private final boolean sourceLeads;
  private final Partition cut;
  private final long parts;

  private StridedCopy(
      MemorySegment source,
      MemorySegment target,
      Sides sides,
      int itemsize,
      int unit,
      Way way,
      boolean sourceLeads) {
    this.source = source;
    this.target = target;
    this.from = sourceLeads ? sides.leader : sides.follower;
    this.to = sourceLeads ? sides.follower : sides.leader;
    this.itemsize = itemsize;
    this.unit = unit;
    this.way = way;
    this.sourceLeads = sourceLeads;
    long[] steps = new long[from.rank()];
    long budget = Math.max(1, PART_BYTES / itemsize);
    for (int k = steps.length - 1; k >= 0; k--) {
      long most = way == Way.TILES && k >= steps.length - 2 ? tiled(k) : budget;
      steps[k] = Math.clamp(most, 1, from.shape().size(k));
      budget /= steps[k];
    }
    this.cut = Partition.chunks(from.shape(), Order.C, Shape.of(steps));
    this.parts = cut.count();
  }

  /// The most places of a part along one of the two axes of tiles: more where the other is short,
  /// as a part costs something by itself.
  private long tiled(int axis) {
    long side = (long) PART_TILES * TransposedTile.mostSide(itemsize);
    int other = 2 * from.rank() - 3 - axis;
    return Math.max(side, Pass.PART / Math.min(side, from.shape().size(other)));
  }

  /// The copy between two layouts of one shape.
  ///
  /// @param itemsize bytes of an item, at least 1
  /// @param unit the bytes that are swapped together, a divisor of the itemsize; 1 to copy them as
  ///   they are
  static StridedCopy of(
      MemorySegment source,
      Strided from,
      MemorySegment target,
      Strided to,
      int itemsize,
      int unit) {
    boolean sourceLeads = !source.isNative() && target.isNative();
    Sides sides = sourceLeads ? Sides.ascending(from, to) : Sides.ascending(to, from);
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
    Way way = way(sides, size, unit);
    return new StridedCopy(source, target, ordered(sides, way), size, unit, way, sourceLeads);
  }

  private static Way way(Sides sides, int itemsize, int unit) {
    int last = sides.last();
    if (sides.innermost() < last) {
      return sides.isTransposed(itemsize) ? Way.TILES : Way.NARROW;
    }
    boolean block = unit == 1 && sides.isPacked(itemsize);
    boolean narrow = !block && last > 0 && sides.size(last) < SHORT;
    return narrow && sides.size(last - 1) > sides.size(last) ? Way.NARROW : Way.RUNS;
  }

  /// The axes in the order that a way needs.
  private static Sides ordered(Sides sides, Way way) {
    int last = sides.last();
    int innermost = sides.innermost();
    if (innermost == last) {
      return sides;
    }
    return way == Way.NARROW && sides.size(innermost) < sides.size(last)
        ? sides.ending(last, innermost)
        : sides.ending(innermost, last);
  }

  /// How many parts there are.
  long parts() {
    return parts;
  }

  /// Where a part reads and where it writes.
  ///
  /// @param index from 0 to parts - 1
  Strided[] layouts(long index) {
    if (parts == 1) {
      return new Strided[] {from, to};
    }
    Box box = cut.box(index);
    return new Strided[] {from.slice(box), to.slice(box)};
  }

  /// Copies a part.
  ///
  /// @param index from 0 to parts - 1
  void part(long index) {
    Strided[] part = layouts(index);
    int last = from.rank() - 1;
    switch (way) {
      case RUNS -> Pass.forEachRun(part, runs(last));
      case NARROW -> Pass.forEachRun(part, last - 1, narrow(part[0].shape().size(last)));
      case TILES -> Pass.forEachRun(part, last - 1, tiles(part[0].shape()));
    }
  }

  /// Strides are asked for once: a run may be a single item.
  private Pass.RunBody runs(int axis) {
    long stride = from.stride(axis);
    long intoStride = to.stride(axis);
    boolean swap = unit > 1;
    return (at, count) ->
        ItemRuns.copy(source, at[0], stride, target, at[1], intoStride, count, itemsize, swap);
  }

  private Pass.RunBody narrow(long width) {
    int last = from.rank() - 1;
    Pass.RunBody runs = runs(last - 1);
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

  private Pass.RunBody tiles(Shape shape) {
    int last = shape.rank() - 1;
    int rows = sourceLeads ? last - 1 : last;
    int columns = sourceLeads ? last : last - 1;
    long height = shape.size(rows);
    long width = shape.size(columns);
    TransposedTile tile = new TransposedTile(itemsize, unit, height, width);
    return (at, _) -> {
      for (long j = 0; j < width; j += tile.width()) {
        for (long i = 0; i < height; i += tile.height()) {
          tile.copy(
              source,
              at[0] + i * from.stride(rows) + j * from.stride(columns),
              from.stride(rows),
              from.stride(columns),
              target,
              at[1] + i * to.stride(rows) + j * to.stride(columns),
              to.stride(rows),
              to.stride(columns),
              (int) Math.min(tile.height(), height - i),
              (int) Math.min(tile.width(), width - j));
        }
      }
    };
  }
}
