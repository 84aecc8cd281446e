package io.ndmap.array;

import io.ndmap.axes.FlatBoxes;
import io.ndmap.axes.Reshape;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.pass.Items;

/// Copies consecutive elements in C order, of any layout, to a vector.
final class FlatCopy {

  private final Items source;
  private final Items vector;
  private long at;

  /// @param source of rank 1 at least
  /// @param vector a view of rank 1, in other memory
  FlatCopy(NdView<?> source, NdView<?> vector) {
    this.source = ViewItems.of(source);
    this.vector = ViewItems.of(vector);
  }

  /// Copies a range of elements after those copied before.
  ///
  /// @param first in C order
  /// @param end after the last one
  FlatCopy then(long first, long end) {
    FlatBoxes.forEachBox(new Strided[] {source.strided()}, first, end, box -> copy(box[0]));
    return this;
  }

  private void copy(Strided box) {
    Items part = vector.slice(0, at, at + box.shape().itemCount(), 1);
    Strided where = Reshape.of(part.strided(), box.shape(), Order.C, vector.itemsize());
    ItemCopy.copy(source.at(box), vector.at(where));
    at += box.shape().itemCount();
  }
}
