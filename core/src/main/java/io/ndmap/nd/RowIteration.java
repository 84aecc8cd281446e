package io.ndmap.nd;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;

/// Passes the rows of a view to user callbacks.
final class RowIteration {

  private RowIteration() {}

  /// Passes the layout of each row along the last axis. Each part of the operation, which one
  /// thread runs, has a group of rows with at most [Pass#PART] elements, or a single longer row.
  static void forEach(Items view, RowConsumer<Strided> consumer) {
    int last = view.rank() - 1;
    if (last < 0) {
      throw new IllegalArgumentException(
          view.backing().name() + ": an array of rank 0 has no rows; use newAxis(0) first");
    }
    Strided leading = Layouts.leading(view.strided(), last);
    Strided row = Layouts.trailing(view.strided(), last);
    COrder starts = new COrder(leading);
    long count = leading.shape().itemCount();
    long group = Math.max(1, Pass.PART / Math.max(1, view.size(last)));
    long parts = Math.ceilDiv(count, group);
    new Parts(view.execution(), view)
        .of(
            parts,
            view.itemCount(),
            k -> new Strided[] {starts.span(k * group, Math.min(group, count - k * group), 0, row)},
            view.backing())
        .runUnpinned(
            parts,
            (k, _) -> {
              for (long n = k * group; n < Math.min(count, (k + 1) * group); n++) {
                consumer.accept(n, row.shift(starts.place(n)));
              }
            });
  }
}
