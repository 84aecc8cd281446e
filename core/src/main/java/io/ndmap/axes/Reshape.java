package io.ndmap.axes;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;

/// Reshapes a layout if strides can express it, as `numpy.reshape` does without a copy.
///
/// The axes are divided into groups of old and new axes with equally many elements. The old axes of
/// a group can be replaced by the new ones if and only if the old axes are contiguous.
public final class Reshape {

  private Reshape() {}

  /// Resolves sizes, one of which may be -1 for the remaining elements. If none is -1, their
  /// product is not compared with the number of elements of `shape`.
  ///
  /// @throws IllegalArgumentException if a size is -1 and no size in its place gives the number of
  ///   elements of `shape`, if another size is negative or two are -1, or if [Shape#of] rejects the
  ///   sizes
  public static Shape resolve(Shape shape, long... sizes) {
    long[] found = sizes.clone();
    int unknown = -1;
    long known = 1;
    for (int k = 0; k < sizes.length; k++) {
      if (sizes[k] == -1) {
        if (unknown >= 0) {
          throw new IllegalArgumentException(
              "only one size of a new shape can be -1, found " + Arrays.toString(sizes));
        }
        unknown = k;
      } else if (sizes[k] < 0) {
        throw new IllegalArgumentException(
            "the sizes of a shape must not be negative, found " + Arrays.toString(sizes));
      } else {
        // A product that exceeds a long does not divide the element count either.
        known = Math.multiplyHigh(known, sizes[k]) != 0 ? 0 : Math.max(0, known * sizes[k]);
      }
    }
    if (unknown >= 0) {
      if (known == 0 || shape.itemCount() % known != 0) {
        throw new IllegalArgumentException(
            "cannot reshape shape "
                + shape
                + " of "
                + shape.itemCount()
                + " elements into "
                + Arrays.toString(sizes));
      }
      found[unknown] = shape.itemCount() / known;
    }
    return Shape.of(found);
  }

  /// The layout of the same elements, in the same order, with other axes.
  ///
  /// @param order which axis varies fastest, both in the old and in the new axes
  /// @param itemsize bytes of an element
  /// @throws IllegalArgumentException if the shapes have different numbers of elements, or if no
  ///   strides express this order of the elements
  public static Strided of(Strided layout, Shape shape, Order order, int itemsize) {
    Shape old = layout.shape();
    if (old.itemCount() != shape.itemCount()) {
      throw new IllegalArgumentException(
          "cannot reshape shape "
              + old
              + " of "
              + old.itemCount()
              + " elements into shape "
              + shape
              + " of "
              + shape.itemCount());
    }
    if (old.equals(shape)) {
      return layout;
    }
    if (old.itemCount() == 0) {
      return Strided.of(layout.offset(), shape, emptyStrides(shape, itemsize));
    }
    long[] strides = new long[shape.rank()];
    // Axes of length 1 are ignored. Axes are numbered from the one that varies fastest.
    long[] oldSizes = new long[old.rank()];
    long[] oldStrides = new long[old.rank()];
    int oldCount = 0;
    for (int k = 0; k < old.rank(); k++) {
      int axis = fromFastest(k, old.rank(), order);
      if (old.size(axis) != 1) {
        oldSizes[oldCount] = old.size(axis);
        oldStrides[oldCount++] = layout.stride(axis);
      }
    }
    int oldAxis = 0;
    int newAxis = 0;
    while (oldAxis < oldCount) {
      int first = oldAxis;
      long oldItems = oldSizes[oldAxis++];
      long newItems = 1;
      long stride = oldStrides[first];
      while (newItems != oldItems) {
        if (newItems < oldItems) {
          int axis = fromFastest(newAxis++, shape.rank(), order);
          strides[axis] = stride;
          stride *= shape.size(axis);
          newItems *= shape.size(axis);
        } else {
          if (oldStrides[oldAxis] != oldStrides[oldAxis - 1] * oldSizes[oldAxis - 1]) {
            throw impossible(layout, shape, order);
          }
          oldItems *= oldSizes[oldAxis++];
        }
      }
    }
    return Strided.of(layout.offset(), shape, strides);
  }

  /// Strides for an array without elements: no element uses them, and exact strides could overflow.
  private static long[] emptyStrides(Shape shape, int itemsize) {
    long[] strides = new long[shape.rank()];
    Arrays.fill(strides, itemsize);
    return strides;
  }

  private static int fromFastest(int k, int rank, Order order) {
    return order == Order.C ? rank - 1 - k : k;
  }

  private static IllegalArgumentException impossible(Strided layout, Shape shape, Order order) {
    return new IllegalArgumentException(
        "cannot see shape "
            + layout.shape()
            + " with strides "
            + Arrays.toString(layout.strides())
            + " as shape "
            + shape
            + " in order "
            + order
            + " without a copy; use copy() first");
  }
}
