package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// What an array's numbers along some axes amount to, for each place on the others, computed in one
/// pass through memory: the results of five reductions, each with the dtype and the bits that
/// [NdView#reduce(Reduction, int...)] gives alone.
///
/// @param min `MIN`
/// @param max `MAX`
/// @param sum `SUM`
/// @param mean `MEAN`
/// @param std `STD`
public record AxisSummary(
    Items min, Items max, Items sum, Items mean, Items std) {

  /// Computes them if one pass is enough: where memory runs along an axis that is kept, as along
  /// the rows of an array in C order whose axis 0 is reduced, and no number is NaN. The state of
  /// some thousand places is held in memory at once.
  ///
  /// @param view what is reduced
  /// @param axes which axes to reduce, negative ones from the end, each once; all if there are none
  /// @return nothing if the items are not real numbers of at most eight bytes, if there are none
  ///   along the axes, if memory runs along another axis, or if one of them is NaN
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted on the way
  public static Optional<AxisSummary> of(Items view, int... axes) {
    boolean[] isReduced = AxisReduction.chosen(view.rank(), axes);
    if (axes.length == 0) {
      Arrays.fill(isReduced, true);
    }
    int[] kept = AxisReduction.where(isReduced, false);
    int[] reduced = AxisReduction.where(isReduced, true);
    RowTiles tiles = new RowTiles(view, kept, reduced);
    if (!(view.dtype() instanceof ScalarType scalar)
        || scalar.kind().isComplex()
        || scalar.kind() == ScalarKind.LONGDOUBLE
        || view.itemCount() == 0
        || !tiles.exist()) {
      return Optional.empty();
    }
    Shape shape = AxisReduction.select(view.strided(), 0, kept).shape();
    AxisSummary found =
        new AxisSummary(
            results(view, Reduction.MIN, shape),
            results(view, Reduction.MAX, shape),
            results(view, Reduction.SUM, shape),
            results(view, Reduction.MEAN, shape),
            results(view, Reduction.STD, shape));
    return found.compute(view, scalar.kind(), tiles) ? Optional.of(found) : Optional.empty();
  }

  private static Items results(Items view, Reduction op, Shape shape) {
    return Items.zeros(Folds.result(view, op), shape, Order.C);
  }

  /// Returns false if a number is NaN.
  private boolean compute(Items view, ScalarKind kind, RowTiles tiles) {
    Strided rows = tiles.rows();
    AtomicBoolean hasNaN = new AtomicBoolean();
    tiles.run(
        RowFold.width(tiles.columns(), view.execution(), true),
        (from, width, first, step, walk) -> {
          RowSummary fold =
              new RowSummary(view.segment(), kind, view.isBigEndian(), width, tiles.distance(), hasNaN);
          fold.take(rows, 0, from, walk);
          fold.end();
          if (!fold.isDone()) {
            fold.store(this, first, step);
          }
        });
    for (Items each : new Items[] {min, max, sum, mean, std}) {
      CanonicalNaN.in(each);
    }
    return !hasNaN.get();
  }
}
