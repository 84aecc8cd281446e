package io.ndmap.order;

import io.ndmap.axes.FlatRange;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.util.Arrays;
import java.util.function.BinaryOperator;

/// The items of an array in C order, in pieces that the heap has room for, whatever the size of the
/// array.
final class Pieces {

  /// The most items of a piece.
  static final int MOST = 1 << 22;

  /// Makes something of a piece.
  interface Body<R> {

    /// @param items of rank 1
    /// @param first the place of the first in C order
    R of(Items items, long first);
  }

  /// Makes something of the items of an array from one to another.
  interface Range<R> {

    /// @param view the array, which runs as this piece shall
    /// @param first the place of the first item in C order
    /// @param end behind the last
    R of(Items view, long first, long end);
  }

  private Pieces() {}

  /// Combines what is made of all pieces, as the view's execution says.
  ///
  /// @param most the most items of a piece
  static <R> R reduce(Items view, int most, Body<R> body, BinaryOperator<R> combine) {
    return ranges(
        view,
        most,
        (some, first, end) -> body.of(packed(some, first, end, some.execution()), first),
        combine);
  }

  /// The same for pieces that are not brought to the heap.
  static <R> R ranges(Items view, int most, Range<R> body, BinaryOperator<R> combine) {
    return Lanes.withRoom(view, () -> reduced(view, most, body, combine));
  }

  private static <R> R reduced(Items view, int most, Range<R> body, BinaryOperator<R> combine) {
    long count = view.itemCount();
    if (count <= most) {
      return body.of(view, 0, count);
    }
    Items sequential = view.on(Execution.SEQUENTIAL);
    return new Parts(view.execution(), view)
        .of(count)
        .reduce(
            Math.ceilDiv(count, most),
            k -> body.of(sequential, k * most, Math.min(count, (k + 1) * most)),
            combine);
  }

  /// Some items one after the other.
  private static Items packed(Items view, long first, long end, Execution how) {
    Shape shape = Shape.of(end - first);
    Items packed = Items.temporary(view.dtype(), LaneOrder.contiguous(shape, view.itemsize()));
    if (view.rank() == 0) {
      ItemCopy.copy(view.at(view.strided().newAxis(0)), packed, how);
      return packed;
    }
    long before = first * view.itemsize();
    FlatRange.forEachBox(
        new Strided[] {view.strided(), LaneOrder.contiguous(view.shape(), view.itemsize())},
        first,
        end,
        box -> ItemCopy.copy(view.at(box[0]), packed.at(box[1].shift(-before)), how));
    return packed;
  }

  /// Some items of rank 1 and others behind them.
  static Items joined(Items one, Items two) {
    Shape shape = Shape.of(Math.addExact(one.itemCount(), two.itemCount()));
    Items joined = Items.temporary(one.dtype(), LaneOrder.contiguous(shape, one.itemsize()));
    ItemCopy.copy(one, joined.slice(0, 0, one.itemCount(), 1));
    ItemCopy.copy(two, joined.slice(0, one.itemCount(), joined.itemCount(), 1));
    return joined;
  }

  static long[] joined(long[] one, long[] two) {
    long[] joined = Arrays.copyOf(one, Math.addExact(one.length, two.length));
    System.arraycopy(two, 0, joined, one.length, two.length);
    return joined;
  }

  /// Items of rank 1 in an order of their own.
  static Items picked(Items items, int... order) {
    Shape shape = Shape.of(order.length);
    Items picked = Items.temporary(items.dtype(), LaneOrder.contiguous(shape, items.itemsize()));
    Sorting.store(1, items, order, picked);
    return picked;
  }
}
