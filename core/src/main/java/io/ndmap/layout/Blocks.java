package io.ndmap.layout;

/// A partition into a given number of nearly equal parts along each axis: of n parts along an axis,
/// the first `size % n` are longer by one. Parts are numbered in C order.
///
/// @param shape the array's shape
/// @param grid the number of parts along each axis, each at least 1
public record Blocks(Shape shape, Shape grid) implements Partition {

  /// Creates the partition.
  ///
  /// @throws IllegalArgumentException if the grid has another rank than the array, or an axis has 0
  ///   parts
  public Blocks {
    if (grid.rank() != shape.rank()) {
      throw new IllegalArgumentException(
          "an array of shape " + shape + " is not cut into parts " + grid + ": the ranks differ");
    }
    if (grid.itemCount() == 0) {
      throw none(grid.toString());
    }
  }

  static Shape grid(long[] parts) {
    for (long n : parts) {
      if (n < 0) {
        throw none(Long.toString(n));
      }
    }
    try {
      return Shape.of(parts);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a partition of too many parts: " + e.getMessage(), e);
    }
  }

  private static IllegalArgumentException none(String found) {
    return new IllegalArgumentException("an axis is cut into at least 1 part, found " + found);
  }

  @Override
  public Box box(long k) {
    long[] start = PartitionText.requirePart(this, k).positionOf(k, Order.C);
    long[] end = new long[start.length];
    for (int axis = 0; axis < start.length; axis++) {
      long part = start[axis];
      long size = shape.size(axis);
      long shorter = size / grid.size(axis);
      long longer = size % grid.size(axis);
      start[axis] = part * shorter + Math.min(part, longer);
      end[axis] = start[axis] + shorter + (part < longer ? 1 : 0);
    }
    return Box.of(start, end);
  }

  @Override
  public String describe() {
    return PartitionText.of(this);
  }

  @Override
  public String toString() {
    return describe();
  }
}
