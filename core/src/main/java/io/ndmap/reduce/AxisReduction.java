package io.ndmap.reduce;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Pin;
import io.ndmap.pass.Staging;
import java.util.Arrays;

/// Reduces elements along axes.
///
/// A small view in memory that loops cannot access is first copied, including the gaps between its
/// elements, if these are close together. If the fastest axis (the one with the smallest stride) is
/// reduced, each result is computed by its own fold. If the fastest axis is kept, and is not too
/// short for it ([RowTiles]), a row of results is computed at once ([RowFold]), so that memory is
/// read in ascending order. If each result has few elements, a row is mostly computed at once as
/// well, so that its results share the overhead.
public final class AxisReduction {

  /// Up to this many elements per result, the overhead of a result exceeds the cost of strided
  /// reads.
  private static final int FEW_ROWS = 32;

  /// The maximum number of bytes of input per row of results that have at most [#FEW_ROWS] elements
  /// each. These bytes are read several times, and should stay in a cache.
  private static final long ROW_BYTES = 1 << 18;

  private final Items view;
  private final Reduction op;

  /// The layout of the first input element of each result, over the axes that remain.
  private final Strided kept;

  /// The layout of the input elements of one result, over the reduced axes, relative to the first
  /// of these elements.
  private final Strided items;

  private final RowTiles tiles;

  private AxisReduction(Items view, Reduction op, int[] kept, int[] reduced) {
    this.view = view;
    this.op = op;
    this.kept = Layouts.select(view.strided(), view.strided().offset(), kept);
    this.items = Layouts.select(view.strided(), 0, reduced);
    this.tiles = new RowTiles(view, this.kept, items);
  }

  /// Returns the results in a new array.
  ///
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException as for [#reduced]
  /// @throws IndexOutOfBoundsException if an axis does not exist
  /// @throws io.ndmap.dtype.DTypeException if the dtype has no such reduction
  public static Items reduce(Items view, Reduction op, int... axes) {
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
      try (Staging staging = new Staging(view.execution())) {
        new AxisReduction(staging.withGaps(view), op, kept, reduced).into(target);
      }
      NaNResults.canonicalize(target);
    }
    return target;
  }

  /// Returns a flag for each axis: whether it is reduced.
  ///
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException if a reduced axis has length 0 and the operation needs
  ///   elements, if an argmin or argmax is requested along several given axes, or if an axis is
  ///   given twice
  /// @throws IndexOutOfBoundsException if an axis does not exist
  public static boolean[] reduced(Items view, Reduction op, int... axes) {
    boolean[] isReduced = chosen(view.shape(), axes);
    if (isArg(op) && axes.length > 1) {
      throw new IllegalArgumentException(
          op + " takes one axis or all, found " + Arrays.toString(axes));
    }
    requireItems(view, op, where(isReduced, true));
    return isReduced;
  }

  /// Reduces all elements to one result, with little overhead for small arrays.
  private static Items all(Items view, Reduction op, DType dtype) {
    Items target = view.result(dtype, Shape.of(), Order.C);
    WholeReduction.of(view, () -> Folds.of(view, op)).store(op, target, 0);
    NaNResults.canonicalize(target);
    return target;
  }

  /// Returns the axes whose flag is `chosen`.
  public static int[] where(boolean[] isChosen, boolean chosen) {
    int[] axes = new int[isChosen.length];
    int found = 0;
    for (int k = 0; k < isChosen.length; k++) {
      axes[found] = k;
      found += isChosen[k] == chosen ? 1 : 0;
    }
    return Arrays.copyOf(axes, found);
  }

  /// Returns the layout of results with an axis of length 1 for each reduced axis, as for
  /// `keepdims`.
  public static Strided keeping(Strided results, boolean... isReduced) {
    Strided kept = results;
    for (int axis = 0; axis < isReduced.length; axis++) {
      kept = isReduced[axis] ? kept.newAxis(axis) : kept;
    }
    return kept;
  }

  /// Returns a flag for each axis: whether `axes` contains it; true for all axes if `axes` is
  /// empty.
  ///
  /// @throws IndexOutOfBoundsException if an axis does not exist
  /// @throws IllegalArgumentException if an axis is given twice
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

  /// @throws IllegalArgumentException if a reduced axis has length 0 and the operation needs
  ///   elements
  private static void requireItems(Items view, Reduction op, int[] reduced) {
    for (int axis : reduced) {
      if (view.size(axis) == 0 && needsItems(op)) {
        throw noItems(view, op);
      }
    }
  }

  /// @throws IllegalArgumentException if there are no elements
  public static void requireItems(Items view, Reduction op) {
    if (view.itemCount() == 0) {
      throw noItems(view, op);
    }
  }

  private static IllegalArgumentException noItems(Items view, Reduction op) {
    return new IllegalArgumentException(
        "there is no " + op + " of no elements, in an array of shape " + view.shape());
  }

  private void into(Items target) {
    long count = items.shape().itemCount();
    RowFolds folds = RowFolds.of(view, op, count);
    switch (strategy(view, count, tiles, folds)) {
      case NOTHING -> storeEmpty(view, op, target);
      case FEW -> Pin.run(() -> few(target), view.backing());
      case ROWS -> rows(target, folds);
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

  /// How results are computed. The rounding of the results depends on the strategy.
  enum Strategy {
    /// There are no elements.
    NOTHING,

    /// There are few elements: the calling thread reads them in C order.
    FEW,
    /// A row of results is computed at once.
    ROWS,
    /// Threads share the elements of each result.
    WHOLE,
    /// Threads share the results; one thread computes each result.
    ALONE
  }

  /// @param count the number of elements per result
  static Strategy strategy(Items view, long count, RowTiles tiles, RowFolds folds) {
    if (count == 0) {
      return Strategy.NOTHING;
    }
    if (view.itemCount() < WholeReduction.FEW) {
      return Strategy.FEW;
    }
    boolean isShort = folds.areCombined() && count <= FEW_ROWS;
    if (tiles.exist() || (isShort && tiles.areClose())) {
      return Strategy.ROWS;
    }
    return count > Pass.PART ? Strategy.WHOLE : Strategy.ALONE;
  }

  /// Stores the result of an empty input, such as 0, 1 or NaN, as every result.
  static void storeEmpty(Items view, Reduction op, Items target) {
    Fold nothing = Folds.of(view, op);
    for (long k = 0; k < target.itemCount(); k++) {
      nothing.store(op, target, k * target.itemsize());
    }
  }

  private Fold whole(Items some) {
    return WholeReduction.of(some, () -> Folds.of(view, op));
  }

  /// Computes all results of a small view.
  private void few(Items target) {
    Fold fold = Folds.of(view, op);
    try (FoldInput input = new FoldInput(view, fold)) {
      results(target)
          .forEachRun(
              0,
              target.itemCount(),
              1,
              (at, _) -> {
                fold.clear();
                input.to(fold);
                input.all(items.shift(at[0]));
                fold.store(op, target, at[1]);
              });
    }
  }

  /// Iterates over the results, together with the first input element of each.
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
    long stride = Layouts.lastStride(run);
    COrder starts = results(target);
    new Parts(view.execution(), view)
        .runWalks(
            Math.ceilDiv(results, group),
            (k, walk) -> {
              Fold fold = Folds.of(view, op);
              try (FoldInput input = new FoldInput(view, fold)) {
                starts.forEachRun(
                    k * group,
                    Math.min(group, results - k * group),
                    1,
                    (at, _) -> {
                      long offset = at[0];
                      fold.clear();
                      input.to(fold);
                      Pass.forEachRun(
                          part,
                          (from, n) -> {
                            input.run(offset + from[0], stride, n);
                            walk.pass(offset + from[0], stride, n);
                          });
                      input.end();
                      fold.store(op, target, at[1]);
                    });
              }
            });
  }

  // ---- a row of results at once

  private void rows(Items target, RowFolds folds) {
    Strided rows = isArg(op) ? items : tiles.rows();
    long step = tiles.step(target);
    int most = folds.width(tiles.columns(), view.execution());
    long inCache = tiles.exist() ? most : ROW_BYTES / Math.abs(tiles.distance());
    tiles.run(
        Math.clamp(inCache, 1, most),
        target,
        (from, width, at, walk) -> {
          try (RowFold fold = folds.make(width, tiles.distance(), rows)) {
            fold.take(rows, 0, from, walk);
            fold.end();
            fold.store(target, at, step);
          }
        });
  }

  static boolean isArg(Reduction op) {
    return op.kind() == Reduction.Kind.ARG_MIN || op.kind() == Reduction.Kind.ARG_MAX;
  }

  /// Returns whether a result needs at least one element.
  static boolean needsItems(Reduction op) {
    return switch (op.kind()) {
      case MIN, MAX, ARG_MIN, ARG_MAX -> true;
      default -> false;
    };
  }
}
