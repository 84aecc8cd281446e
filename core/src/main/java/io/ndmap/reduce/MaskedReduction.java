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
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Reduces the elements that a mask selects, as NumPy does with `where=`. The selected elements are
/// passed, block by block, to the same folds as in [AxisReduction].
public final class MaskedReduction {

  private final Items view;
  private final Items mask;
  private final Reduction op;

  private MaskedReduction(Items view, Items mask, Reduction op) {
    this.view = view;
    this.mask = mask;
    this.op = op;
  }

  /// Returns the results in a new array.
  ///
  /// @param mask a mask of dtype `bool`
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException if the mask cannot be broadcast to the view, for argmin and
  ///   argmax, if a minimum or maximum has no selected element, or if an axis is given twice
  /// @throws IndexOutOfBoundsException if an axis does not exist
  /// @throws io.ndmap.dtype.DTypeException if the dtype has no such reduction
  public static Items of(Items view, Items mask, Reduction op, int... axes) {
    DType dtype = Folds.result(view, op);
    boolean[] isReduced = reduced(view.shape(), op, axes);
    Items spread = mask.broadcastTo(view.shape());
    int[] kept = AxisReduction.where(isReduced, false);
    int[] reduced = AxisReduction.where(isReduced, true);
    if (AxisReduction.needsItems(op)) {
      Execution quiet = view.execution().withoutProgress().withoutAllocator();
      requireItems(AxisReduction.reduce(spread.on(quiet), Reduction.ANY, axes), view.shape(), op);
    }
    Strided results = Layouts.select(view.strided(), 0, kept);
    Items target = view.result(dtype, results.shape(), Order.C, mask);
    if (target.itemCount() > 0) {
      new MaskedReduction(view, spread, op).into(target, kept, reduced);
      NaNResults.canonicalize(target);
    }
    return target;
  }

  /// Returns a flag for each axis: whether it is reduced.
  ///
  /// @param axes the axes to reduce; all if empty
  /// @throws IllegalArgumentException for argmin and argmax, or if an axis is given twice
  /// @throws IndexOutOfBoundsException if an axis does not exist
  public static boolean[] reduced(Shape shape, Reduction op, int... axes) {
    if (AxisReduction.isArg(op)) {
      throw new IllegalArgumentException(op + " takes no mask, as in NumPy");
    }
    return AxisReduction.chosen(shape, axes);
  }

  /// @param any for each result, whether the mask selects an element
  /// @throws IllegalArgumentException if the mask selects no element for a result
  static void requireItems(Items any, Shape shape, Reduction op) {
    if (AxisReduction.reduce(any, Reduction.ALL).bitsAt(0) == 0) {
      throw new IllegalArgumentException(
          "there is no "
              + op
              + " of no elements: a mask selects none for a result, in an array of shape "
              + shape);
    }
  }

  private void into(Items target, int[] kept, int[] reduced) {
    Strided[] items = {
      Layouts.select(view.strided(), 0, reduced), Layouts.select(mask.strided(), 0, reduced)
    };
    COrder starts =
        new COrder(
            Layouts.select(view.strided(), view.strided().offset(), kept),
            Layouts.select(mask.strided(), mask.strided().offset(), kept),
            target.strided());
    long count = items[0].shape().itemCount();
    long results = target.itemCount();
    if (count == 0 || count > Pass.PART || results == 1) {
      starts.forEachRun(
          0,
          results,
          1,
          (at, _) -> whole(items[0].shift(at[0]), items[1].shift(at[1])).store(op, target, at[2]));
      return;
    }
    long group = Math.max(1, Pass.PART / Math.max(1, count));
    Strided[] part = LoopAxes.ascending(items);
    long stride = Layouts.lastStride(part[0]);
    parts()
        .runWalks(
            Math.ceilDiv(results, group),
            (k, walk) -> {
              Fold fold = Folds.of(view, op);
              try (MaskedFoldInput input = new MaskedFoldInput(view, fold)) {
                starts.forEachRun(
                    k * group,
                    Math.min(group, results - k * group),
                    1,
                    (at, _) -> {
                      fold.clear();
                      take(input, part, at[0], at[1], (from, n) -> walk.pass(from, stride, n));
                      fold.store(op, target, at[2]);
                    });
              }
            });
  }

  private Parts parts() {
    return new Parts(view.execution(), view, mask);
  }

  private Fold whole(Strided items, Strided selected) {
    if (items.shape().itemCount() == 0) {
      return Folds.of(view, op);
    }
    Pass pass = Pass.of(items, selected);
    return WholeReduction.inParts(
        parts().of(pass, view.backing(), mask.backing()),
        pass.parts(),
        () -> Folds.of(view, op),
        (fold, k) -> {
          try (MaskedFoldInput input = new MaskedFoldInput(view, fold)) {
            take(input, pass.part(k), 0, 0, (_, _) -> {});
          }
        });
  }

  private interface Passed {
    void run(long at, int count);
  }

  private void take(MaskedFoldInput input, Strided[] part, long at, long maskAt, Passed passed) {
    MemorySegment source = view.seen();
    MemorySegment selected = mask.seen();
    long stride = Layouts.lastStride(part[0]);
    long step = Layouts.lastStride(part[1]);
    Pass.forEachRun(
        part,
        (from, count) -> {
          input.run(source, at + from[0], stride, count, selected, maskAt + from[1], step);
          passed.run(at + from[0], count);
        });
    input.end();
  }
}
