package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The smallest or the largest elements, sorted, NaN and `NaT` last.
///
/// @param values the elements
/// @param indices the index of each element
public record FirstItems(Items values, Items indices) {

  /// Finds the smallest or the largest of all elements.
  ///
  /// @param count the number of elements to find
  /// @param largest true to find the largest elements, in descending order
  /// @return arrays of rank 1; the indices are C-order indices
  /// @throws IllegalArgumentException if `count` is negative
  public static FirstItems flat(Items view, long count, boolean largest) {
    return flat(view, count, largest, FlatParts.MOST);
  }

  /// @param most the maximum number of elements of a part
  static FirstItems flat(Items view, long count, boolean largest, int most) {
    List<KeyColumn> columns = columns(view, largest);
    Shape shape = Shape.of(limited(count, view.itemCount()));
    FirstItems target = target(view, shape);
    if (shape.itemCount() > 0) {
      Some found =
          FlatParts.reduce(
              view,
              most,
              (items, first) ->
                  new Some(items, LongStream.range(first, first + items.itemCount()).toArray())
                      .first(count, columns),
              (one, two) ->
                  new Some(
                          FlatParts.joined(one.values, two.values),
                          FlatParts.joined(one.indices, two.indices))
                      .first(count, columns));
      ItemCopy.copy(found.values, target.values);
      Sorting.store(found.indices, target.indices);
    }
    return target;
  }

  /// Finds the smallest or the largest elements of each slice along an axis.
  ///
  /// @param axis the axis, not negative
  /// @return arrays of the view's shape, except that the axis has `count` elements or its own
  ///   length if that is smaller; indices count along the axis
  /// @throws IllegalArgumentException if `count` is negative, or the axis has more elements than a
  ///   Java array can hold
  public static FirstItems along(Items view, int axis, long count, boolean largest) {
    List<KeyColumn> columns = columns(view, largest);
    long[] sizes = view.shape().toArray();
    if (sizes[axis] > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%s: %s elements along axis %s are more than a Java array holds"
              .formatted(view.backing().name(), sizes[axis], axis));
    }
    int some = (int) limited(count, sizes[axis]);
    sizes[axis] = some;
    FirstItems target = target(view, Shape.of(sizes));
    if (target.values.itemCount() > 0) {
      AxisSlices.along(axis, view, target.values, target.indices)
          .forEachGroup(
              (slices, from, to) -> {
                int[] order = new SliceOrder(from, slices, columns).first(some);
                Sorting.store(slices, from, order, to[0]);
                Sorting.storeIndices(slices, order, to[1]);
              });
    }
    return target;
  }

  private static List<KeyColumn> columns(Items view, boolean largest) {
    List<KeyColumn> columns = KeyColumn.of(view);
    return largest ? columns.stream().map(KeyColumn::reversed).toList() : columns;
  }

  private static long limited(long count, long items) {
    if (count < 0) {
      throw new IllegalArgumentException("expected at least 0 elements, found " + count);
    }
    return Math.min(count, items);
  }

  private static FirstItems target(Items view, Shape shape) {
    return new FirstItems(
        view.result(view.dtype(), shape, Order.C), SliceOrder.temporary(DType.INT64, shape));
  }

  /// Some elements and their indices.
  private static final class Some {
    private final Items values;
    private final long[] indices;

    Some(Items values, long... indices) {
      this.values = values;
      this.indices = indices;
    }

    /// Returns the first elements in the order of their keys, sorted.
    Some first(long count, List<KeyColumn> columns) {
      int some = (int) Math.min(count, indices.length);
      int[] first = Arrays.copyOf(new SliceOrder(values, 1, columns).first(some), some);
      return new Some(
          FlatParts.picked(values, first),
          Arrays.stream(first).mapToLong(i -> indices[i]).toArray());
    }
  }
}
