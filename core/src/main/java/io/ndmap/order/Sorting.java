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

/// Sorts and partitions items, and finds the order in which they would be; `NdView.sort` is the
/// contract.
public final class Sorting {

  /// Finds in which order the items of each lane belong.
  private interface Ranking {
    int[] order(LaneOrder lanes);
  }

  private Sorting() {}

  /// Does nothing if the items have an order, and the fields are theirs.
  public static void requireOrder(Items view, String... fields) {
    var _ = KeyColumn.of(view, fields);
  }

  // ---- items

  /// Sorts along an axis.
  ///
  /// @param axis from 0 on
  /// @param target of the same shape
  /// @param fields that come before the others of structures
  public static void along(Items view, int axis, Items target, String... fields) {
    along(view, axis, target, Lanes.ACROSS, fields);
  }

  /// The same.
  ///
  /// @param most the most items that are brought to the heap at once, unless a lane has more
  public static void along(Items view, int axis, Items target, long most, String... fields) {
    List<KeyColumn> columns = requireFit(view, view.shape(), target, fields);
    sort(Lanes.along(axis, SafeOrder.operand(view, target), target).atMost(most), columns);
  }

  /// Sorts all items.
  ///
  /// @param target with one axis
  public static void flat(Items view, Items target, String... fields) {
    List<KeyColumn> columns = requireFit(view, Shape.of(view.itemCount()), target, fields);
    Items apart = apart(view, target);
    sort(Lanes.flat(SafeOrder.operand(view, apart), apart), columns);
  }

  /// The places of a target of one axis that items of a view are sorted into, as its axes. One axis
  /// can always be taken apart.
  public static Items apart(Items view, Items target) {
    return target.at(Reshape.of(target.strided(), view.shape(), Order.C, target.itemsize()));
  }

  /// @param shape of the target
  /// @return the keys of the items
  public static List<KeyColumn> requireFit(
      Items view, Shape shape, Items target, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    target.requireWritable();
    ItemCopy.requireSameItems(view, target);
    if (!shape.equals(target.shape())) {
      throw new IllegalArgumentException(
          "the sorted items of "
              + view.backing().name()
              + " have shape "
              + shape
              + ", the target has shape "
              + target.shape());
    }
    return columns;
  }

  private static void sort(Lanes lanes, List<KeyColumn> columns) {
    lanes.forEachGroup(
        (count, from, to) -> {
          if (NumberSort.has(from.dtype())) {
            NumberSort.sort(count, from, to[0]);
          } else {
            store(count, from, new LaneOrder(from, count, columns).sorted(), to[0]);
          }
        });
  }

  /// Partitions along an axis, in place.
  ///
  /// @param axis from 0 on
  /// @param places that the items belong to which are brought there
  public static void partition(Items view, int axis, long... places) {
    List<KeyColumn> columns = KeyColumn.of(view);
    view.requireWritable();
    int[] sorted = places(view, axis, places);
    Lanes.along(axis, view, view)
        .forEachGroup(
            (count, from, to) ->
                store(count, from, new LaneOrder(from, count, columns).partitioned(sorted), to[0]));
  }

  private static int[] places(Items view, int axis, long... places) {
    return Arrays.stream(places)
        .map(place -> view.shape().checkIndex(axis, place < 0 ? place + view.size(axis) : place))
        .distinct()
        .sorted()
        .mapToInt(place -> (int) place)
        .toArray();
  }

  /// Stores the first items of each lane in their order.
  ///
  /// @param order which of all items, counted in C order, belongs to each place
  static void store(int lanes, Items from, int[] order, Items to) {
    if (from.isEmpty()) {
      return;
    }
    Items packed = LaneOrder.packed(from);
    Items sorted = Items.temporary(from.dtype(), LaneOrder.contiguous(to.shape(), from.itemsize()));
    MemorySegment source = packed.segment();
    MemorySegment target = sorted.segment();
    long size = from.itemsize();
    int length = order.length / lanes;
    int kept = (int) (to.itemCount() / lanes);
    for (int lane = 0; lane < lanes; lane++) {
      for (int i = 0; i < kept; i++) {
        long at = order[lane * length + i] * size;
        MemorySegment.copy(source, at, target, (lane * kept + i) * size, size);
      }
    }
    ItemCopy.copy(sorted, to, to.execution().withoutProgress());
  }

  // ---- places

  /// The places along an axis from which sorted items come, in a new array.
  public static Items argAlong(Items view, int axis, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    ranked(Lanes.along(axis, view, result), columns, LaneOrder::sorted);
    return result;
  }

  /// The places in C order from which all sorted items come, in a new array of one axis.
  public static Items argFlat(Items view, String... fields) {
    List<KeyColumn> columns = KeyColumn.of(view, fields);
    Items result = view.result(DType.INT64, Shape.of(view.itemCount()), Order.C);
    ranked(Lanes.flat(view, apart(view, result)), columns, LaneOrder::sorted);
    return result;
  }

  /// The places along an axis from which partitioned items come, in a new array.
  public static Items argPartition(Items view, int axis, long... places) {
    List<KeyColumn> columns = KeyColumn.of(view);
    int[] sorted = places(view, axis, places);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    ranked(Lanes.along(axis, view, result), columns, lanes -> lanes.partitioned(sorted));
    return result;
  }

  private static void ranked(Lanes lanes, List<KeyColumn> columns, Ranking ranking) {
    lanes.forEachGroup(
        (count, from, to) ->
            storePlaces(count, ranking.order(new LaneOrder(from, count, columns)), to[0]));
  }

  /// @param order of all items of some lanes
  static void storePlaces(int lanes, int[] order, Items to) {
    long[] places = to.newArray(long[]::new);
    int length = order.length / lanes;
    int kept = places.length / lanes;
    for (int lane = 0; lane < lanes; lane++) {
      for (int i = 0; i < kept; i++) {
        places[lane * kept + i] = order[lane * length + i] - (long) lane * length;
      }
    }
    store(places, to);
  }

  static void store(long[] numbers, Items to) {
    Items all = Items.of(MemorySegment.ofArray(numbers), DType.INT64, to.shape(), Order.C);
    ItemCopy.copy(all, to, to.execution().withoutProgress());
  }
}
