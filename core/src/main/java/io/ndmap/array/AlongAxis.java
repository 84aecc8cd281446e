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
import java.util.List;
import java.util.stream.IntStream;

/// Items taken from and put to positions along an axis that differ from lane to lane, such as
/// [NdView#argSort] finds; sorting by several keys; and distinct slices of an axis.
///
/// New arrays are in memory as [NdView] says. Positions are passed in batches, so that memory is
/// bounded.
public final class AlongAxis {

  private AlongAxis() {}

  // ---- items at positions

  /// {@return a new array of the items at positions along an axis, `np.take_along_axis(a, indices,
  /// axis)`: item `(…, k, …)` is item `(…, indices[…, k, …], …)` of the array}
  ///
  /// @param array of rank 1 at least
  /// @param indices integers, of the same rank, broadcast to the array but along the axis; from
  ///   `-size` to `size - 1`
  /// @param axis which axis
  /// @param <V> its leaf
  /// @throws IndexOutOfBoundsException if there is no such position or axis
  /// @throws IllegalArgumentException if the ranks differ, or shapes do not broadcast together
  /// @throws DTypeException if the indices are no integers
  public static <V extends NdView<V>> V take(NdView<V> array, NdView<?> indices, int axis) {
    Lanes lanes = Lanes.of(array, indices, axis);
    V result = array.emptyLike(lanes.shape(), Order.C);
    V flat = result.flatten(Order.C);
    lanes.forEach(
        array, (coordinates, from, to) -> array.gatherAt(coordinates, flat.slice(0, from, to)));
    return result;
  }

  /// Stores values at positions along an axis, `np.put_along_axis(a, indices, values, axis)`. All
  /// positions are checked first; at one that is named several times the last value stays. A text
  /// that is no number ends it when others have been stored.
  ///
  /// @param array of rank 1 at least; nothing else may share its memory
  /// @param indices as of [#take]
  /// @param values are broadcast to the shape of the indices, and converted as
  ///   [NdView#copyTo(NdView, Casting)] does
  /// @param axis which axis
  /// @throws IndexOutOfBoundsException if there is no such position or axis
  /// @throws IllegalArgumentException if the ranks differ, or shapes do not broadcast together
  /// @throws DTypeException if the indices are no integers, or the values cannot be converted
  /// @throws io.ndmap.op.ReadOnlyViewException if the array cannot be written
  public static void put(NdView<?> array, NdView<?> indices, NdView<?> values, int axis) {
    Lanes lanes = Lanes.of(array, indices, axis);
    ViewItems.of(array).requireWritable();
    lanes.requirePositions();
    NdView<?> all = values.broadcastTo(lanes.shape());
    lanes.forEach(
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
  /// the last key, where items of it are equal by the one before, and so on} Sorting is stable.
  ///
  /// @param keys at least one, all of one shape, of dtypes that [NdView#sort] takes
  /// @param axis which axis
  /// @throws IllegalArgumentException if there is no key, or shapes differ
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if items of a key have no order
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
    LongView order = keys.getFirst().argSort(axis);
    for (NdView<?> key : keys.subList(1, keys.size())) {
      order = take(order, sorted(key, order, axis), axis);
    }
    return order;
  }

  private static LongView sorted(NdView<?> key, LongView order, int axis) {
    return inOrder(key.on(key.execution().withoutResults()), order, axis);
  }

  private static <V extends NdView<V>> LongView inOrder(NdView<V> key, LongView order, int axis) {
    return take(key, order, axis).argSort(axis);
  }

  // ---- distinct slices

  /// {@return a new array of the distinct slices of an axis in ascending order, `np.unique(a,
  /// axis=axis)`} Slices are compared item by item in C order; one with NaN or `NaT` is equal to no
  /// other. All of them are brought to the heap.
  ///
  /// @param array of rank 1 at least
  /// @param axis which axis
  /// @param <V> its leaf
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the items have no order
  public static <V extends NdView<V>> V unique(NdView<V> array, int axis) {
    return uniqueCounts(array, axis).values();
  }

  /// {@return the distinct slices of an axis in ascending order, with the position of the first of
  /// each and their numbers, `np.unique(a, axis=axis, return_index=True, return_counts=True)`; see
  /// [#unique]} The values have the shape of the array but along the axis.
  ///
  /// @param array of rank 1 at least
  /// @param axis which axis
  /// @param <V> its leaf
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the items have no order
  public static <V extends NdView<V>> UniqueItems<V> uniqueCounts(NdView<V> array, int axis) {
    int along = array.shape().axis(axis);
    UniqueItems<?> found = slices(array, along).uniqueCounts();
    V values = array.emptyLike(Manipulation.sized(array, along, found.indices().size(0)), Order.C);
    array.take(found.indices().toArray(), along, values);
    return new UniqueItems<>(values, found.indices(), found.counts());
  }

  /// {@return for each position of an axis that of its slice among the distinct ones, of rank 1,
  /// `np.unique(a, axis=axis, return_inverse=True)[1]`; see [#unique]}
  ///
  /// @param array of rank 1 at least
  /// @param axis which axis
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the items have no order
  public static LongView uniqueInverse(NdView<?> array, int axis) {
    return slices(array, array.shape().axis(axis)).uniqueInverse();
  }

  /// Each slice as one item: a structure of all its items.
  private static NdView<?> slices(NdView<?> array, int axis) {
    NdView<?> slices = array.on(array.execution().withoutResults()).moveAxis(axis, 0);
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
