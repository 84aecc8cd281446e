package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.util.Arrays;

/// Resolves the indices of `take`, `gather`, `scatter` and their variants into batches. Negative
/// indices count from the end. An index out of bounds throws `IndexOutOfBoundsException`.
public final class AdvancedIndexing {

  private AdvancedIndexing() {}

  /// Returns the elements at indices along one axis, for all indices on the other axes.
  public static Batch along(Items view, long[] indices, int which) {
    var _ = view.segment();
    Strided where = view.strided();
    int axis = where.shape().axis(which);
    long size = where.shape().size(axis);
    requireInside(indices, axis, size);
    long[] outer = Arrays.copyOf(where.shape().toArray(), axis + 1);
    outer[axis] = indices.length;
    Offsets offsets =
        Offsets.along(new COrder(Layouts.leading(where, axis)), indices, size, where.stride(axis));
    return new Batch(view, offsets, Shape.of(outer), Layouts.trailing(where, axis + 1));
  }

  /// Returns the elements at C-order indices.
  public static Batch flat(Items view, long[] indices) {
    var _ = view.segment();
    long size = view.itemCount();
    int bad = IndexBounds.firstOutside(indices, size);
    if (bad >= 0) {
      throw new IndexOutOfBoundsException(
          "index %s is out of bounds for the %s elements of shape %s"
              .formatted(indices[bad], size, view.shape()));
    }
    Offsets offsets = Offsets.flat(new COrder(view.strided()), indices, size);
    return new Batch(
        view, offsets, Shape.of(indices.length), Layouts.trailing(view.strided(), view.rank()));
  }

  /// Returns the elements at coordinates on the first axes, for all indices on the other axes.
  ///
  /// @param coordinates one array of indices for each of the first axes, all of the same length
  public static Batch at(Items view, long[][] coordinates) {
    var _ = view.segment();
    int axes = coordinates.length;
    if (axes == 0 || axes > view.rank()) {
      throw new IllegalArgumentException(
          "an array of rank %s takes coordinates on 1 to %s axes, found %s"
              .formatted(view.rank(), view.rank(), axes));
    }
    for (int axis = 0; axis < axes; axis++) {
      if (coordinates[axis].length != coordinates[0].length) {
        throw new IllegalArgumentException(
            ("the coordinates must be equally many on all axes, found %s on axis 0 and %s on"
                    + " axis %s")
                .formatted(coordinates[0].length, coordinates[axis].length, axis));
      }
    }
    for (int axis = 0; axis < axes; axis++) {
      requireInside(coordinates[axis], axis, view.size(axis));
    }
    return new Batch(
        view,
        Offsets.at(view.strided(), coordinates.clone()),
        Shape.of(coordinates[0].length),
        Layouts.trailing(view.strided(), axes));
  }

  private static void requireInside(long[] indices, int axis, long size) {
    int bad = IndexBounds.firstOutside(indices, size);
    if (bad >= 0) {
      throw new IndexOutOfBoundsException(
          "index " + indices[bad] + " is out of bounds for axis " + axis + " with size " + size);
    }
  }
}
