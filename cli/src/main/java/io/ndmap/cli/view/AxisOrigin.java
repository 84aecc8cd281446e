package io.ndmap.cli.view;

import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.picture.figure.ItemAxis;
import java.util.ArrayList;
import java.util.List;

/// The axis of an array from which an axis of a selection was taken, and the selected indices along
/// it. Figures use these indices to label elements.
///
/// @param axis the axis of the array, or -1 for a new axis
/// @param first the index in the array of the selection's first element
/// @param step the difference between the indices of adjacent elements
record AxisOrigin(int axis, long first, long step) {

  /// Returns the origins of the axes that remain after indexing.
  ///
  /// @param shape the shape of the indexed array
  /// @param index an index that fits the shape
  static List<AxisOrigin> of(Shape shape, List<Index> index) {
    long consumed =
        index.stream().filter(p -> p instanceof Index.At || p instanceof Index.Slice).count();
    List<AxisOrigin> origins = new ArrayList<>();
    int axis = 0;
    for (Index part : index) {
      switch (part) {
        case Index.At _ -> axis++;
        case Index.NewAxis _ -> origins.add(new AxisOrigin(-1, 0, 1));
        case Index.Slice slice -> {
          origins.add(of(axis, shape.size(axis), slice));
          axis++;
        }
        case Index.Ellipsis _ -> {
          for (long k = shape.rank() - consumed; k > 0; k--) {
            origins.add(new AxisOrigin(axis++, 0, 1));
          }
        }
      }
    }
    while (axis < shape.rank()) {
      origins.add(new AxisOrigin(axis++, 0, 1));
    }
    return origins;
  }

  private static AxisOrigin of(int axis, long size, Index.Slice slice) {
    Strided line = Strided.contiguous(Shape.of(size), 1, Order.C).slice(0, slice);
    long step = slice.step() == null ? 1 : slice.step();
    return new AxisOrigin(axis, line.shape().size(0) == 0 ? 0 : line.offset(), step);
  }

  /// Returns the axis with labels for figures.
  ///
  /// @param items the number of elements
  ItemAxis labelled(long items) {
    return new ItemAxis(axis < 0 ? "new axis" : "axis " + axis, first, step, items);
  }
}
