package io.ndmap.reduce;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Pin;
import io.ndmap.pass.Staging;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/// Reduces all elements of an array into one accumulator, a [Fold].
///
/// Few elements are accumulated in C order by one fold. More elements are accumulated in memory
/// order: by one fold if they are contiguous in C order and fit one part, or if [Staging] packs
/// them; otherwise a [Pass] divides them into parts with one fold each. The folds of the parts are
/// merged in a tree that depends only on the number of parts. Once a part has decided the result,
/// parts not yet begun are skipped.
public final class WholeReduction {

  private WholeReduction() {}

  /// Fewer elements than this are taken in C order, whatever their layout.
  static final int FEW = 128;

  /// Returns a fold that has taken all elements.
  ///
  /// @param folds creates empty folds
  public static <F extends Fold> F of(Items view, Supplier<F> folds) {
    long count = view.itemCount();
    if (count == 0) {
      return folds.get();
    }
    if (count < FEW || (count <= Pass.PART && view.isContiguous(Order.C))) {
      return Pin.get(() -> alone(view, folds.get()), view.backing());
    }
    Strided layout = view.strided();
    F sample = folds.get();
    boolean isIndexed = sample instanceof Indexed;
    if (count <= Staging.MOST / view.itemsize()) {
      Strided inOrder = isIndexed ? layout : LoopAxes.ascending(layout)[0];
      try (Staging near = new Staging(view.execution())) {
        Items items = near.source(view, inOrder, view.itemsize());
        if (near.packs(view, inOrder, view.itemsize()) && items.isContiguous(Order.C)) {
          return alone(items, folds.get());
        }
      }
    }
    Strided indices = Strided.contiguous(layout.shape(), 1, Order.C);
    Strided[] others = isIndexed ? new Strided[] {indices} : new Strided[0];
    Pass pass =
        sample.isExact() ? Pass.ofBytes(view.itemsize(), layout, others) : Pass.of(layout, others);
    return inParts(
        new Parts(view.execution(), view).of(pass, view.backing()),
        pass.parts(),
        folds,
        (fold, k) -> part(view, pass.part(k), fold));
  }

  /// Reduces parts, whose folds are merged in a tree that depends only on the number of parts. Once
  /// a part has decided the result, parts not yet begun are skipped.
  ///
  /// @param count the number of parts
  /// @param take passes the elements of a part to a fold
  static <F extends Fold> F inParts(
      Parts parts, long count, Supplier<F> folds, ObjLongConsumer<F> take) {
    AtomicBoolean decided = new AtomicBoolean();
    return parts.reduce(
        count,
        k -> {
          F fold = folds.get();
          if (!decided.get()) {
            take.accept(fold, k);
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

  private static <F extends Fold> F alone(Items view, F fold) {
    try (FoldInput input = new FoldInput(view, fold)) {
      input.all(view.strided());
    }
    return fold;
  }

  /// @param part the layouts of the elements and, if the fold is [Indexed], of their indices
  private static void part(Items view, Strided[] part, Fold fold) {
    long stride = Layouts.lastStride(part[0]);
    long step = Layouts.lastStride(part[part.length - 1]);
    try (FoldInput input = new FoldInput(view, fold)) {
      Pass.forEachRun(
          part, (at, count) -> input.run(at[0], stride, count, at[at.length - 1], step));
      input.end();
    }
  }
}
