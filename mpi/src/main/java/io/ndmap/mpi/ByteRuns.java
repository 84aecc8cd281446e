package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeader;
import java.lang.foreign.MemorySegment;

/// The bytes of a file that a box of its array occupies: runs of equal length.
///
/// @param first the offset of the first byte in the file
/// @param end the offset after the last byte; if there are no bytes, all four numbers are 0
/// @param count the number of runs
/// @param length the length of each run in bytes
public record ByteRuns(long first, long end, long count, long length) {

  private static final ByteRuns NONE = new ByteRuns(0, 0, 0, 0);

  /// Returns the runs of a box.
  static ByteRuns of(Box box, NpyHeader header) {
    Shape shape = header.shape();
    Order order = header.order();
    int itemsize = header.dtype().itemsize();
    long dataOffset = header.dataOffset();
    if (box.isEmpty() || itemsize == 0) {
      return NONE;
    }
    long length = itemsize;
    long count = 1;
    long first = dataOffset;
    long last = dataOffset;
    long stride = itemsize;
    // Whether the box contains all indices of the faster-varying axes, so that the next axis
    // extends the run.
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

  /// Moves a run between the file and memory.
  interface Mover<E extends Exception> {
    /// @param at the offset of the run in the file
    /// @return the number of bytes moved
    long move(long at, MemorySegment run) throws E;
  }

  /// Moves the runs of a box, in the order of the file; stops after a run that was not moved
  /// completely.
  ///
  /// @param memory the memory for all runs, without gaps
  /// @return the number of bytes moved
  <E extends Exception> long move(Box box, NpyHeader header, MemorySegment memory, Mover<E> mover)
      throws E {
    Shape shape = header.shape();
    Order order = header.order();
    int itemsize = header.dtype().itemsize();
    // The axes outside a run, the fastest-varying axis first.
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
    long moved = 0;
    for (long k = 0; k < count && moved == k * length; k++) {
      moved += mover.move(at, memory.asSlice(moved, length));
      for (int axis = 0; axis < outer; axis++) {
        at += strides[axis];
        if (++place[axis] < sizes[axis]) {
          break;
        }
        at -= sizes[axis] * strides[axis];
        place[axis] = 0;
      }
    }
    return moved;
  }

  /// Returns the number of bytes of all runs.
  ///
  /// @return the number, without the gaps between runs
  public long bytes() {
    return count * length;
  }

  @Override
  public String toString() {
    if (count == 0) {
      return "no bytes";
    }
    return count == 1
        ? "bytes %s to %s".formatted(first, end)
        : "%s runs of %s bytes from %s to %s".formatted(count, length, first, end);
  }
}
