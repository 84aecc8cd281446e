package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/// The distinct elements of an array in ascending order, as `numpy.unique`.
///
/// Finds the distinct elements of each part and merges them, so that memory holds the distinct
/// elements and the current parts, not the whole array. Only [#inverse] sorts all elements at once.
public final class DistinctItems {

  private final Items values;
  private final long[] indices;
  private final long[] counts;

  private DistinctItems(Items values, long[] indices, long[] counts) {
    this.values = values;
    this.indices = indices;
    this.counts = counts;
  }

  /// The first of each set of equal elements.
  public Items values() {
    return values;
  }

  /// For each value, the C-order index of its first occurrence.
  public long[] indices() {
    return indices;
  }

  /// The number of elements equal to each value.
  public long[] counts() {
    return counts;
  }

  /// Returns the distinct values of an array, without indices and counts.
  ///
  /// @return a new array of rank 1
  /// @throws io.ndmap.dtype.DTypeException if the elements have no order
  public static Items values(Items view) {
    return NumberSort.has(view.dtype())
        ? DistinctNumbers.of(view, FlatParts.MOST)
        : of(view).values;
  }

  /// Returns the distinct elements of an array.
  ///
  /// @throws io.ndmap.dtype.DTypeException if the elements have no order
  public static DistinctItems of(Items view) {
    return of(view, FlatParts.MOST);
  }

  /// @param most the maximum number of elements of a part
  static DistinctItems of(Items view, int most) {
    List<KeyColumn> columns = KeyColumn.of(view);
    long count = view.itemCount();
    if (view.itemsize() == 0 && count > 0) {
      // All elements are equal. A header may declare any number of them.
      Items value = view.result(view.dtype(), Shape.of(1), Order.C);
      return new DistinctItems(value, new long[] {0}, new long[] {count});
    }
    DistinctItems found =
        FlatParts.reduce(
            view,
            most,
            (items, first) -> {
              long end = first + items.itemCount();
              long[] range = LongStream.range(first, end).toArray();
              long[] ones = LongStream.range(first, end).map(_ -> 1).toArray();
              return new DistinctItems(items, range, ones).merged(columns);
            },
            (one, two) -> one.with(two).merged(columns));
    Items values = view.result(view.dtype(), found.values.shape(), Order.C);
    ItemCopy.copy(found.values, values);
    return new DistinctItems(values, found.indices, found.counts);
  }

  /// Returns, for each element, the index of the distinct element equal to it.
  ///
  /// @return a new array of the same shape
  public static Items inverse(Items view) {
    List<KeyColumn> columns = KeyColumn.of(view);
    Items result = view.result(DType.INT64, view.shape(), Order.C);
    AxisSlices.flat(view, result)
        .forEachGroup(
            (_, from, to) -> {
              BitSet distinct = new BitSet();
              int[] order = new SliceOrder(from, 1, columns).sorted(distinct);
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

  /// Appends the distinct elements of a part that follows in C order. Elements may then occur
  /// twice.
  private DistinctItems with(DistinctItems later) {
    return new DistinctItems(
        FlatParts.joined(values, later.values),
        FlatParts.joined(indices, later.indices),
        FlatParts.joined(counts, later.counts));
  }

  /// Sorts the elements, keeps the first of equal elements, and adds their counts.
  private DistinctItems merged(List<KeyColumn> columns) {
    if (values.itemCount() == 0) {
      return this;
    }
    BitSet distinct = new BitSet();
    int[] order = new SliceOrder(values, 1, columns).sorted(distinct);
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
    return new DistinctItems(FlatParts.picked(values, first), found, many);
  }
}
