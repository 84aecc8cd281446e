package io.ndmap.reduce;

import io.ndmap.axes.FlatBoxes;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.elementwise.TileResults;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Span;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// Reduces values that are computed tile by tile and never form an array. The folds take them in
/// the same order as in [WholeReduction], and in the same parts, unless the result does not depend
/// on the division into parts. [Indexed] folds always take them in C order.
public final class ComputedReduction {

  private ComputedReduction() {}

  /// Returns a fold that has taken all values.
  ///
  /// @param results the values; counts of true values only if [CountRule#countsTrue] for the
  ///   reduction
  /// @param like describes the contiguous array that the values would form: its dtype, layout and
  ///   execution
  /// @param folds creates empty folds
  public static <F extends Fold> F of(TileResults results, Items like, Supplier<F> folds) {
    Strided[] layouts =
        Arrays.stream(results.sources()).map(Items::strided).toArray(Strided[]::new);
    return of(results, like, layouts, folds);
  }

  /// @param read the layouts of the sources, broadcast to the shape of the values
  static <F extends Fold> F of(TileResults results, Items like, Strided[] read, Supplier<F> folds) {
    long count = like.itemCount();
    if (count == 0) {
      return folds.get();
    }
    boolean inOrder = count < WholeReduction.FEW || folds.get() instanceof Indexed;
    int[] axes = Layouts.descending(like.strided());
    Strided[] layouts = new Strided[read.length + 1];
    for (int k = 0; k < layouts.length; k++) {
      Strided layout = k == 0 ? like.strided() : read[k - 1];
      layouts[k] = inOrder ? layout : layout.transpose(axes);
    }
    Strided divided =
        inOrder ? Strided.contiguous(like.shape(), like.itemsize(), Order.C) : like.strided();
    Pass pass =
        results.areCounts()
            ? Pass.ofBytes(Items.widest(results.sources()), divided)
            : Pass.of(divided);
    return reduce(results, like, pass, LoopAxes.merged(layouts), folds);
  }

  /// @param pass the division of the values into parts
  /// @param layouts of the values and the sources, with the axes in the order of the pass
  private static <F extends Fold> F reduce(
      TileResults results, Items like, Pass pass, Strided[] layouts, Supplier<F> folds) {
    Execution execution = like.execution();
    Backing[] backings =
        Arrays.stream(results.sources()).map(Items::backing).toArray(Backing[]::new);
    Strided[] read = Arrays.copyOfRange(layouts, 1, layouts.length);
    LongFunction<Strided[]> passed = k -> rows(read, pass.first(k), pass.first(k + 1));
    long parts = pass.parts();
    return WholeReduction.inParts(
        new Parts(execution, results.sources()).of(parts, like.itemCount(), passed, backings),
        parts,
        folds,
        (fold, k) -> part(results, like, layouts, pass.first(k), pass.first(k + 1), fold));
  }

  /// Returns the rows, along the first axis, of a range of elements. A row that continues after the
  /// range is left out, unless it is the only one.
  ///
  /// @param first index of the first element in C order
  /// @param end index after the last element
  static Strided[] rows(Strided[] layouts, long first, long end) {
    Shape shape = layouts[0].shape();
    long inner = shape.itemCount() / shape.size(0);
    long begin = first / inner;
    long behind = Math.max(begin + 1, end / inner);
    return Arrays.stream(layouts)
        .map(layout -> layout.slice(0, begin, behind, 1))
        .toArray(Strided[]::new);
  }

  private static void part(
      TileResults results, Items like, Strided[] layouts, long first, long end, Fold fold) {
    if (results.areCounts()) {
      CountFold counts = (CountFold) fold;
      forEach(results, layouts, first, end, (some, n) -> counts.add(some.getLong(0), n));
      return;
    }
    Strided empty = Strided.contiguous(Shape.of(0), like.itemsize(), Order.C);
    try (FoldInput input = new FoldInput(like.at(empty), fold)) {
      if (fold instanceof Indexed indexed) {
        indexed.at(first, 1);
      }
      forEach(results, layouts, first, end, new Values(input));
      input.end();
    }
  }

  private static void forEach(
      TileResults results, Strided[] layouts, long first, long end, TileResults.Taker taker) {
    FlatBoxes.forEachBox(layouts, first, end, box -> results.forEach(LoopAxes.merged(box), taker));
  }

  /// Has the values computed directly into the buffer of the input.
  private record Values(FoldInput input) implements TileResults.Taker {

    @Override
    public Span target(Span block) {
      return input.next(block.arrays());
    }

    @Override
    public void take(Span results, int count) {
      input.computed(count);
    }
  }
}
