package io.ndmap.axes;

import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.function.Consumer;

/// Divides a range of elements, consecutive in C order, into boxes.
public final class FlatBoxes {

  private FlatBoxes() {}

  /// Passes boxes that contain the elements of a range, one box after the other.
  ///
  /// @param layouts one or more layouts of the same shape, with at least one axis
  /// @param first the index of the first element in C order
  /// @param end the index after the last element
  /// @param boxes receives each box as one layout for each of `layouts`; there are at most two
  ///   boxes for each axis
  public static void forEachBox(
      Strided[] layouts, long first, long end, Consumer<Strided[]> boxes) {
    forEachBox(layouts, 0, first, end, boxes);
  }

  private static void forEachBox(
      Strided[] layouts, int axis, long first, long end, Consumer<Strided[]> boxes) {
    if (first == end) {
      return;
    }
    long inner = 1;
    for (int k = axis + 1; k < layouts[0].rank(); k++) {
      inner *= layouts[0].shape().size(k);
    }
    long row = first / inner;
    long last = end / inner;
    long begin = first - row * inner;
    long rest = end - last * inner;
    if (row == last) {
      forEachBox(slice(layouts, axis, row, row + 1), axis + 1, begin, rest, boxes);
      return;
    }
    if (begin > 0) {
      forEachBox(slice(layouts, axis, row, row + 1), axis + 1, begin, inner, boxes);
      row++;
    }
    if (row < last) {
      boxes.accept(slice(layouts, axis, row, last));
    }
    if (rest > 0) {
      forEachBox(slice(layouts, axis, last, last + 1), axis + 1, 0, rest, boxes);
    }
  }

  private static Strided[] slice(Strided[] layouts, int axis, long start, long stop) {
    return Arrays.stream(layouts)
        .map(layout -> layout.slice(axis, start, stop, 1))
        .toArray(Strided[]::new);
  }
}
