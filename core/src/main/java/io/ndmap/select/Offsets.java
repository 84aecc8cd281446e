package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// The byte offsets of the indices of a batch in a view's segment. They are computed window by
/// window, so that a batch of any size needs little memory. Immutable and thread-safe.
interface Offsets {

  /// Computes consecutive offsets.
  ///
  /// @param from the number of the first offset in the batch
  /// @param count the number of offsets
  /// @param into receives the offsets, from index 0 on
  void fill(long from, int count, long[] into);

  /// Returns the offsets of indices along one axis, for each element of the axes before it.
  ///
  /// @param outer the axes before the indexed axis
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

  /// Returns the offsets of C-order indices.
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

  /// Returns the offsets of coordinates.
  ///
  /// @param coordinates one array of checked indices for each of the first axes; at least one array
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

  /// Returns the offsets of all elements of an inner array, for each of several outer offsets.
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
