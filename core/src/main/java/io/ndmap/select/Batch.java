package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;

/// Scattered items of a view, each with its items on the axes that are not indexed.
///
/// They are moved as **atoms**: the longest contiguous pieces that all of them consist of.
///
/// @param view whose items they are
/// @param places where the indexed positions begin
/// @param shape of the indexed axes in the result
/// @param inner the axes that were not indexed, from a place on

record Batch(Items view, Places places, Shape shape, Strided inner) {

  /// The shape of all that is picked.
  Shape wholeShape() {
    long[] outer = shape.toArray();
    long[] sizes = java.util.Arrays.copyOf(outer, outer.length + inner.rank());
    for (int axis = 0; axis < inner.rank(); axis++) {
      sizes[outer.length + axis] = inner.shape().size(axis);
    }
    return Shape.of(sizes);
  }

  /// Whether there is nothing to move.
  boolean isEmpty() {
    return shape.itemCount() == 0 || inner.shape().itemCount() == 0 || view.dtype().itemsize() == 0;
  }

  /// Bytes of an atom: the innermost axes as far as they have no gaps.
  long atomBytes() {
    long bytes = view.dtype().itemsize();
    for (int axis = inner.rank() - 1; axis >= firstAtomAxis(); axis--) {
      bytes *= inner.shape().size(axis);
    }
    return bytes;
  }

  private int firstAtomAxis() {
    long bytes = view.dtype().itemsize();
    int axis = inner.rank();
    while (axis > 0 && (inner.shape().size(axis - 1) == 1 || inner.stride(axis - 1) == bytes)) {
      axis--;
      bytes *= inner.shape().size(axis);
    }
    return axis;
  }

  /// How many atoms there are at each place, at least 1 if the batch is not empty.
  long atomsAtPlace() {
    return Layouts.leading(inner, firstAtomAxis()).shape().itemCount();
  }

  /// Where all atoms begin, in the order of the result.
  Places atoms() {
    long each = atomsAtPlace();
    return each == 1
        ? places
        : Places.inside(places, new COrder(Layouts.leading(inner, firstAtomAxis())), each);
  }
}
