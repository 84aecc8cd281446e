package io.ndmap.reduce;

import io.ndmap.axes.LoopAxes;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import io.ndmap.pass.Near;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Reduces all items of a layout to one fold.
///
/// A few are taken in C order; more in the order of memory, by one fold where they are brought
/// [Near], else in parts of [Pass], whose folds are merged in a tree that depends on their number
/// alone. Once one has decided the answer, the others take nothing.
public final class WholeReduction {

  private WholeReduction() {}

  /// Items below which they are taken in C order, however they lie: less than what parts need.
  static final int FEW = 128;

  /// @param folds makes folds that have seen nothing
  public static <F extends Fold> F of(Items view, Supplier<F> folds) {
    return of(view, view.itemCount(), folds);
  }

  /// @param all how many items the operation goes through, of which the view is a part
  /// @param folds makes folds that have seen nothing
  static <F extends Fold> F of(Items view, long all, Supplier<F> folds) {
    long count = view.itemCount();
    if (count == 0) {
      return folds.get();
    }
    if (count < FEW || (count <= Pass.PART && view.isContiguous(Order.C))) {
      return Hold.get(() -> alone(view, all, folds.get()), view.backing());
    }
    Strided layout = view.strided();
    boolean isIndexed = folds.get() instanceof Indexed;
    if (count <= Near.MOST / view.itemsize()) {
      Strided inOrder = isIndexed ? layout : LoopAxes.ascending(layout)[0];
      try (Near near = new Near(view.execution())) {
        Items items = near.source(view, inOrder, view.itemsize());
        if (near.brings(view, inOrder, view.itemsize()) && items.isContiguous(Order.C)) {
          return alone(items, all, folds.get());
        }
      }
    }
    Strided indices = Strided.contiguous(layout.shape(), 1, Order.C);
    Pass pass = isIndexed ? Pass.of(layout, indices) : Pass.of(layout);
    AtomicBoolean decided = new AtomicBoolean();
    return new Parts(view.execution(), view)
        .of(pass, view.backing())
        .reduce(
            pass.parts(),
            k -> {
              F fold = folds.get();
              if (!decided.get()) {
                part(view, all, pass.part(k), fold);
                if (fold.isDecided()) {
                  decided.set(true);
                }
              }
              return fold;
            },
            WholeReduction::merged);
  }

  private static <F extends Fold> F alone(Items view, long all, F fold) {
    try (Feed feed = new Feed(view, all, fold)) {
      feed.all(view.strided());
    }
    return fold;
  }

  /// @param part the items, and their indices if the fold is [Indexed]
  private static void part(Items view, long all, Strided[] part, Fold fold) {
    long stride = part[0].lastStride();
    long step = part[part.length - 1].lastStride();
    try (Feed feed = new Feed(view, all, fold)) {
      Pass.forEachRun(part, (at, count) -> feed.run(at[0], stride, count, at[at.length - 1], step));
      feed.end();
    }
  }

  private static <F extends Fold> F merged(F first, F second) {
    first.merge(second);
    return first;
  }
}
