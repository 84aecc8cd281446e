package io.ndmap.order;

import io.ndmap.copy.ItemCopy;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The smallest or the largest items, in their order, NaN and `NaT` last.
///
/// @param values the items
/// @param places where they are
public record FirstItems(Items values, Items places) {

  /// Those of all items.
  ///
  /// @param count how many are wanted
  /// @param largest whether large ones come first
  /// @return of rank 1, with places in C order
  public static FirstItems flat(Items view, long count, boolean largest) {
    return flat(view, count, largest, Pieces.MOST);
  }

  /// @param most the most items of a piece
  static FirstItems flat(Items view, long count, boolean largest, int most) {
    List<KeyColumn> columns = columns(view, largest);
    Shape shape = Shape.of(wanted(count, view.itemCount()));
    FirstItems target = target(view, shape);
    if (shape.itemCount() > 0) {
      Some found =
          Pieces.reduce(
              view,
              most,
              (items, first) ->
                  new Some(items, LongStream.range(first, first + items.itemCount()).toArray())
                      .first(count, columns),
              (one, two) ->
                  new Some(
                          Pieces.joined(one.values, two.values),
                          Pieces.joined(one.places, two.places))
                      .first(count, columns));
      ItemCopy.copy(found.values, target.values);
      Sorting.store(found.places, target.places);
    }
    return target;
  }

  /// Those along an axis.
  ///
  /// @param axis from 0 on
  /// @return of the same shape but along the axis, with places on it
  public static FirstItems along(Items view, int axis, long count, boolean largest) {
    List<KeyColumn> columns = columns(view, largest);
    long[] sizes = view.shape().toArray();
    if (sizes[axis] > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": "
              + sizes[axis]
              + " items along axis "
              + axis
              + " are more than a Java array holds");
    }
    int wanted = (int) wanted(count, sizes[axis]);
    sizes[axis] = wanted;
    FirstItems target = target(view, Shape.of(sizes));
    if (target.values.itemCount() > 0) {
      Lanes.along(axis, view, target.values, target.places)
          .forEachGroup(
              (lanes, from, to) -> {
                int[] order = new LaneOrder(from, lanes, columns).first(wanted);
                Sorting.store(lanes, from, order, to[0]);
                Sorting.storePlaces(lanes, order, to[1]);
              });
    }
    return target;
  }

  private static List<KeyColumn> columns(Items view, boolean largest) {
    List<KeyColumn> columns = KeyColumn.of(view);
    return largest ? columns.stream().map(KeyColumn::reversed).toList() : columns;
  }

  private static long wanted(long count, long items) {
    if (count < 0) {
      throw new IllegalArgumentException("at least 0 items are wanted, found " + count);
    }
    return Math.min(count, items);
  }

  private static FirstItems target(Items view, Shape shape) {
    return new FirstItems(
        view.result(view.dtype(), shape, Order.C),
        Items.temporary(DType.INT64, LaneOrder.contiguous(shape, Long.BYTES)));
  }

  /// Some items and their places.
  private static final class Some {
    private final Items values;
    private final long[] places;

    Some(Items values, long... places) {
      this.values = values;
      this.places = places;
    }

    Some first(long count, List<KeyColumn> columns) {
      int wanted = (int) Math.min(count, places.length);
      int[] first = Arrays.copyOf(new LaneOrder(values, 1, columns).first(wanted), wanted);
      return new Some(
          Pieces.picked(values, first), Arrays.stream(first).mapToLong(i -> places[i]).toArray());
    }
  }
}
