package io.ndmap.copy;

import io.ndmap.kernel.ItemRuns;
import io.ndmap.kernel.TransposedTile;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Copies items between two layouts of the same shape, byte-swapped where asked.
///
/// The axes are first brought into the simplest equal form: those of one item dropped, descending
/// ones turned round, sorted so that one side, the Java array if there is one, else the target, is
/// passed through in ascending order, neighbours merged where they lie without gaps in both, and
/// short rows without gaps made items of their own. What remains is copied in whole blocks, in runs
/// along the innermost axis, or, where the two sides disagree on which axis is innermost, in tiles
/// ([TransposedTile]); where that axis is so short that a run along it is not worth its overhead,
/// in runs along the next one.
///
/// The copy is cut into parts, boxes of the axes, by the layouts alone.
final class StridedCopy {

  /// The most bytes of a part: from some 2.5 MiB on the JDK's copy writes past the caches, which
  /// need not read a line first that is to be overwritten.
  static final int PART_BYTES = 1 << 22;

  /// Tiles along the side of a part: its pages on either side are few enough for the processor's
  /// table of addresses, and read or written whole.
  private static final int PART_TILES = 4;

  /// An axis shorter than this is not run along if there is a longer one.
  private static final int SHORT = 16;

  /// Items of a run whose neighbours along a short axis are copied next: they are still in the
  /// first-level cache.
  private static final int NARROW_RUN = 512;

  private record Axis(long size, long from, long to) {

    /// How far apart the items are on the side that follows.
    long distance(boolean sourceLeads) {
      return Math.abs(sourceLeads ? to : from);
    }

    boolean continues(Axis inner) {
      return from == inner.size * inner.from && to == inner.size * inner.to;
    }

    boolean isPacked(int itemsize) {
      return from == itemsize && to == itemsize;
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
  private final List<Axis> axes;
  private final long from;
  private final long to;
  private final int itemsize;
  private final int unit;
  private final Way way;
  private final boolean sourceLeads;
  private final long[] steps;
  private final long parts;

  private StridedCopy(
      MemorySegment source,
      MemorySegment target,
      List<Axis> axes,
      long from,
      long to,
      int itemsize,
      int unit,
      Way way,
      boolean sourceLeads) {
    this.source = source;
    this.target = target;
    this.axes = axes;
    this.from = from;
    this.to = to;
    this.itemsize = itemsize;
    this.unit = unit;
    this.way = way;
    this.sourceLeads = sourceLeads;
    this.steps = new long[axes.size()];
    long budget = Math.max(1, PART_BYTES / itemsize);
    long count = 1;
    for (int k = steps.length - 1; k >= 0; k--) {
      long size = axes.get(k).size;
      long most = way == Way.TILES && k >= steps.length - 2 ? tiled(k) : budget;
      steps[k] = Math.clamp(most, 1, size);
      budget /= steps[k];
      count *= Math.ceilDiv(size, steps[k]);
    }
    this.parts = count;
  }

  /// The most places of a part along one of the two axes of tiles: more where the other is short,
  /// as a part costs something by itself.
  private long tiled(int axis) {
    long side = (long) PART_TILES * TransposedTile.mostSide(itemsize);
    int other = 2 * axes.size() - 3 - axis;
    return Math.max(side, Pass.PART / Math.min(side, axes.get(other).size));
  }

  /// The copy between two layouts of one shape.
  ///
  /// @param itemsize bytes of an item, at least 1
  /// @param unit the bytes that are turned round together, a divisor of the itemsize; 1 to copy
  ///   them as they are
  static StridedCopy of(
      MemorySegment source,
      Strided from,
      MemorySegment target,
      Strided to,
      int itemsize,
      int unit) {
    boolean sourceLeads = !source.isNative() && target.isNative();
    long sourceAt = from.offset();
    long targetAt = to.offset();
    List<Axis> axes = new ArrayList<>();
    for (int k = 0; k < from.rank(); k++) {
      long size = from.shape().size(k);
      if (size != 1) {
        long s = from.stride(k);
        long t = to.stride(k);
        if ((sourceLeads ? s : t) < 0) {
          sourceAt += (size - 1) * s;
          targetAt += (size - 1) * t;
          s = -s;
          t = -t;
        }
        axes.add(new Axis(size, s, t));
      }
    }
    axes.sort(
        sourceLeads
            ? Comparator.comparingLong(Axis::from).reversed()
            : Comparator.comparingLong(Axis::to).reversed());
    List<Axis> merged = merged(axes);
    int size = itemsize;
    if (unit == 1) {
      size = joined(merged, itemsize);
    } else if (unit < itemsize && !isTransposed(merged, itemsize, sourceLeads)) {
      merged.add(new Axis(itemsize / unit, unit, unit));
      merged = merged(merged);
      size = unit;
    }
    if (merged.isEmpty()) {
      merged.add(new Axis(1, size, size));
    }
    Way way = way(merged, size, unit, sourceLeads);
    return new StridedCopy(
        source, target, merged, sourceAt, targetAt, size, unit, way, sourceLeads);
  }

  private static List<Axis> merged(List<Axis> axes) {
    List<Axis> merged = new ArrayList<>();
    for (Axis axis : axes) {
      Axis outer = merged.isEmpty() ? null : merged.getLast();
      if (outer != null && outer.continues(axis)) {
        merged.set(merged.size() - 1, new Axis(outer.size * axis.size, axis.from, axis.to));
      } else {
        merged.add(axis);
      }
    }
    return merged;
  }

  /// Makes an item of each short row without gaps.
  ///
  /// @return bytes of an item
  private static int joined(List<Axis> axes, int itemsize) {
    if (axes.size() < 2) {
      return itemsize;
    }
    Axis inner = axes.getLast();
    if (!inner.isPacked(itemsize) || inner.size > ItemRuns.WORDS / itemsize) {
      return itemsize;
    }
    axes.removeLast();
    return (int) (inner.size * itemsize);
  }

  /// The axis that the side that follows has innermost.
  private static int innermost(List<Axis> axes, boolean sourceLeads) {
    int innermost = axes.size() - 1;
    for (int k = 0; k < axes.size(); k++) {
      long distance = axes.get(k).distance(sourceLeads);
      // An axis along which one item is repeated has no say.
      if (distance != 0 && distance < axes.get(innermost).distance(sourceLeads)) {
        innermost = k;
      }
    }
    return innermost;
  }

  private static boolean isTransposed(List<Axis> axes, int itemsize, boolean sourceLeads) {
    if (axes.size() < 2 || itemsize > ItemRuns.WORDS) {
      return false;
    }
    int innermost = innermost(axes, sourceLeads);
    return innermost < axes.size() - 1
        && axes.get(innermost).size >= SHORT
        && axes.getLast().size >= SHORT;
  }

  /// Chooses the way and brings the axes into its order.
  private static Way way(List<Axis> axes, int itemsize, int unit, boolean sourceLeads) {
    boolean transposed = isTransposed(axes, itemsize, sourceLeads);
    int innermost = innermost(axes, sourceLeads);
    Axis inner = axes.getLast();
    if (innermost < axes.size() - 1) {
      Axis other = axes.remove(innermost);
      axes.add(axes.size() - 1, other);
      if (transposed) {
        return Way.TILES;
      }
      if (other.size < inner.size) {
        axes.removeLast();
        axes.add(axes.size() - 1, inner);
      }
      return Way.NARROW;
    }
    boolean block = unit == 1 && inner.isPacked(itemsize);
    if (axes.size() > 1 && !block && inner.size < SHORT) {
      Axis next = axes.get(axes.size() - 2);
      return next.size > inner.size ? Way.NARROW : Way.RUNS;
    }
    return Way.RUNS;
  }

  /// How many parts there are.
  long parts() {
    return parts;
  }

  /// Where a part reads and where it writes.
  ///
  /// @param index from 0 to parts - 1
  Strided[] layouts(long index) {
    long[] sizes = new long[steps.length];
    long[] froms = new long[steps.length];
    long[] tos = new long[steps.length];
    long f = from;
    long t = to;
    long rest = index;
    for (int k = steps.length - 1; k >= 0; k--) {
      Axis axis = axes.get(k);
      long cuts = Math.ceilDiv(axis.size, steps[k]);
      long start = rest % cuts * steps[k];
      rest /= cuts;
      sizes[k] = Math.min(steps[k], axis.size - start);
      froms[k] = axis.from;
      tos[k] = axis.to;
      f += start * axis.from;
      t += start * axis.to;
    }
    Shape shape = Shape.of(sizes);
    return new Strided[] {Strided.of(f, shape, froms), Strided.of(t, shape, tos)};
  }

  /// Copies a part.
  ///
  /// @param index from 0 to parts - 1
  void part(long index) {
    Strided[] layouts = layouts(index);
    long[] sizes = layouts[0].shape().toArray();
    Body body =
        switch (way) {
          case RUNS -> runs(sizes);
          case NARROW -> narrow(sizes);
          case TILES -> tiles(sizes);
        };
    int end = way == Way.RUNS ? sizes.length - 1 : sizes.length - 2;
    outer(sizes, end, 0, layouts[0].offset(), layouts[1].offset(), body);
  }

  private interface Body {
    void at(long from, long to);
  }

  private void outer(long[] sizes, int end, int depth, long f, long t, Body body) {
    if (depth == end) {
      body.at(f, t);
      return;
    }
    Axis axis = axes.get(depth);
    for (long i = 0; i < sizes[depth]; i++) {
      outer(sizes, end, depth + 1, f + i * axis.from, t + i * axis.to, body);
    }
  }

  private Body runs(long[] sizes) {
    Axis inner = axes.getLast();
    int count = (int) sizes[sizes.length - 1];
    boolean swap = unit > 1;
    return (f, t) ->
        ItemRuns.copy(source, f, inner.from, target, t, inner.to, count, itemsize, swap);
  }

  private Body narrow(long[] sizes) {
    Axis wide = axes.get(axes.size() - 2);
    Axis narrow = axes.getLast();
    long length = sizes[sizes.length - 2];
    long width = sizes[sizes.length - 1];
    boolean swap = unit > 1;
    return (f, t) -> {
      for (long i = 0; i < length; i += NARROW_RUN) {
        int count = (int) Math.min(NARROW_RUN, length - i);
        for (long j = 0; j < width; j++) {
          ItemRuns.copy(
              source,
              f + i * wide.from + j * narrow.from,
              wide.from,
              target,
              t + i * wide.to + j * narrow.to,
              wide.to,
              count,
              itemsize,
              swap);
        }
      }
    };
  }

  private Body tiles(long[] sizes) {
    int last = sizes.length - 1;
    Axis rows = axes.get(sourceLeads ? last - 1 : last);
    Axis columns = axes.get(sourceLeads ? last : last - 1);
    long height = sizes[sourceLeads ? last - 1 : last];
    long width = sizes[sourceLeads ? last : last - 1];
    TransposedTile tile = new TransposedTile(itemsize, unit, height, width);
    return (f, t) -> {
      for (long j = 0; j < width; j += tile.width()) {
        for (long i = 0; i < height; i += tile.height()) {
          tile.copy(
              source,
              f + i * rows.from + j * columns.from,
              rows.from,
              columns.from,
              target,
              t + i * rows.to + j * columns.to,
              rows.to,
              columns.to,
              (int) Math.min(tile.height(), height - i),
              (int) Math.min(tile.width(), width - j));
        }
      }
    };
  }
}
