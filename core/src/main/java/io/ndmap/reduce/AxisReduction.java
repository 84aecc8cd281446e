package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import io.ndmap.pass.Near;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Walk;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reduces items along axes: one fold for each item of the result.
///
/// The items of a small view are gathered first. Else, where the reduced axes are the ones that
/// memory runs along, one result is computed after the other; where a kept axis is, or results are
/// of few items, a row of results at once, so that memory is passed in its order, or what comes
/// before the first item of each is done for all.
public final class AxisReduction {

  /// Results of a row that are computed at once.
  private static final int COLUMNS = 64;

  /// The same where a file must not be read often.
  private static final int WIDE = 1024;

  /// Items of a result up to which it costs more to begin with each than to gather those of all.
  private static final int FEW_ROWS = 32;

  /// Bytes of the items of such results that are computed at once: they are passed several times.
  private static final long NEAR = 1 << 18;

  /// Items of each of them that are taken at once.
  static final int ROWS = 128;

  private final Items view;
  private final Reduction op;

  /// What stays of the layout for each result.
  private final Strided kept;

  /// The items of a result, from byte 0 on.
  private final Strided items;

  private final RowTiles tiles;

  private AxisReduction(Items view, Reduction op, int[] kept, int[] reduced) {
    this.view = view;
    this.op = op;
    this.kept = Layouts.select(view.strided(), view.strided().offset(), kept);
    this.items = Layouts.select(view.strided(), 0, reduced);
    this.tiles = new RowTiles(view, this.kept, items);
  }

  /// @param axes which to reduce, all if there are none
  public static Items of(Items view, Reduction op, int... axes) {
    DType dtype = Folds.result(view, op);
    boolean[] isReduced = reduced(view, op, axes);
    int[] kept = where(isReduced, false);
    int[] reduced = where(isReduced, true);
    if (kept.length == 0) {
      return all(view, op, dtype);
    }
    Strided results = Layouts.select(view.strided(), 0, kept);
    Items target = view.result(dtype, results.shape(), Order.C);
    if (target.itemCount() > 0) {
      try (Near near = new Near(view.execution())) {
        new AxisReduction(near.asTheyLie(view), op, kept, reduced).into(target);
      }
      NaNResults.settle(target);
    }
    return target;
  }

  /// Which axes a reduction is along, once it is known to have results.
  ///
  /// @param axes which to reduce, all if there are none
  /// @throws IllegalArgumentException if a result needs items and there are none, or if the place
  ///   of an item is wanted along several axes
  public static boolean[] reduced(Items view, Reduction op, int... axes) {
    boolean[] isReduced = chosen(view.shape(), axes);
    if (isArg(op) && axes.length > 1) {
      throw new IllegalArgumentException(
          op + " takes one axis or all, found " + Arrays.toString(axes));
    }
    requireItems(view, op, where(isReduced, true));
    return isReduced;
  }

  /// One result, which small arrays are not to wait long for.
  private static Items all(Items view, Reduction op, DType dtype) {
    Items target = view.result(dtype, Shape.of(), Order.C);
    WholeReduction.of(view, () -> Folds.of(view, op)).store(op, target, 0);
    NaNResults.settle(target);
    return target;
  }

  /// The axes that are chosen, or those that are not.
  public static int[] where(boolean[] isChosen, boolean wanted) {
    int[] axes = new int[isChosen.length];
    int found = 0;
    for (int k = 0; k < isChosen.length; k++) {
      axes[found] = k;
      found += isChosen[k] == wanted ? 1 : 0;
    }
    return Arrays.copyOf(axes, found);
  }

  /// Where results are, with an axis of length 1 for each that was reduced.
  public static Strided keeping(Strided results, boolean... isReduced) {
    Strided kept = results;
    for (int axis = 0; axis < isReduced.length; axis++) {
      kept = isReduced[axis] ? kept.newAxis(axis) : kept;
    }
    return kept;
  }

  /// Which axes are given, all if there are none.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if one is given twice
  public static boolean[] chosen(Shape shape, int... axes) {
    boolean[] chosen = new boolean[shape.rank()];
    for (int axis : axes) {
      int at = shape.axis(axis);
      if (chosen[at]) {
        throw new IllegalArgumentException(
            "axis " + axis + " of " + Arrays.toString(axes) + " is given twice");
      }
      chosen[at] = true;
    }
    if (axes.length == 0) {
      Arrays.fill(chosen, true);
    }
    return chosen;
  }

  /// @throws IllegalArgumentException if a result needs items and there are none
  private static void requireItems(Items view, Reduction op, int[] reduced) {
    for (int axis : reduced) {
      if (view.size(axis) == 0 && needsItems(op)) {
        throw nothing(view, op);
      }
    }
  }

  /// @throws IllegalArgumentException if there are no items
  public static void requireItems(Items view, Reduction op) {
    if (view.itemCount() == 0) {
      throw nothing(view, op);
    }
  }

  private static IllegalArgumentException nothing(Items view, Reduction op) {
    return new IllegalArgumentException(
        "there is no " + op + " of no items, in an array of shape " + view.shape());
  }

  private void into(Items target) {
    long count = items.shape().itemCount();
    RowFolds.Maker maker = RowFolds.of(view, op, count);
    switch (way(view, count, tiles, maker)) {
      case NOTHING -> nothing(view, op, target);
      case FEW -> Hold.run(() -> few(target), view.backing());
      case ROWS -> rows(target, maker);
      case WHOLE ->
          results(target)
              .forEachRun(
                  0,
                  target.itemCount(),
                  1,
                  (at, _) -> whole(view.at(items.shift(at[0]))).store(op, target, at[1]));
      case ALONE -> eachAlone(target);
    }
  }

  /// How results are computed, on which their last bits depend: of no items, of few ones, a row of
  /// results at once, each as if there were no others, or one after the other.
  enum Way {
    NOTHING,
    FEW,
    ROWS,
    WHOLE,
    ALONE
  }

  /// @param count items of a result
  static Way way(Items view, long count, RowTiles tiles, RowFolds.@Nullable Maker maker) {
    if (count == 0) {
      return Way.NOTHING;
    }
    if (view.itemCount() < WholeReduction.FEW) {
      return Way.FEW;
    }
    boolean isShort = maker != null && count <= FEW_ROWS && !view.execution().dropBehind();
    if (tiles.exist() || (isShort && tiles.areNear())) {
      return Way.ROWS;
    }
    return count > Pass.PART ? Way.WHOLE : Way.ALONE;
  }

  /// Stores what is made of no items.
  static void nothing(Items view, Reduction op, Items target) {
    Fold nothing = Folds.of(view, op);
    for (long k = 0; k < target.itemCount(); k++) {
      nothing.store(op, target, k * target.itemsize());
    }
  }

  private Fold whole(Items some) {
    return WholeReduction.of(some, view.itemCount(), () -> Folds.of(view, op));
  }

  /// All results of a small view.
  private void few(Items target) {
    Fold fold = Folds.of(view, op);
    try (Feed feed = new Feed(view, fold)) {
      results(target)
          .forEachRun(
              0,
              target.itemCount(),
              1,
              (at, _) -> {
                fold.clear();
                feed.to(fold);
                feed.all(items.shift(at[0]));
                fold.store(op, target, at[1]);
              });
    }
  }

  /// Where the first items of the results are, and where the results go.
  private COrder results(Items target) {
    return new COrder(kept, target.strided());
  }

  // ---- one result after the other

  private void eachAlone(Items target) {
    long count = items.shape().itemCount();
    long group = Math.max(1, Pass.PART / count);
    long results = target.itemCount();
    Strided[] part = isArg(op) ? new Strided[] {items} : LoopAxes.ascending(items);
    Strided run = part[0];
    long stride = run.lastStride();
    COrder starts = results(target);
    new Parts(view.execution(), view)
        .runWalks(
            Math.ceilDiv(results, group),
            (k, walk) -> {
              Fold fold = Folds.of(view, op);
              try (Feed feed = new Feed(view, fold)) {
                starts.forEachRun(
                    k * group,
                    Math.min(group, results - k * group),
                    1,
                    (at, _) -> {
                      long offset = at[0];
                      fold.clear();
                      feed.to(fold);
                      Pass.forEachRun(
                          part,
                          (from, n) -> {
                            feed.run(offset + from[0], stride, n);
                            walk.pass(offset + from[0], stride, n);
                          });
                      feed.end();
                      fold.store(op, target, at[1]);
                    });
              }
            });
  }

  // ---- a row of results at once

  private void rows(Items target, RowFolds.@Nullable Maker maker) {
    Strided rows = isArg(op) ? items : tiles.rows();
    long columns = tiles.columns();
    long step = tiles.step(target);
    if (maker == null) {
      tiles.run(
          columnsAtOnce(columns, view.execution()),
          target,
          (from, width, at, walk) -> {
            Fold[] folds = new Fold[width];
            Arrays.setAll(folds, c -> Folds.of(view, op));
            try (Feed feed = new Feed(view, folds[0])) {
              new Tile(folds, feed, tiles.distance(), walk).take(rows, 0, from);
            }
            for (int c = 0; c < width; c++) {
              folds[c].store(op, target, at + c * step);
            }
          });
      return;
    }
    int most = RowFold.width(columns, view.execution(), isTwice(op));
    long near = tiles.exist() ? most : NEAR / Math.abs(tiles.distance());
    tiles.run(
        Math.clamp(near, 1, most),
        target,
        (from, width, at, walk) -> {
          try (RowFold fold = maker.make(width, tiles.distance(), rows)) {
            fold.take(rows, 0, from, walk);
            fold.end();
            fold.store(target, at, step);
          }
        });
  }

  /// Each row of tiles reads all of a file once: where not all of it stays in memory, there are
  /// few.
  static int columnsAtOnce(long columns, Execution execution) {
    if (!execution.dropBehind()) {
      return COLUMNS;
    }
    return Math.clamp(Math.ceilDiv(columns, execution.parallelism()), COLUMNS, WIDE);
  }

  /// Folds of neighbouring results.
  private static final class Tile {
    private final Fold[] columns;
    private final Feed feed;
    private final long distance;
    private final Walk walk;

    Tile(Fold[] columns, Feed feed, long distance, Walk walk) {
      this.columns = columns;
      this.feed = feed;
      this.distance = distance;
      this.walk = walk;
    }

    void take(Strided rows, int axis, long from) {
      long size = rows.shape().size(axis);
      long stride = rows.stride(axis);
      if (axis < rows.rank() - 1) {
        for (long i = 0; i < size; i++) {
          take(rows, axis + 1, from + i * stride);
        }
        return;
      }
      for (long row = 0; row < size; row += ROWS) {
        int some = (int) Math.min(ROWS, size - row);
        for (int c = 0; c < columns.length; c++) {
          feed.to(columns[c]);
          feed.run(from + row * stride + c * distance, stride, some);
          feed.end();
        }
        for (int r = 0; r < some; r++) {
          walk.pass(from + (row + r) * stride, distance, columns.length);
        }
      }
    }
  }

  /// Whether rows are looked at twice.
  static boolean isTwice(Reduction op) {
    return op.kind() == Reduction.Kind.VAR || op.kind() == Reduction.Kind.STD;
  }

  static boolean isArg(Reduction op) {
    return op.kind() == Reduction.Kind.ARG_MIN || op.kind() == Reduction.Kind.ARG_MAX;
  }

  /// Whether nothing has no result.
  static boolean needsItems(Reduction op) {
    return switch (op.kind()) {
      case MIN, MAX, ARG_MIN, ARG_MAX -> true;
      case SUM, PROD, MEAN, VAR, STD, ANY, ALL, COUNT, COUNT_NONZERO -> false;
    };
  }
}
