package io.ndmap.axes;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// Reinterprets bytes as elements of another dtype, by the rules of `numpy.ndarray.view`: if the
/// itemsize changes, the elements of the last axis must be adjacent, and the length of this axis
/// changes.
public final class Reinterpretation {

  private Reinterpretation() {}

  /// The layout of the reinterpreted elements.
  ///
  /// @throws DTypeException if the new dtype holds Python objects; if the itemsize changes and the
  ///   new dtype is a subarray; if a smaller itemsize does not divide the old one; or if a larger
  ///   itemsize does not divide the bytes of the last axis
  /// @throws IllegalArgumentException if the itemsize changes and the rank is 0, the elements of
  ///   the last axis are not adjacent, or the new length of this axis exceeds 2^63-1
  public static Strided of(Strided layout, DType from, DType to) {
    int old = from.itemsize();
    int size = to.itemsize();
    if (to.hasObject()) {
      throw new DTypeException(cannot(from, to) + ": these would be Python objects");
    }
    if (old == size) {
      return layout;
    }
    if (to instanceof SubarrayType) {
      throw new DTypeException(cannot(from, to) + ": a subarray needs the same itemsize");
    }
    int rank = layout.rank();
    if (rank == 0) {
      throw new IllegalArgumentException(
          cannot(from, to) + ": the itemsize of an array of rank 0 cannot change");
    }
    Shape shape = layout.shape();
    long last = shape.size(rank - 1);
    if (last != 1 && shape.itemCount() != 0 && Layouts.lastStride(layout) != old) {
      throw new IllegalArgumentException(
          cannot(from, to)
              + ": the elements of the last axis must be adjacent where the itemsize changes, found"
              + " "
              + layout);
    }
    long length = size < old ? smaller(from, to, last) : larger(from, to, last);
    long[] sizes = shape.toArray();
    long[] strides = layout.strides();
    sizes[rank - 1] = length;
    strides[rank - 1] = size;
    return Strided.of(layout.offset(), Shape.of(sizes), strides);
  }

  private static long smaller(DType from, DType to, long last) {
    int old = from.itemsize();
    int size = to.itemsize();
    if (size == 0 || old % size != 0) {
      throw new DTypeException(
          cannot(from, to) + ": " + old + " bytes are not a multiple of " + size);
    }
    long parts = old / size;
    if (Math.multiplyHigh(last, parts) != 0 || last * parts < 0) {
      throw new IllegalArgumentException(
          cannot(from, to) + ": the last axis of " + last + " would exceed 2^63-1 elements");
    }
    return last * parts;
  }

  private static long larger(DType from, DType to, long last) {
    int old = from.itemsize();
    int size = to.itemsize();
    // Computes `last * old % size` without overflow: in an empty array, the bytes along the last
    // axis may exceed a long.
    long rest = (last % size) * old % size;
    if (rest != 0) {
      throw new DTypeException(
          cannot(from, to)
              + ": the last axis of "
              + last
              + " elements of "
              + old
              + " bytes is not a multiple of "
              + size);
    }
    return old == 0 ? 0 : last / size * old + last % size * old / size;
  }

  private static String cannot(DType from, DType to) {
    return "cannot see elements of " + from + " as " + to;
  }
}
