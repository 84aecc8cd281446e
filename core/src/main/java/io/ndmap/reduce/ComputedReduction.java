package io.ndmap.reduce;

import io.ndmap.axes.FlatRange;
import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.elementwise.TileResults;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// Reduces what is computed meanwhile, without an array of it, to what [WholeReduction] makes of
/// that array: the results go to the folds in the same order and in the same parts.
public final class ComputedReduction {

  private ComputedReduction() {}

  /// @param folds makes folds that have seen nothing
  public static <F extends Fold> F of(TileResults results, Items like, Supplier<F> folds) {
    Strided[] layouts =
        Arrays.stream(results.sources()).map(Items::strided).toArray(Strided[]::new);
    return of(results, like, layouts, folds);
  }

  /// @param read where the sources are, of the shape of the array that is not made
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
    return reduce(results, like, count, LoopAxes.merged(layouts), folds);
  }

  private static <F extends Fold> F reduce(
      TileResults results, Items like, long count, Strided[] layouts, Supplier<F> folds) {
    Execution execution = like.execution();
    Backing[] backings =
        Arrays.stream(results.sources()).map(Items::backing).toArray(Backing[]::new);
    Strided[] read = Arrays.copyOfRange(layouts, 1, layouts.length);
    LongFunction<Strided[]> passed =
        k -> rows(read, k * Pass.PART, Math.min((k + 1) * Pass.PART, count));
    long parts = Math.ceilDiv(count, Pass.PART);
    AtomicBoolean decided = new AtomicBoolean();
    return new Parts(execution, results.sources())
        .of(parts, count, passed, backings)
        .reduce(
            parts,
            k -> {
              F fold = folds.get();
              if (!decided.get()) {
                long first = k * Pass.PART;
                part(results, like, layouts, first, Math.min(first + Pass.PART, count), fold);
                if (fold.isDecided()) {
                  decided.set(true);
                }
              }
              return fold;
            },
            (earlier, later) -> {
              earlier.merge(later);
              return earlier;
            });
  }

  /// The rows along the first axis in which some of the items begin and end.
  ///
  /// @param first place of the first of them in C order
  /// @param end behind the last one
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
    Strided empty = Strided.contiguous(Shape.of(0), like.itemsize(), Order.C);
    // A block is copied into the feed's own, as it changes with the next one.
    try (Feed feed = new Feed(like.at(empty), like.itemCount(), fold)) {
      if (fold instanceof Indexed indexed) {
        indexed.at(first, 1);
      }
      FlatRange.forEachBox(
          layouts, first, end, box -> results.forEach(LoopAxes.merged(box), feed::run));
      feed.end();
    }
  }
}
