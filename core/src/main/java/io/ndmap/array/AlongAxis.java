package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.nd.UniqueItems;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import java.util.List;
import java.util.stream.IntStream;

/// Takes and puts elements at indices along an axis, with separate indices for each 1-d slice, such
/// as the result of [NdView#argSort]; sorts by several keys; and finds the distinct slices of an
/// axis.
///
/// New arrays are allocated as described at [NdView]. [#take] and [#put] process positions in
/// batches, so that temporary memory is bounded.
public final class AlongAxis {

  private AlongAxis() {}

  // ---- elements at positions

  /// {@return a new array of the elements at positions along an axis, `np.take_along_axis(a,
  /// indices, axis)`: element `(…, k, …)` is element `(…, indices[…, k, …], …)` of the array}
  ///
  /// @param array an array of rank 1 or more
  /// @param indices integers from `-size` to `size - 1` (integers of `u8` modulo 2⁶⁴, as in NumPy),
  ///   of the same rank as the array; along the other axes, indices and array are broadcast
  ///   together
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such position or axis
  /// @throws IllegalArgumentException if the ranks differ, or shapes do not broadcast together
  /// @throws DTypeException if the indices are not integers
  public static <V extends NdView<V>> V take(NdView<V> array, NdView<?> indices, int axis) {
    AxisPositions positions = AxisPositions.of(array, indices, axis);
    V result = array.emptyLike(positions.shape(), Order.C);
    V flat = result.flatten(Order.C);
    positions.forEach(
        array, (coordinates, from, to) -> array.gatherAt(coordinates, flat.slice(0, from, to)));
    return result;
  }

  /// Stores values at positions along an axis, `np.put_along_axis(a, indices, values, axis)`. All
  /// positions are checked first; at a repeated position the last value wins. If a value cannot be
  /// converted, such as text that is not a number, the values before it may have been stored.
  ///
  /// @param array an array of rank 1 or more; no operand may share its memory
  /// @param indices as for [#take]
  /// @param values the values; they are broadcast to the common shape of the indices and the array,
  ///   and converted as by [NdView#copyTo(NdView, Casting)]
  /// @param axis the axis
  /// @throws IndexOutOfBoundsException if there is no such position or axis
  /// @throws IllegalArgumentException if the ranks differ, shapes do not broadcast together, or a
  ///   value cannot be converted
  /// @throws DTypeException if the indices are not integers, or the values' dtype cannot be
  ///   converted
  /// @throws io.ndmap.op.ReadOnlyViewException if the array is read-only
  public static void put(NdView<?> array, NdView<?> indices, NdView<?> values, int axis) {
    AxisPositions positions = AxisPositions.of(array, indices, axis);
    ViewItems.of(array).requireWritable();
    positions.requirePositions();
    NdView<?> all = values.broadcastTo(positions.shape());
    positions.forEach(
        array,
        (coordinates, from, to) -> {
          NdView<?> some = NdView.zeros(values.dtype(), to - from);
          var _ = new FlatCopy(all, some).then(from, to);
          NdView<?> converted = NdView.zeros(array.dtype(), to - from);
          some.copyTo(converted, Casting.UNSAFE);
          array.scatterAt(coordinates, converted);
        });
  }

  // ---- order

  /// {@return the positions along an axis that sort by several keys, `np.lexsort(keys, axis)`: by
  /// the last key, equal elements by the second-last key, and so on} Sorting is stable.
  ///
  /// @param keys at least one, all of one shape, of dtypes supported by [NdView#sort]
  /// @param axis the axis
  /// @throws IllegalArgumentException if there is no key, or shapes differ
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if elements of a key have no order
  public static LongView lexSort(List<? extends NdView<?>> keys, int axis) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("sorting needs at least one key");
    }
    Shape shape = keys.getFirst().shape();
    for (NdView<?> key : keys) {
      if (!key.shape().equals(shape)) {
        throw new IllegalArgumentException(
            "keys of shapes " + shape + " and " + key.shape() + " cannot be sorted together");
      }
    }
    NdView<?> first = keys.getFirst();
    Execution temporary = first.execution().withoutAllocator();
    int last = keys.size() - 1;
    LongView order = (last == 0 ? first : first.on(temporary)).argSort(axis);
    for (int k = 1; k <= last; k++) {
      LongView next = argSorted(keys.get(k), order, axis, temporary);
      // The result is allocated by the allocator of the first key.
      order = take(order.on(k == last ? first.execution() : temporary), next, axis);
    }
    return order;
  }

  private static <V extends NdView<V>> LongView argSorted(
      NdView<V> key, LongView order, int axis, Execution temporary) {
    return take(key.on(temporary), order, axis).argSort(axis);
  }

  // ---- distinct slices

  /// {@return a new array of the distinct slices of an axis in ascending order, `np.unique(a,
  /// axis=axis)`} Slices are compared element by element in C order; a slice with NaN or `NaT` is
  /// equal to no other. All slices are copied to temporary memory.
  ///
  /// @param array an array of rank 1 or more
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements have no order
  public static <V extends NdView<V>> V unique(NdView<V> array, int axis) {
    return uniqueCounts(array, axis).values();
  }

  /// {@return the distinct slices of an axis in ascending order, with the position of the first
  /// occurrence and the number of occurrences of each, `np.unique(a, axis=axis, return_index=True,
  /// return_counts=True)`; see [#unique]} The values have the shape of the array except along the
  /// axis.
  ///
  /// @param array an array of rank 1 or more
  /// @param axis the axis
  /// @param <V> the array's class
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements have no order
  public static <V extends NdView<V>> UniqueItems<V> uniqueCounts(NdView<V> array, int axis) {
    int along = array.shape().axis(axis);
    UniqueItems<?> found = slices(array, along).uniqueCounts();
    V values = array.emptyLike(Manipulation.sized(array, along, found.indices().size(0)), Order.C);
    array.take(found.indices().toArray(), along, values);
    return new UniqueItems<>(values, found.indices(), found.counts());
  }

  /// {@return for each slice of an axis its index in the result of [#unique], as a view of rank 1,
  /// `np.unique(a, axis=axis, return_inverse=True)[1]`}
  ///
  /// @param array an array of rank 1 or more
  /// @param axis the axis
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements have no order
  public static LongView uniqueInverse(NdView<?> array, int axis) {
    return slices(array, array.shape().axis(axis)).uniqueInverse();
  }

  /// Returns a copy in which each slice is one element: a structure of all elements of the slice.
  private static NdView<?> slices(NdView<?> array, int axis) {
    NdView<?> slices = array.on(array.execution().withoutAllocator()).moveAxis(axis, 0);
    long count = slices.size(0);
    long width = slices.shape().itemCount() / Math.max(1, count);
    if (count == 0 || width == 0 || array.dtype().itemsize() == 0) {
      // Slices without bytes are equal.
      return NdView.zeros(DType.BOOL, count);
    }
    DType item = array.dtype();
    StructType slice =
        StructType.packed(
            IntStream.range(0, Math.toIntExact(width))
                .mapToObj(k -> Field.of("f" + k, item))
                .toList());
    return slices.copy().reshape(count, width).viewAs(slice).index(1, 0);
  }
}
