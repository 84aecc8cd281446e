package io.ndmap.text;

import io.ndmap.layout.Strided;
import java.util.function.LongConsumer;

/// The printed elements of a layout: all elements, or only those at the ends of each long axis.
///
/// @param layout the layout of the elements
/// @param ends whether only the ends are printed
record Corners(Strided layout, boolean ends) implements ItemFormat.Column {

  /// The number of elements printed at either end of an axis, NumPy's print option `edgeitems`.
  static final int EDGE = 3;

  /// The number of elements above which an array is summarised, NumPy's print option `threshold`.
  static final int THRESHOLD = 1000;

  /// The printed elements of an array. NumPy prints all empty brackets of an empty array, even
  /// billions of them; here they are summarised like elements.
  static Corners of(Strided layout) {
    long printed = 1;
    for (int axis = 0; axis < layout.rank(); axis++) {
      printed *= Math.max(1, layout.shape().size(axis));
    }
    return new Corners(layout, printed > THRESHOLD);
  }

  /// Whether the middle of an axis is left out.
  boolean isCut(int axis) {
    return ends && layout.shape().size(axis) > 2 * EDGE;
  }

  /// The number of positions of an axis that are printed.
  long count(int axis) {
    return isCut(axis) ? 2 * EDGE : layout.shape().size(axis);
  }

  /// The distance of a printed position from the first one, in bytes.
  ///
  /// @param printed from 0 to count - 1
  long distance(int axis, long printed) {
    long position =
        isCut(axis) && printed >= EDGE
            ? layout.shape().size(axis) - count(axis) + printed
            : printed;
    return position * layout.stride(axis);
  }

  @Override
  public void forEach(LongConsumer action) {
    if (layout.shape().itemCount() > 0) {
      forEach(0, layout.offset(), action);
    }
  }

  private void forEach(int axis, long offset, LongConsumer action) {
    if (axis == layout.rank()) {
      action.accept(offset);
      return;
    }
    long count = count(axis);
    for (long i = 0; i < count; i++) {
      forEach(axis + 1, offset + distance(axis, i), action);
    }
  }
}
