package io.ndmap.array;

import io.ndmap.axes.FlatBoxes;
import io.ndmap.axes.Reshape;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.pass.Items;

/// Copies elements of an array of any layout, consecutive in C order, to a vector.
final class FlatCopy {

  private final Items source;
  private final Items vector;
  private long at;

  /// @param source an array of rank 1 or more
  /// @param vector a view of rank 1, in other memory
  FlatCopy(NdView<?> source, NdView<?> vector) {
    this.source = ViewItems.of(source);
    this.vector = ViewItems.of(vector);
  }

  /// Appends a range of elements to the elements that were copied before.
  ///
  /// @param first the C-order index of the first element
  /// @param end the C-order index after the last element
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
