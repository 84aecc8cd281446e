package io.ndmap.layout;

import java.util.Arrays;

/// A range of positions along each axis of an array, as `a[0:4, 2:6]`. Immutable.
///
/// A box does not belong to an array; [#requireWithin] checks whether it lies within an array. A
/// box without axes selects the single element of an array of rank 0.
public final class Box {

  private final long[] start;
  private final long[] end;
  private final Shape shape;

  private Box(long[] start, long[] end, Shape shape) {
    this.start = start;
    this.end = end;
    this.shape = shape;
  }

  /// Creates a box.
  ///
  /// @param start the first position along each axis
  /// @param end the position after the last one along each axis; an axis whose end equals its start
  ///   makes the box empty
  /// @return the box
  /// @throws IllegalArgumentException if the numbers of ends and starts differ, a start is
  ///   negative, an end is before its start, or [Shape#of] rejects the lengths
  public static Box of(long[] start, long[] end) {
    if (start.length != end.length) {
      throw new IllegalArgumentException(
          "a box needs as many ends as starts, found "
              + start.length
              + " starts and "
              + end.length
              + " ends");
    }
    long[] sizes = new long[start.length];
    for (int axis = 0; axis < sizes.length; axis++) {
      if (start[axis] < 0 || end[axis] < start[axis]) {
        throw new IllegalArgumentException(
            "a box " + text(start, end) + " begins before 0 or ends before it begins");
      }
      sizes[axis] = end[axis] - start[axis];
    }
    return new Box(start.clone(), end.clone(), Shape.of(sizes));
  }

  /// {@return the box of a whole array}
  ///
  /// @param shape the lengths of its axes
  public static Box whole(Shape shape) {
    return new Box(new long[shape.rank()], shape.toArray(), shape);
  }

  /// {@return the number of axes, from 0 to [Shape#MAX_RANK]}
  public int rank() {
    return shape.rank();
  }

  /// {@return the first position along an axis}
  ///
  /// @param axis from 0 to rank - 1
  /// @throws IndexOutOfBoundsException if there is no such axis
  public long start(int axis) {
    return start[requireAxis(axis)];
  }

  /// {@return the position after the last one along an axis}
  ///
  /// @param axis from 0 to rank - 1
  /// @throws IndexOutOfBoundsException if there is no such axis
  public long end(int axis) {
    return end[requireAxis(axis)];
  }

  private int requireAxis(int axis) {
    if (axis < 0 || axis >= rank()) {
      throw Shape.noAxis(axis, rank());
    }
    return axis;
  }

  /// {@return the lengths of the axes}
  public Shape shape() {
    return shape;
  }

  /// {@return the number of elements in the box}
  public long itemCount() {
    return shape.itemCount();
  }

  /// {@return whether the box is empty: an axis has length 0}
  public boolean isEmpty() {
    return shape.itemCount() == 0;
  }

  /// {@return whether the box contains an element}
  ///
  /// @param index one index for each axis
  /// @throws IllegalArgumentException if the numbers of indices and axes differ
  public boolean contains(long... index) {
    requireRank(index.length);
    for (int axis = 0; axis < index.length; axis++) {
      if (index[axis] < start[axis] || index[axis] >= end[axis]) {
        return false;
      }
    }
    return true;
  }

  /// {@return whether the box contains all elements of another box; true if the other box is empty}
  ///
  /// @param other the other box
  /// @throws IllegalArgumentException if the other box has another number of axes
  public boolean contains(Box other) {
    requireRank(other.rank());
    for (int axis = 0; axis < rank(); axis++) {
      if (other.start[axis] < start[axis] || other.end[axis] > end[axis]) {
        return other.isEmpty();
      }
    }
    return true;
  }

  /// {@return whether the two boxes have a common element}
  ///
  /// @param other the other box
  /// @throws IllegalArgumentException if the other box has another number of axes
  public boolean intersects(Box other) {
    requireRank(other.rank());
    for (int axis = 0; axis < rank(); axis++) {
      if (Math.max(start[axis], other.start[axis]) >= Math.min(end[axis], other.end[axis])) {
        return false;
      }
    }
    return true;
  }

  private void requireRank(int rank) {
    if (rank != rank()) {
      throw new IllegalArgumentException("a box of rank " + rank() + " meets one of rank " + rank);
    }
  }

  /// Requires that the box is inside an array.
  ///
  /// @param whole the shape of the array
  /// @param name the name of the array in messages
  /// @throws IllegalArgumentException if the array has another number of axes
  /// @throws IndexOutOfBoundsException if the box ends beyond an axis
  public void requireWithin(Shape whole, String name) {
    if (rank() != whole.rank()) {
      throw new IllegalArgumentException(
          name
              + ": the box "
              + this
              + " has rank "
              + rank()
              + ", the array of shape "
              + whole
              + " rank "
              + whole.rank());
    }
    for (int axis = 0; axis < rank(); axis++) {
      if (end[axis] > whole.size(axis)) {
        throw new IndexOutOfBoundsException(
            name
                + ": the box "
                + this
                + " reaches beyond axis "
                + axis
                + " of the array of shape "
                + whole);
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Box box
        && Arrays.equals(start, box.start)
        && Arrays.equals(end, box.end);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(end);
  }

  /// Returns the box as NumPy's index: `[0:4, 2:6]`.
  @Override
  public String toString() {
    return text(start, end);
  }

  private static String text(long[] start, long[] end) {
    StringBuilder text = new StringBuilder("[");
    for (int axis = 0; axis < start.length; axis++) {
      text.append(axis == 0 ? "" : ", ").append(start[axis]).append(':').append(end[axis]);
    }
    return text.append(']').toString();
  }
}
