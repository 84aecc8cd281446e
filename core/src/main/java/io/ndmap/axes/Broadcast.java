package io.ndmap.axes;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// Broadcasting by NumPy's rule: shapes are compared starting with their last axes; an axis that is
/// missing or has length 1 is extended to any length, with a stride of 0.
public final class Broadcast {

  private Broadcast() {}

  /// The layout broadcast to a shape, as `numpy.broadcast_to`.
  ///
  /// @throws IllegalArgumentException if the layout has more axes than the shape, or an axis has
  ///   neither length 1 nor the length that the shape requires; the message names both shapes
  public static Strided to(Strided layout, Shape shape) {
    Shape old = layout.shape();
    int added = shape.rank() - old.rank();
    if (added < 0) {
      throw mismatch(old, shape);
    }
    long[] strides = new long[shape.rank()];
    for (int axis = 0; axis < old.rank(); axis++) {
      long size = old.size(axis);
      if (size == shape.size(axis + added)) {
        strides[axis + added] = layout.stride(axis);
      } else if (size != 1) {
        throw mismatch(old, shape);
      }
    }
    return Strided.of(layout.offset(), shape, strides);
  }

  private static IllegalArgumentException mismatch(Shape old, Shape shape) {
    return new IllegalArgumentException("cannot broadcast shape " + old + " to shape " + shape);
  }

  /// The common shape to which two shapes are broadcast, as `numpy.broadcast_shapes`.
  ///
  /// @throws IllegalArgumentException if there is no common shape; the message names both shapes
  public static Shape common(Shape first, Shape second) {
    int rank = Math.max(first.rank(), second.rank());
    long[] sizes = new long[rank];
    for (int k = 1; k <= rank; k++) {
      long one = k <= first.rank() ? first.size(first.rank() - k) : 1;
      long two = k <= second.rank() ? second.size(second.rank() - k) : 1;
      if (one != two && one != 1 && two != 1) {
        throw new IllegalArgumentException(
            "shapes " + first + " and " + second + " do not broadcast together");
      }
      sizes[rank - k] = one == 1 ? two : one;
    }
    return Shape.of(sizes);
  }
}
