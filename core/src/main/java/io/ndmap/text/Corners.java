package io.ndmap.text;

import io.ndmap.layout.Strided;
import java.util.function.LongConsumer;

/// The items of a layout that are printed: all, or the ends of each long axis only.
///
/// @param layout where the items are
/// @param ends whether only those at the ends are meant
record Corners(Strided layout, boolean ends) implements ItemFormat.Column {

  /// The items printed at either end of an axis, NumPy's print option `edgeitems`.
  static final int EDGE = 3;

  /// The items above which an array is summarised, NumPy's print option `threshold`.
  static final int THRESHOLD = 1000;

  /// What is printed of an array. NumPy prints all the empty brackets of an empty one, and is never
  /// done where they are billions; here they are summarised as items are.
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

  /// How many positions of an axis are printed.
  long count(int axis) {
    return isCut(axis) ? 2 * EDGE : layout.shape().size(axis);
  }

  /// How far a printed position lies from the first one, in bytes.
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
