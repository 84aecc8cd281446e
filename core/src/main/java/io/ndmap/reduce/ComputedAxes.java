package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.FlatRange;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.elementwise.TileResults;
import io.ndmap.fold.Columns;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Run;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reduces what is computed meanwhile along axes, in the ways of [AxisReduction], so that results
/// have the same bits: folds get the items of one result after the other as they are computed, or,
/// where rows of results are computed at once, from a block of some rows.
public final class ComputedAxes {

  /// Bytes of such a block, if rows are not longer.
  private static final int BLOCK = 1 << 18;

  private final TileResults computed;
  private final Items like;
  private final Reduction op;
  private final int itemsize;

  // Of the array that is not made, and then of the sources: the axes of the results, from where the
  // first ones are; and the other axes, from byte 0 on.
  private final Strided[] kept;
  private final Strided[] reduced;

  private final SourcesRead sources;
  private final Parts parts;

  /// A new array.
  ///
  /// @param like the array that is not made, without gaps: its dtype, layout and execution
  /// @param axes which to reduce, all if there are none
  /// @throws IllegalArgumentException if the reduction needs items and there are none
  public static Items of(TileResults computed, Items like, Reduction op, int... axes) {
    DType dtype = Folds.result(like, op);
    boolean[] isReduced = AxisReduction.reduced(like, op, axes);
    int[] kept = AxisReduction.where(isReduced, false);
    Shape shape = Layouts.select(like.strided(), 0, kept).shape();
    Items[] sources = computed.sources();
    Items target = sources[0].on(like.execution()).result(dtype, shape, Order.C, sources);
    if (kept.length == 0) {
      ComputedReduction.of(computed, like, () -> Folds.of(like, op)).store(op, target, 0);
    } else if (target.itemCount() > 0) {
      int[] reduced = AxisReduction.where(isReduced, true);
      new ComputedAxes(computed, like, op, kept, reduced).into(target);
    }
    NaNResults.settle(target);
    return target;
  }

  /// @param kept its axes that the results have
  /// @param reduced the other ones
  private ComputedAxes(TileResults computed, Items like, Reduction op, int[] kept, int[] reduced) {
    this.computed = computed;
    this.like = like;
    this.op = op;
    this.itemsize = like.itemsize();
    Items[] read = computed.sources();
    this.kept = new Strided[read.length + 1];
    this.reduced = new Strided[read.length + 1];
    for (int k = 0; k <= read.length; k++) {
      Strided layout = k == 0 ? like.strided() : read[k - 1].strided();
      this.kept[k] = Layouts.select(layout, layout.offset(), kept);
      this.reduced[k] = Layouts.select(layout, 0, reduced);
    }
    this.sources = new SourcesRead(1, read);
    this.parts = sources.parts(like.execution());
  }

  /// @param target the results, of which there are some
  private void into(Items target) {
    long count = reduced[0].shape().itemCount();
    RowFolds.Maker maker = RowFolds.of(like, op, count);
    RowTiles tiles = new RowTiles(like, kept[0], reduced[0]);
    switch (AxisReduction.way(like, count, tiles, maker)) {
      case NOTHING -> AxisReduction.nothing(like, op, target);
      case FEW -> alone(target, reduced, target.itemCount());
      case ROWS -> rows(target);
      case WHOLE -> whole(target);
      case ALONE -> {
        Strided[] items = AxisReduction.isArg(op) ? reduced : LoopAxes.ascending(reduced);
        alone(target, items, Math.max(1, Pass.PART / count));
      }
    }
  }

  /// Where the first items of the results are, and where the results go.
  private Strided[] withTarget(Items target) {
    Strided[] all = Arrays.copyOf(kept, kept.length + 1);
    all[kept.length] = target.strided();
    return all;
  }

  /// @param from where they are in the first of some layouts
  private Strided[] shifted(Strided[] layouts, long... from) {
    Strided[] all = new Strided[layouts.length];
    Arrays.setAll(all, k -> layouts[k].shift(from[k]));
    return all;
  }

  private void whole(Items target) {
    new COrder(withTarget(target))
        .forEachRun(
            0,
            target.itemCount(),
            1,
            (at, _) -> {
              Strided[] items = shifted(reduced, at);
              Strided[] read = Arrays.copyOfRange(items, 1, items.length);
              ComputedReduction.of(computed, like.at(items[0]), read, () -> Folds.of(like, op))
                  .store(op, target, at[kept.length]);
            });
  }

  // ---- one result after the other

  /// @param items those of a result, in the order in which it gets them
  /// @param group how many results a part has
  private void alone(Items target, Strided[] items, long group) {
    COrder starts = new COrder(withTarget(target));
    long results = target.itemCount();
    parts.runWalks(
        Math.ceilDiv(results, group),
        (part, walk) -> {
          try (Alone alone = new Alone(target, starts.stride(kept.length))) {
            starts.forEachRun(
                part * group,
                Math.min(group, results - part * group),
                Integer.MAX_VALUE,
                (at, n) -> {
                  Strided[] box = SourcesRead.box(starts, at, n, items);
                  alone.at(at[kept.length]);
                  computed.forEach(LoopAxes.merged(box), alone);
                  sources.passed(box, walk);
                });
          }
        });
  }

  /// Makes results of the items of one after those of the other.
  private final class Alone implements TileResults.Taker, AutoCloseable {
    private final Fold fold = Folds.of(like, op);
    private final Feed feed = new Feed(noItems(), like.itemCount(), fold);
    private final long count = reduced[0].shape().itemCount();
    private final Items target;
    private final long step;
    private long next;
    private long left = count;

    Alone(Items target, long step) {
      this.target = target;
      this.step = step;
    }

    /// @param offset where the next result goes
    void at(long offset) {
      next = offset;
    }

    @Override
    public void take(Run results, int items) {
      for (int done = 0; done < items; ) {
        int some = (int) Math.min(left, items - done);
        feed.run(results.shift((long) done * itemsize), some);
        done += some;
        left -= some;
        if (left == 0) {
          feed.end();
          fold.store(op, target, next);
          next += step;
          left = count;
          fold.clear();
          feed.to(fold);
        }
      }
    }

    @Override
    public void close() {
      feed.close();
    }
  }

  /// What a feed is of whose items come from elsewhere.
  private Items noItems() {
    return like.at(Strided.contiguous(Shape.of(0), itemsize, Order.C));
  }

  // ---- a row of results at once

  private void rows(Items target) {
    int inner = Layouts.innermost(kept[0]);
    Strided[] rows = AxisReduction.isArg(op) ? reduced : inOrder();
    ColumnTiles tiles =
        new ColumnTiles(inner, width(kept[0].shape().size(inner)), withTarget(target));
    long step = target.strided().stride(inner);
    parts.runWalks(
        tiles.count(),
        (part, walk) ->
            tiles.forEach(
                part,
                1,
                (at, width) -> {
                  Strided[] box = shifted(rows, at);
                  for (int k = 0; k < box.length; k++) {
                    long distance = kept[k].stride(inner);
                    box[k] = box[k].append(Strided.of(0, Shape.of(width), distance));
                  }
                  new Block(box, width, walk).into(target, at[kept.length], step);
                }));
  }

  /// The reduced axes in the order of [RowTiles#rows].
  private Strided[] inOrder() {
    int[] axes =
        Arrays.stream(Layouts.descending(reduced[0]))
            .filter(axis -> reduced[0].shape().size(axis) > 1)
            .toArray();
    return Arrays.stream(reduced)
        .map(layout -> axes.length == 0 ? RowTiles.ONE : Layouts.select(layout, 0, axes))
        .toArray(Strided[]::new);
  }

  /// How many results are computed at once: where not all of a file stays in memory, many, as it is
  /// read for each row of tiles.
  private int width(long columns) {
    if (maker(like, 1) == null) {
      return AxisReduction.columnsAtOnce(columns, like.execution());
    }
    int rows = (int) Math.min(reduced[0].shape().itemCount(), Columns.CHUNK);
    int most = RowFold.width(columns, like.execution(), AxisReduction.isTwice(op));
    return like.execution().dropBehind() ? most : Math.min(most, BLOCK / (rows * itemsize));
  }

  private RowFolds.@Nullable Maker maker(Items items, long count) {
    return RowFolds.of(items, op, count);
  }

  /// Some rows of a tile, without gaps.
  private final class Block {
    private final Strided[] box;
    private final int width;
    private final long rowSize;
    private final Walk walk;
    private final Items items;
    private final MemorySegment memory;
    private final long count;
    private long filled;

    /// @param box all rows of the tile, its last axis along them
    Block(Strided[] box, int width, Walk walk) {
      this.box = box;
      this.width = width;
      this.rowSize = (long) width * itemsize;
      this.walk = walk;
      long height = Math.max(AxisReduction.ROWS, BLOCK / rowSize);
      this.items = Items.zeros(like.dtype(), Shape.of(height, width), Order.C);
      this.memory = items.segment();
      this.count = reduced[0].shape().itemCount();
    }

    void into(Items target, long offset, long step) {
      RowFolds.Maker maker = maker(items, count);
      if (maker == null) {
        eachAlone(target, offset, step);
        return;
      }
      Strided rows = Strided.of(0, Shape.of(count), rowSize);
      try (RowFold fold = maker.make(width, itemsize, rows)) {
        int together = fold.together();
        // Behind so many rows, none waits in the block.
        int unit = together > 1 ? FourRows.ROWS * together : Columns.CHUNK;
        long most = items.size(0) / unit * unit;
        for (long first = 0; first < count && !fold.isDone(); first += most) {
          int some = fill(first, most);
          for (int k = 0; k < some; k += together) {
            fold.rows(k * rowSize, Math.min(together, some - k));
          }
        }
        fold.end();
        fold.store(target, offset, step);
      }
    }

    private void eachAlone(Items target, long offset, long step) {
      Fold[] folds = new Fold[width];
      Arrays.setAll(folds, c -> Folds.of(items, op));
      // No fold gets items of two runs of the last axis together.
      long run = box[0].shape().size(box[0].rank() - 2);
      try (Feed feed = new Feed(items, folds[0])) {
        for (long first = 0; first < count; ) {
          int some = fill(first, Math.min(AxisReduction.ROWS, run - first % run));
          for (int c = 0; c < width; c++) {
            feed.to(folds[c]);
            feed.run((long) c * itemsize, rowSize, some);
            feed.end();
          }
          first += some;
        }
      }
      for (int c = 0; c < width; c++) {
        folds[c].store(op, target, offset + c * step);
      }
    }

    /// Computes some rows.
    ///
    /// @param most how many at most
    /// @return how many
    private int fill(long first, long most) {
      long end = Math.min(first + most, count);
      filled = 0;
      FlatRange.forEachBox(
          box,
          first * width,
          end * width,
          some -> {
            computed.forEach(LoopAxes.merged(some), this::add);
            sources.passed(some, walk);
          });
      return (int) (end - first);
    }

    private void add(Run results, int count) {
      long bytes = (long) count * itemsize;
      MemorySegment.copy(results.memory(), results.at(), memory, filled, bytes);
      filled += bytes;
    }
  }
}
