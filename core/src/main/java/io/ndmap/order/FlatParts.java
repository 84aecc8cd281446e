package io.ndmap.order;

import io.ndmap.axes.FlatBoxes;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.util.Arrays;
import java.util.function.BinaryOperator;

/// Reductions of the elements of an array in C order, in parts that fit the heap.
final class FlatParts {

  /// The maximum number of elements of a part.
  static final int MOST = 1 << 22;

  /// Computes the result of a part from a copy of its elements.
  interface Body<R> {

    /// @param items the elements of the part: contiguous, of rank 1
    /// @param first index of the first element, in C order
    R of(Items items, long first);
  }

  /// Computes the result of a part from a range of the array's elements.
  interface Range<R> {

    /// @param view the array, with the execution for this part
    /// @param first index of the first element, in C order
    /// @param end index after the last element
    R of(Items view, long first, long end);
  }

  private FlatParts() {}

  /// Computes the results of all parts with the view's execution, and combines them.
  ///
  /// @param most the maximum number of elements of a part
  static <R> R reduce(Items view, int most, Body<R> body, BinaryOperator<R> combine) {
    return ranges(
        view,
        most,
        (some, first, end) -> body.of(packed(some, first, end, some.execution()), first),
        combine);
  }

  /// As [#reduce], but passes ranges of the view to the body instead of copies of the elements.
  static <R> R ranges(Items view, int most, Range<R> body, BinaryOperator<R> combine) {
    return AxisSlices.withHeap(view, () -> reduced(view, most, body, combine));
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

  /// Copies a range of elements to a contiguous array.
  private static Items packed(Items view, long first, long end, Execution how) {
    Shape shape = Shape.of(end - first);
    Items packed = SliceOrder.temporary(view.dtype(), shape);
    if (view.rank() == 0) {
      ItemCopy.copy(view.at(view.strided().newAxis(0)), packed, how);
      return packed;
    }
    long before = first * view.itemsize();
    FlatBoxes.forEachBox(
        new Strided[] {view.strided(), Strided.contiguous(view.shape(), view.itemsize(), Order.C)},
        first,
        end,
        box -> ItemCopy.copy(view.at(box[0]), packed.at(box[1].shift(-before)), how));
    return packed;
  }

  /// Concatenates arrays of rank 1.
  static Items joined(Items one, Items two) {
    Shape shape = Shape.of(Math.addExact(one.itemCount(), two.itemCount()));
    Items joined = SliceOrder.temporary(one.dtype(), shape);
    ItemCopy.copy(one, joined.slice(0, 0, one.itemCount(), 1));
    ItemCopy.copy(two, joined.slice(0, one.itemCount(), joined.itemCount(), 1));
    return joined;
  }

  static long[] joined(long[] one, long[] two) {
    long[] joined = Arrays.copyOf(one, Math.addExact(one.length, two.length));
    System.arraycopy(two, 0, joined, one.length, two.length);
    return joined;
  }

  /// Takes elements of an array of rank 1, in the given order.
  static Items picked(Items items, int... order) {
    Shape shape = Shape.of(order.length);
    Items picked = SliceOrder.temporary(items.dtype(), shape);
    Sorting.store(1, items, order, picked);
    return picked;
  }
}
