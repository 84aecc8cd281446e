package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.util.Arrays;

/// The elements that advanced indexing selects from a view. Each *index* of the batch selects a
/// sub-array, which begins at the offset of the index. All sub-arrays have the same layout.
///
/// The elements are moved as **atoms**: contiguous pieces of equal size, as large as the layout
/// allows.
///
/// @param view the indexed view
/// @param offsets the byte offset of each index in the view's segment
/// @param shape the leading axes of the result, with one element for each index
/// @param inner the layout of a sub-array, relative to the offset of its index

record Batch(Items view, Offsets offsets, Shape shape, Strided inner) {

  /// The shape of the result.
  Shape wholeShape() {
    long[] sizes = Arrays.copyOf(shape.toArray(), shape.rank() + inner.rank());
    System.arraycopy(inner.shape().toArray(), 0, sizes, shape.rank(), inner.rank());
    return Shape.of(sizes);
  }

  /// Whether the result has no bytes.
  boolean isEmpty() {
    return shape.itemCount() == 0 || inner.shape().itemCount() == 0 || view.dtype().itemsize() == 0;
  }

  /// The bytes of an atom. An atom has all innermost axes that are contiguous.
  long atomBytes() {
    long bytes = view.dtype().itemsize();
    for (int axis = firstAtomAxis(); axis < inner.rank(); axis++) {
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

  /// The number of atoms for each index, at least 1 if the batch is not empty.
  long atomsPerIndex() {
    long count = 1;
    for (int axis = firstAtomAxis() - 1; axis >= 0; axis--) {
      count *= inner.shape().size(axis);
    }
    return count;
  }

  /// The offsets of all atoms, in the order of the result.
  Offsets atoms() {
    long each = atomsPerIndex();
    return each == 1
        ? offsets
        : Offsets.inside(offsets, new COrder(Layouts.leading(inner, firstAtomAxis())), each);
  }
}
