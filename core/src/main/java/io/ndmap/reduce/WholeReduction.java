package io.ndmap.reduce;

import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Hold;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/// Reduces all items of a layout to one fold.
///
/// A few are taken in C order; more in the order of memory, in parts of [Pass], whose folds are
/// merged in a tree that depends on their number alone.
public final class WholeReduction {

  private WholeReduction() {}

  /// @param folds makes folds that have seen nothing
  public static <F extends Fold> F of(Items view, Supplier<F> folds) {
    return of(view, view.segment(), view.strided(), view.execution(), folds);
  }

  public static <F extends Fold> F of(
      Items view, MemorySegment segment, Strided layout, Execution execution, Supplier<F> folds) {
    long count = layout.shape().itemCount();
    if (count == 0) {
      return folds.get();
    }
    int itemsize = view.dtype().itemsize();
    if (count <= FewItems.MOST || (count <= Pass.PART && layout.isContiguous(Order.C, itemsize))) {
      return alone(view.backing(), segment, layout, itemsize, folds.get());
    }
    Parts parts = new Parts(execution, view.backing());
    boolean isIndexed = folds.get() instanceof Indexed;
    Strided indices = Strided.contiguous(layout.shape(), 1, Order.C);
    Pass pass = isIndexed ? Pass.of(layout, indices) : Pass.of(layout);
    F fold =
        parts
            .of(pass, view.backing())
            .reduce(
                pass.parts(),
                k -> part(segment, pass.part(k), folds.get()),
                WholeReduction::merged);
    if (fold instanceof Indexed indexed) {
      // What was put off is looked for in the memory.
      Hold.run(indexed::settle, view.backing());
    }
    return fold;
  }

  /// Without all that parts need: a hundred items take less time than that.
  private static <F extends Fold> F alone(
      Backing backing, MemorySegment segment, Strided layout, int itemsize, F fold) {
    return Hold.get(
        () -> {
          int count = (int) layout.shape().itemCount();
          if (count <= FewItems.MOST && fold.gather(segment, layout)) {
            fold.gathered(0, count);
          } else {
            fold.rows(segment, layout, itemsize);
          }
          if (fold instanceof Indexed indexed) {
            indexed.settle();
          }
          return fold;
        },
        backing);
  }

  /// @param part the items, and their indices if the fold is [Indexed]
  private static <F extends Fold> F part(MemorySegment segment, Strided[] part, F fold) {
    long stride = part[0].lastStride();
    long step = part[part.length - 1].lastStride();
    Pass.forEachRun(
        part,
        (at, count) -> {
          if (fold instanceof Indexed indexed) {
            indexed.at(at[1], step);
          }
          fold.run(segment, at[0], stride, count);
        });
    fold.end();
    return fold;
  }

  private static <F extends Fold> F merged(F first, F second) {
    first.merge(second);
    return first;
  }
}
