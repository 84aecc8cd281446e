package io.ndmap.serve.read;

import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import java.util.ArrayList;
import java.util.List;

/// A range of elements that are consecutive in C order, as a list of boxes.
public final class FlatRange {

  private final long[] sizes;
  private final long[] start;
  private final long[] end;
  private final List<Box> boxes = new ArrayList<>();

  private FlatRange(Shape shape) {
    this.sizes = shape.toArray();
    this.start = new long[sizes.length];
    this.end = new long[sizes.length];
  }

  /// The boxes that make up the elements `first` (inclusive) to `last` (exclusive) in C order. The
  /// boxes are in C order too; there are at most two per axis.
  public static List<Box> boxes(Shape shape, long first, long last) {
    FlatRange range = new FlatRange(shape);
    if (first < last) {
      range.add(0, first, last);
    }
    return range.boxes;
  }

  /// Adds the boxes of the elements `first` (inclusive) to `last` (exclusive), counted within the
  /// axes from `axis` on. The range of each earlier axis is already set in `start` and `end`.
  private void add(int axis, long first, long last) {
    if (axis == sizes.length) {
      boxes.add(Box.of(start.clone(), end.clone()));
      return;
    }
    long inner = 1;
    for (int k = axis + 1; k < sizes.length; k++) {
      inner *= sizes[k];
    }
    long from = first / inner;
    long to = last / inner;
    if (from == to || from * inner < first) {
      long stop = Math.min(last, (from + 1) * inner);
      within(axis, from, first - from * inner, stop - from * inner);
      from++;
    }
    if (from < to) {
      start[axis] = from;
      end[axis] = to;
      for (int k = axis + 1; k < sizes.length; k++) {
        start[k] = 0;
        end[k] = sizes[k];
      }
      boxes.add(Box.of(start.clone(), end.clone()));
    }
    if (from <= to && to * inner < last) {
      within(axis, to, 0, last - to * inner);
    }
  }

  /// Adds the boxes of a range of elements within one position of an axis.
  private void within(int axis, long position, long first, long last) {
    start[axis] = position;
    end[axis] = position + 1;
    if (axis + 1 == sizes.length) {
      boxes.add(Box.of(start.clone(), end.clone()));
    } else {
      add(axis + 1, first, last);
    }
  }
}
