package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.FlatBoxes;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.elementwise.TileResults;
import io.ndmap.fold.ColumnSums;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Reduces computed values along axes. The values are computed tile by tile and never form an
/// array. The folds take them in the same order as in [AxisReduction], so that results have the
/// same bits. Either each result has its own fold, which takes the values as they are computed, or
/// a row of results is reduced at once, from a block of several rows of values.
public final class ComputedAxes {

  /// The size of a block in bytes. A block is larger if [#LEAST] rows need more.
  private static final int BLOCK = 1 << 18;

  /// The minimum number of rows of a block.
  private static final int LEAST = 128;

  private final TileResults computed;
  private final Items like;
  private final Reduction op;
  private final int itemsize;

  // The layouts of the values (which never form an array), then the layouts of the sources. The
  // layouts of the kept axes start at the offset of the first element, the layouts of the reduced
  // axes at byte 0.
  private final Strided[] kept;
  private final Strided[] reduced;

  private final SourcesRead sources;
  private final Parts parts;

  /// Returns the results in a new array.
  ///
  /// @param like describes the contiguous array that the values would form: its dtype, layout and
  ///   execution
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException as in [AxisReduction#reduced]
  /// @throws IndexOutOfBoundsException if an axis does not exist
  /// @throws io.ndmap.dtype.DTypeException if the dtype has no such reduction
  public static Items of(TileResults computed, Items like, Reduction op, int... axes) {
    DType dtype = Folds.result(like, op);
    boolean[] isReduced = AxisReduction.reduced(like, op, axes);
    int[] kept = AxisReduction.where(isReduced, false);
    Shape shape = Layouts.select(like.strided(), 0, kept).shape();
    boolean counts = kept.length == 0 && CountRule.countsTrue(op);
    TileResults values = counts ? computed.counts() : computed;
    Items[] sources = values.sources();
    Items target = sources[0].on(like.execution()).result(dtype, shape, Order.C, sources);
    if (kept.length == 0) {
      ComputedReduction.of(values, like, () -> Folds.of(like, op)).store(op, target, 0);
    } else if (target.itemCount() > 0) {
      int[] reduced = AxisReduction.where(isReduced, true);
      new ComputedAxes(values, like, op, kept, reduced).into(target);
    }
    NaNResults.canonicalize(target);
    return target;
  }

  /// @param kept the axes of the results
  /// @param reduced the axes to reduce
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

  /// @param target the array of the results, which is not empty
  private void into(Items target) {
    long count = reduced[0].shape().itemCount();
    RowFolds folds = RowFolds.of(like, op, count);
    RowTiles tiles = new RowTiles(like, kept[0], reduced[0]);
    switch (AxisReduction.strategy(like, count, tiles, folds)) {
      case NOTHING -> AxisReduction.storeEmpty(like, op, target);
      case FEW -> alone(target, reduced, target.itemCount());
      case ROWS -> rows(target);
      case WHOLE -> whole(target);
      case ALONE -> {
        Strided[] items = AxisReduction.isArg(op) ? reduced : LoopAxes.ascending(reduced);
        alone(target, items, Math.max(1, Pass.PART / count));
      }
    }
  }

  /// Returns the layouts, over the kept axes, of the first element of each result, then the layout
  /// of the results themselves.
  private Strided[] withTarget(Items target) {
    Strided[] all = Arrays.copyOf(kept, kept.length + 1);
    all[kept.length] = target.strided();
    return all;
  }

  /// @param from the byte offsets to add, one for each layout; further offsets are ignored
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

  /// @param items the layouts of the elements of a result; the axes are in the order in which the
  ///   fold of the result takes the elements
  /// @param group the number of results of a part
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

  /// Computes results one after the other: takes all values of one result, then all values of the
  /// next.
  private final class Alone implements TileResults.Taker, AutoCloseable {
    private final Fold fold = Folds.of(like, op);
    private final FoldInput input = new FoldInput(noItems(), fold);
    private final long count = reduced[0].shape().itemCount();
    private final Items target;
    private final long step;
    private long next;
    private long left = count;

    Alone(Items target, long step) {
      this.target = target;
      this.step = step;
    }

    /// @param offset byte offset of the next result
    void at(long offset) {
      next = offset;
    }

    @Override
    public void take(Span results, int items) {
      for (int done = 0; done < items; ) {
        int some = (int) Math.min(left, items - done);
        input.run(results.shift((long) done * itemsize), some);
        done += some;
        left -= some;
        if (left == 0) {
          input.end();
          fold.store(op, target, next);
          next += step;
          left = count;
          fold.clear();
          input.to(fold);
        }
      }
    }

    @Override
    public void close() {
      input.close();
    }
  }

  /// Returns an empty view, for an input whose elements come from buffers.
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

  /// Returns the reduced axes in the order of [RowTiles#rows].
  private Strided[] inOrder() {
    int[] axes =
        Arrays.stream(Layouts.descending(reduced[0]))
            .filter(axis -> reduced[0].shape().size(axis) > 1)
            .toArray();
    return Arrays.stream(reduced)
        .map(layout -> axes.length == 0 ? RowTiles.ONE : Layouts.select(layout, 0, axes))
        .toArray(Strided[]::new);
  }

  /// Returns the number of results of a row that are computed at once. It is large if pages are
  /// released behind the pass, because each tile then reads the whole file again.
  private int width(long columns) {
    int rows = (int) Math.min(reduced[0].shape().itemCount(), ColumnSums.CHUNK);
    int most = folds(like).width(columns, like.execution());
    return like.execution().dropBehind() ? most : Math.min(most, BLOCK / (rows * itemsize));
  }

  private RowFolds folds(Items items) {
    return RowFolds.of(items, op, reduced[0].shape().itemCount());
  }

  /// A contiguous block of some rows of a tile.
  private final class Block {
    private final Strided[] box;
    private final int width;
    private final long rowSize;
    private final Walk walk;
    private final Items items;
    private final MemorySegment memory;
    private final long count;
    private long filled;

    /// @param box the layouts of the tile; the last axis runs along a row
    Block(Strided[] box, int width, Walk walk) {
      this.box = box;
      this.width = width;
      this.rowSize = (long) width * itemsize;
      this.walk = walk;
      long height = Math.max(LEAST, BLOCK / rowSize);
      this.items = Items.zeros(like.dtype(), Shape.of(height, width), Order.C);
      this.memory = items.segment();
      this.count = reduced[0].shape().itemCount();
    }

    void into(Items target, long offset, long step) {
      Strided rows = Strided.of(0, Shape.of(count), rowSize);
      long lastAxis = box[0].shape().size(box[0].rank() - 2);
      try (RowFold fold = folds(items).make(width, itemsize, rows)) {
        int together = fold.together();
        // The block is refilled after whole units only: the fold must not read a row after the
        // block has been overwritten.
        int unit = fold.unit();
        long most = items.size(0) / unit * unit;
        for (long first = 0; first < count; ) {
          long end = fold.endsWithAxis() ? lastAxis - first % lastAxis : most;
          int some = fill(first, Math.min(most, end));
          for (int k = 0; k < some; k += together) {
            fold.rows(k * rowSize, Math.min(together, some - k));
          }
          first += some;
        }
        fold.end();
        fold.store(target, offset, step);
      }
    }

    /// Computes the next rows into the block.
    ///
    /// @param most the maximum number of rows
    /// @return the number of rows
    private int fill(long first, long most) {
      long end = Math.min(first + most, count);
      filled = 0;
      FlatBoxes.forEachBox(
          box,
          first * width,
          end * width,
          some -> {
            computed.forEach(LoopAxes.merged(some), this::add);
            sources.passed(some, walk);
          });
      return (int) (end - first);
    }

    private void add(Span results, int count) {
      long bytes = (long) count * itemsize;
      MemorySegment.copy(results.memory(), results.at(), memory, filled, bytes);
      filled += bytes;
    }
  }
}
