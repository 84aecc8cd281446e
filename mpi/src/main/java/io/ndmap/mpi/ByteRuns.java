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

  /// Takes the place of a run in the file.
  interface Visitor<E extends Exception> {
    /// @return whether to go on
    boolean visit(long at) throws E;
  }

  /// Goes through the runs of a box, in the order of the file.
  <E extends Exception> void forEach(
      Box box, Shape shape, Order order, int itemsize, Visitor<E> visitor) throws E {
    // The axes behind those that make a run, the fastest first.
    int rank = shape.rank();
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    long[] place = new long[rank];
    long run = itemsize;
    long stride = itemsize;
    int outer = 0;
    for (int k = 0; k < rank; k++) {
      int axis = order == Order.C ? rank - 1 - k : k;
      if (run < length) {
        run *= box.shape().size(axis);
      } else {
        sizes[outer] = box.shape().size(axis);
        strides[outer++] = stride;
      }
      stride *= shape.size(axis);
    }
    long at = first;
    for (long k = 0; k < count && visitor.visit(at); k++) {
      for (int axis = 0; axis < outer; axis++) {
        at += strides[axis];
        if (++place[axis] < sizes[axis]) {
          break;
        }
        at -= sizes[axis] * strides[axis];
        place[axis] = 0;
      }
    }
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
