package io.ndmap.layout;

/// A partition into chunks of the same shape. If the chunk length does not divide an axis, the last
/// chunk along the axis is shorter. An array without axes is one chunk, an array without elements
/// has no chunks.
///
/// @param shape the array's shape
/// @param order the order in which chunks are numbered: the last axis varies fastest in C order,
///   the first in Fortran order
/// @param chunkShape the lengths of a chunk's axes, each at least 1
public record Chunks(Shape shape, Order order, Shape chunkShape) implements Partition {

  /// Creates the partition.
  ///
  /// @throws IllegalArgumentException if a chunk has another rank than the array, or an axis of
  ///   length 0
  public Chunks {
    if (chunkShape.rank() != shape.rank()) {
      throw new IllegalArgumentException(
          "an array of shape "
              + shape
              + " is not cut into chunks of shape "
              + chunkShape
              + ": the ranks differ");
    }
    if (chunkShape.itemCount() == 0) {
      throw new IllegalArgumentException(
          "a chunk is at least 1 long along each axis, found " + chunkShape);
    }
  }

  static Chunks together(Shape shape, Order order, int itemsize, long bytes) {
    if (bytes < 1 || itemsize < 0) {
      throw new IllegalArgumentException(
          "chunks of " + bytes + " bytes cannot be made of elements of " + itemsize);
    }
    int rank = shape.rank();
    long[] chunk = new long[rank];
    long left = bytes / Math.max(1, itemsize);
    for (int k = 0; k < rank; k++) {
      int axis = order == Order.C ? rank - 1 - k : k;
      long size = Math.max(1, shape.size(axis));
      if (size <= left) {
        chunk[axis] = size;
        left /= size;
      } else {
        // As few chunks as possible, of about equal length. Slower axes are cut at each position,
        // because otherwise the bytes of a chunk would not be contiguous.
        chunk[axis] = Math.ceilDiv(size, Math.ceilDiv(size, Math.max(1, left)));
        left = 1;
      }
    }
    return new Chunks(shape, order, Shape.of(chunk));
  }

  @Override
  public Shape grid() {
    long[] counts = new long[shape.rank()];
    for (int axis = 0; axis < counts.length; axis++) {
      counts[axis] = Math.ceilDiv(shape.size(axis), chunkShape.size(axis));
    }
    return Shape.of(counts);
  }

  @Override
  public Box box(long k) {
    long[] start = PartitionText.requirePart(this, k).positionOf(k, order);
    long[] end = new long[start.length];
    for (int axis = 0; axis < start.length; axis++) {
      start[axis] *= chunkShape.size(axis);
      end[axis] = start[axis] + Math.min(chunkShape.size(axis), shape.size(axis) - start[axis]);
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
