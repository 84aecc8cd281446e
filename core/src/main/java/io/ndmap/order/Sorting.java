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

/// Sorts and partitions elements, directly or indirectly; `NdView.sort` is the contract.
public final class Sorting {

  private Sorting() {}

  /// Checks that the elements have an order, and that the fields exist.
  public static void requireOrder(Items view, String... fields) {
    var _ = KeyColumn.of(view, fields);
  }

  // ---- elements

  /// Sorts along an axis.
  ///
  /// @param axis from 0 on
  /// @param target of the same shape
  /// @param fields that are compared before the others of structures
  public static void along(Items view, int axis, Items target, String... fields) {
    along(view, axis, target, AxisSlices.ACROSS, fields);
  }

  /// The same, with a limit of memory.
  ///
  /// @param most the maximum number of elements that are copied to the heap at a time, unless a
  ///   slice has more
  public static void along(Items view, int axis, Items target, long most, String... fields) {
    List<KeyColumn> columns = requireFit(view, view.shape(), target, fields);
    sort(AxisSlices.along(axis, SafeOrder.operand(view, target), target).atMost(most), columns);
  }

  /// Sorts all elements.
  ///
  /// @param target with one axis
  public static void flat(Items view, Items target, String... fields) {
    List<KeyColumn> columns = requireFit(view, Shape.of(view.itemCount()), target, fields);
    Items apart = apart(view, target);
    sort(AxisSlices.flat(SafeOrder.operand(view, apart), apart), columns);
  }

  /// Reshapes a target of rank 1 to the shape of a view that is sorted into it; this never needs a
  /// copy.
  public static Items apart(Items view, Items target) {
    return target.at(Reshape.of(target.strided(), view.shape(), Order.C, target.itemsize()));
  }

  /// @param shape of the target
  /// @return the keys of the elements
  public static List<KeyColumn> requireFit(
      Items view, Shape shape, Items target, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    target.requireWritable();
    ItemCopy.requireSameItems(view, target);
    if (!shape.equals(target.shape())) {
      throw new IllegalArgumentException(
          "the sorted items of %s have shape %s, the target has shape %s"
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

  /// Partitions along an axis, in position.
  ///
  /// @param axis from 0 on
  /// @param positions positions that receive the elements of the sorted order
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

  /// Stores the first elements of each slice, in order.
  ///
  /// @param order for each position, the index of its element, counted in C order
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

  /// Returns the indices along an axis that would sort it, in a new array.
  public static Items argAlong(Items view, int axis, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    ranked(AxisSlices.along(axis, view, result), columns, SliceOrder::sorted);
    return result;
  }

  /// Returns the indices in C order that would sort all elements, in a new array of rank 1.
  public static Items argFlat(Items view, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, Shape.of(view.itemCount()), Order.C);
    ranked(AxisSlices.flat(view, apart(view, result)), columns, SliceOrder::sorted);
    return result;
  }

  /// Returns the indices along an axis that would partition it, in a new array.
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

  /// Stores the indices within each slice.
  ///
  /// @param order of all elements of some slices
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
