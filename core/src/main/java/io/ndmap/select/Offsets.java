package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// The byte offsets of a batch in a view's segment, computed window by window, so that a batch of
/// any size needs little memory. Immutable and thread-safe.
interface Offsets {

  /// Computes some offsets.
  ///
  /// @param from the number of the first offset in the batch
  /// @param count the number of offsets
  /// @param into receives the offsets, from index 0 on
  void fill(long from, int count, long[] into);

  /// The offsets of indices along one axis, for every position on the axes before it.
  ///
  /// @param indices indices that have been checked
  static Offsets along(COrder outer, long[] indices, long size, long stride) {
    return (from, count, into) -> {
      long row = from / indices.length;
      int column = (int) (from % indices.length);
      for (int done = 0; done < count; row++) {
        int n = Math.min(indices.length - column, count - done);
        IndexBounds.offsets(indices, column, n, size, outer.place(row), stride, into, done);
        done += n;
        column = 0;
      }
    };
  }

  /// The offsets of indices that count all elements in C order.
  ///
  /// @param indices indices that have been checked
  static Offsets flat(COrder items, long[] indices, long size) {
    if (items.isOneRun()) {
      long base = items.place(0);
      long stride = items.stride(0);
      return (from, count, into) ->
          IndexBounds.offsets(indices, (int) from, count, size, base, stride, into, 0);
    }
    return (from, count, into) -> {
      for (int i = 0; i < count; i++) {
        long index = indices[(int) from + i];
        into[i] = items.place(index < 0 ? index + size : index);
      }
    };
  }

  /// The offsets of coordinates: an array of indices for each axis.
  ///
  /// @param coordinates indices that have been checked; at least one array
  static Offsets at(Strided where, long[][] coordinates) {
    Shape shape = where.shape();
    return (from, count, into) -> {
      int first = (int) from;
      IndexBounds.offsets(
          coordinates[0], first, count, shape.size(0), where.offset(), where.stride(0), into, 0);
      if (coordinates.length > 1) {
        long[] scratch = new long[count];
        for (int axis = 1; axis < coordinates.length; axis++) {
          IndexBounds.addOffsets(
              coordinates[axis], first, count, shape.size(axis), where.stride(axis), into, scratch);
        }
      }
    };
  }

  /// The offsets of all elements of an inner array at each of some offsets.
  ///
  /// @param inner the inner array's layout, relative to an outer offset
  /// @param each the number of elements of the inner array, at least 1
  static Offsets inside(Offsets outer, COrder inner, long each) {
    return (from, count, into) -> {
      long next = from / each;
      long item = from % each;
      long[] bases = new long[(int) Math.min(512, count / each + 2)];
      int ready = 0;
      int used = 0;
      for (int done = 0; done < count; ) {
        if (used == ready) {
          ready = (int) Math.min(bases.length, Math.ceilDiv(item + count - done, each));
          outer.fill(next, ready, bases);
          next += ready;
          used = 0;
        }
        int n = (int) Math.min(each - item, count - done);
        inner.places(item, n, bases[used++], into, done);
        done += n;
        item = 0;
      }
    };
  }
}
