package io.ndmap.order;

import io.ndmap.axes.Reshape;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Sorts and partitions elements, directly or indirectly; see `NdView.sort` for the contract.
public final class Sorting {

  private Sorting() {}

  /// Checks that the elements have an order, and that the fields exist.
  public static void requireOrder(Items view, String... fields) {
    var _ = KeyColumn.of(view, fields);
  }

  // ---- elements

  /// Sorts along an axis.
  ///
  /// @param axis the axis, not negative
  /// @param target an array of the same shape
  /// @param fields for structured dtypes, the fields to compare first (NumPy's `order=`)
  public static void along(Items view, int axis, Items target, String... fields) {
    along(view, axis, target, AxisSlices.ACROSS, fields);
  }

  /// Sorts along an axis, with a memory limit.
  ///
  /// @param most the maximum number of elements that are copied to temporary arrays at a time,
  ///   unless a single slice has more
  public static void along(Items view, int axis, Items target, long most, String... fields) {
    List<KeyColumn> columns = requireFit(view, view.shape(), target, fields);
    sort(AxisSlices.along(axis, SafeOrder.operand(view, target), target).atMost(most), columns);
  }

  /// Sorts all elements.
  ///
  /// @param target an array of rank 1
  public static void flat(Items view, Items target, String... fields) {
    List<KeyColumn> columns = requireFit(view, Shape.of(view.itemCount()), target, fields);
    Items apart = apart(view, target);
    sort(AxisSlices.flat(SafeOrder.operand(view, apart), apart), columns);
  }

  /// Reshapes a target of rank 1 to the shape of the view that is to be sorted into the target.
  /// This never needs a copy.
  public static Items apart(Items view, Items target) {
    return target.at(Reshape.of(target.strided(), view.shape(), Order.C, target.itemsize()));
  }

  /// Checks that the elements have an order and that the target can receive them.
  ///
  /// @param shape the shape that the target must have
  /// @return the keys of the elements
  public static List<KeyColumn> requireFit(
      Items view, Shape shape, Items target, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    target.requireWritable();
    ItemCopy.requireSameItems(view, target);
    if (!shape.equals(target.shape())) {
      throw new IllegalArgumentException(
          "the sorted elements of %s have shape %s, the target has shape %s"
              .formatted(view.backing().name(), shape, target.shape()));
    }
    return columns;
  }

  private static void sort(AxisSlices slices, List<KeyColumn> columns) {
    slices.forEachGroup(
        (count, from, to) -> {
          if (NumberSort.has(from.dtype())) {
            NumberSort.sort(count, from, to[0]);
          } else {
            store(count, from, new SliceOrder(from, count, columns).sorted(), to[0]);
          }
        });
  }

  /// Partitions each slice along an axis in place, like `numpy.ndarray.partition`.
  ///
  /// @param axis the axis, not negative
  /// @param positions the positions that will hold the same element as in the sorted slice (NumPy's
  ///   `kth`); negative ones count from the end
  public static void partition(Items view, int axis, long... positions) {
    List<KeyColumn> columns = KeyColumn.of(view);
    view.requireWritable();
    int[] sorted = positions(view, axis, positions);
    AxisSlices.along(axis, view, view)
        .forEachGroup(
            (count, from, to) ->
                store(
                    count, from, new SliceOrder(from, count, columns).partitioned(sorted), to[0]));
  }

  private static int[] positions(Items view, int axis, long... positions) {
    return Arrays.stream(positions)
        .map(
            position ->
                view.shape().checkIndex(axis, position < 0 ? position + view.size(axis) : position))
        .distinct()
        .sorted()
        .mapToInt(position -> (int) position)
        .toArray();
  }

  /// Stores the elements of each slice in sorted order. If the target has fewer elements, stores
  /// the first ones of each slice.
  ///
  /// @param order for each sorted position, the C-order index of its element
  static void store(int slices, Items from, int[] order, Items to) {
    if (from.isEmpty()) {
      return;
    }
    Items packed = SliceOrder.packed(from);
    Items sorted = SliceOrder.temporary(from.dtype(), to.shape());
    MemorySegment source = packed.segment();
    MemorySegment target = sorted.segment();
    long size = from.itemsize();
    int length = order.length / slices;
    int kept = (int) (to.itemCount() / slices);
    for (int slice = 0; slice < slices; slice++) {
      for (int i = 0; i < kept; i++) {
        long at = order[slice * length + i] * size;
        MemorySegment.copy(source, at, target, (slice * kept + i) * size, size);
      }
    }
    ItemCopy.copy(sorted, to, to.execution().withoutProgress());
  }

  // ---- indices

  /// Returns the indices that would sort each slice along an axis, in a new array.
  public static Items argAlong(Items view, int axis, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    ranked(AxisSlices.along(axis, view, result), columns, SliceOrder::sorted);
    return result;
  }

  /// Returns the C-order indices that would sort all elements, in a new array of rank 1.
  public static Items argFlat(Items view, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, Shape.of(view.itemCount()), Order.C);
    ranked(AxisSlices.flat(view, apart(view, result)), columns, SliceOrder::sorted);
    return result;
  }

  /// Returns the indices that would partition each slice along an axis, in a new array, see
  /// [#partition].
  public static Items argPartition(Items view, int axis, long... positions) {
    List<KeyColumn> columns = KeyColumn.of(view);
    int[] sorted = positions(view, axis, positions);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    ranked(AxisSlices.along(axis, view, result), columns, slices -> slices.partitioned(sorted));
    return result;
  }

  private static void ranked(
      AxisSlices slices, List<KeyColumn> columns, Function<SliceOrder, int[]> sort) {
    slices.forEachGroup(
        (count, from, to) ->
            storeIndices(count, sort.apply(new SliceOrder(from, count, columns)), to[0]));
  }

  /// Stores sort permutations as indices within each slice. If the target has fewer elements,
  /// stores the first ones of each slice.
  ///
  /// @param order the C-order index of the element at each sorted position of all slices
  static void storeIndices(int slices, int[] order, Items to) {
    long[] positions = to.newArray(long[]::new);
    int length = order.length / slices;
    int kept = positions.length / slices;
    for (int slice = 0; slice < slices; slice++) {
      for (int i = 0; i < kept; i++) {
        positions[slice * kept + i] = order[slice * length + i] - (long) slice * length;
      }
    }
    store(positions, to);
  }

  static void store(long[] numbers, Items to) {
    Items all = Items.of(MemorySegment.ofArray(numbers), DType.INT64, to.shape(), Order.C);
    ItemCopy.copy(all, to, to.execution().withoutProgress());
  }
}
