package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;

/// Which bytes of a file a box of its array is: runs of one length, between a first byte and an
/// end.
///
/// @param first the first byte
/// @param end the byte behind the last one; `first` if there are none
/// @param count how many runs
/// @param length bytes of each
public record ByteRuns(long first, long end, long count, long length) {

  private static final ByteRuns NONE = new ByteRuns(0, 0, 0, 0);

  /// Those of a box.
  static ByteRuns of(Box box, Shape shape, Order order, int itemsize, long dataOffset) {
    if (box.isEmpty() || itemsize == 0) {
      return NONE;
    }
    long length = itemsize;
    long count = 1;
    long first = dataOffset;
    long last = dataOffset;
    long stride = itemsize;
    boolean together = true;
    for (int k = 0; k < shape.rank(); k++) {
      int axis = order == Order.C ? shape.rank() - 1 - k : k;
      long size = box.shape().size(axis);
      first += box.start(axis) * stride;
      last += (box.end(axis) - 1) * stride;
      if (together) {
        length *= size;
      } else {
        count *= size;
      }
      together &= size == shape.size(axis);
      stride *= shape.size(axis);
    }
    return new ByteRuns(first, last + itemsize, count, length);
  }

  /// All bytes of the runs.
  ///
  /// @return how many, without those between runs
  public long bytes() {
    return count * length;
  }

  @Override
  public String toString() {
    if (count == 0) {
      return "no bytes";
    }
    return count == 1
        ? "bytes %d to %d".formatted(first, end)
        : "%d runs of %d bytes from %d to %d".formatted(count, length, first, end);
  }
}
