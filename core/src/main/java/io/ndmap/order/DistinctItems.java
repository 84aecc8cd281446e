package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.pass.Items;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/// The distinct items of an array in ascending order, `numpy.unique`.
///
/// They are found in pieces and merged, so that the heap needs room for them, and not for all
/// items.
public final class DistinctItems {

  private final Items values;
  private final long[] indices;
  private final long[] counts;

  private DistinctItems(Items values, long[] indices, long[] counts) {
    this.values = values;
    this.indices = indices;
    this.counts = counts;
  }

  /// Each the first of the items that are equal to it.
  public Items values() {
    return values;
  }

  /// The places of the values in C order.
  public long[] indices() {
    return indices;
  }

  /// How many items are equal to each.
  public long[] counts() {
    return counts;
  }

  /// The values alone of an array.
  ///
  /// @return a new array of rank 1
  /// @throws io.ndmap.dtype.DTypeException if the items have no order
  public static Items values(Items view) {
    return NumberSort.has(view.dtype()) ? DistinctNumbers.of(view, Pieces.MOST) : of(view).values;
  }

  /// Those of an array.
  ///
  /// @throws io.ndmap.dtype.DTypeException if the items have no order
  public static DistinctItems of(Items view) {
    return of(view, Pieces.MOST);
  }

  /// @param most the most items of a piece
  static DistinctItems of(Items view, int most) {
    List<KeyColumn> columns = KeyColumn.of(view);
    DistinctItems found =
        Pieces.reduce(
            view,
            most,
            (items, first) -> {
              long end = first + items.itemCount();
              long[] places = LongStream.range(first, end).toArray();
              long[] ones = LongStream.range(first, end).map(_ -> 1).toArray();
              return new DistinctItems(items, places, ones).merged(columns);
            },
            (one, two) -> one.with(two).merged(columns));
    Items values = view.result(view.dtype(), found.values.shape(), Order.C);
    ItemCopy.copy(found.values, values);
    return new DistinctItems(values, found.indices, found.counts);
  }

  /// Which of the distinct items each item is equal to.
  ///
  /// @return a new array of the same shape
  public static Items inverse(Items view) {
    List<KeyColumn> columns = KeyColumn.of(view);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    Lanes.flat(view, result)
        .forEachGroup(
            (_, from, to) -> {
              BitSet distinct = new BitSet();
              int[] order = new LaneOrder(from, 1, columns).sorted(distinct);
              long[] numbers = to[0].newArray(long[]::new);
              long number = -1;
              for (int i = 0; i < order.length; i++) {
                number += distinct.get(i) ? 1 : 0;
                numbers[order[i]] = number;
              }
              Sorting.store(numbers, to[0]);
            });
    return result;
  }

  /// These items and others, all of which come behind them.
  private DistinctItems with(DistinctItems later) {
    return new DistinctItems(
        Pieces.joined(values, later.values),
        Pieces.joined(indices, later.indices),
        Pieces.joined(counts, later.counts));
  }

  /// The items without those that are equal to others.
  private DistinctItems merged(List<KeyColumn> columns) {
    if (values.itemCount() == 0) {
      return this;
    }
    BitSet distinct = new BitSet();
    int[] order = new LaneOrder(values, 1, columns).sorted(distinct);
    int count = distinct.cardinality();
    int[] first = new int[count];
    long[] found = new long[count];
    long[] many = new long[count];
    int number = -1;
    for (int i = 0; i < order.length; i++) {
      if (distinct.get(i)) {
        first[++number] = order[i];
        found[number] = indices[order[i]];
      }
      many[number] += counts[order[i]];
    }
    return new DistinctItems(Pieces.picked(values, first), found, many);
  }
}
