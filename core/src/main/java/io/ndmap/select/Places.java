package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// The byte offsets of the items of a batch in a view's segment, computed window by window, so that
/// a batch of any size needs little memory. Immutable; used by several threads at once.
interface Places {

  /// Computes some of them.
  ///
  /// @param from the first
  /// @param count how many
  /// @param into receives them from its front on
  void fill(long from, int count, long[] into);

  /// Positions along one axis, for every position of the axes before it.
  ///
  /// @param indices checked
  static Places along(COrder outer, long[] indices, long size, long stride) {
    return (from, count, into) -> {
      long row = from / indices.length;
      int column = (int) (from % indices.length);
      for (int done = 0; done < count; row++) {
        int n = Math.min(indices.length - column, count - done);
        IndexBounds.places(indices, column, n, size, outer.place(row), stride, into, done);
        done += n;
        column = 0;
      }
    };
  }

  /// Positions counted in C order.
  ///
  /// @param indices checked
  static Places flat(COrder items, long[] indices, long size) {
    if (items.isOneRun()) {
      long base = items.place(0);
      long stride = items.stride(0);
      return (from, count, into) ->
          IndexBounds.places(indices, (int) from, count, size, base, stride, into, 0);
    }
    return (from, count, into) -> {
      for (int i = 0; i < count; i++) {
        long index = indices[(int) from + i];
        into[i] = items.place(index < 0 ? index + size : index);
      }
    };
  }

  /// Coordinates: for each axis, one array of positions.
  ///
  /// @param coordinates checked, at least one
  static Places at(Strided where, long[][] coordinates) {
    Shape shape = where.shape();
    return (from, count, into) -> {
      int first = (int) from;
      IndexBounds.places(
          coordinates[0], first, count, shape.size(0), where.offset(), where.stride(0), into, 0);
      if (coordinates.length > 1) {
        long[] scratch = new long[count];
        for (int axis = 1; axis < coordinates.length; axis++) {
          IndexBounds.addPlaces(
              coordinates[axis], first, count, shape.size(axis), where.stride(axis), into, scratch);
        }
      }
    };
  }

  /// All items of an array at each place.
  ///
  /// @param inner the layout from a place on
  /// @param each how many items it has, at least 1
  static Places inside(Places outer, COrder inner, long each) {
    return (from, count, into) -> {
      long place = from / each;
      long item = from % each;
      long[] bases = new long[(int) Math.min(512, count / each + 2)];
      int ready = 0;
      int used = 0;
      for (int done = 0; done < count; ) {
        if (used == ready) {
          ready = (int) Math.min(bases.length, Math.ceilDiv(item + count - done, each));
          outer.fill(place, ready, bases);
          place += ready;
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
