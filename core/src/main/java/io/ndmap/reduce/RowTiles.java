package io.ndmap.reduce;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Walk;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Reduces where a kept axis is the fastest one: rows of neighbouring results, cut into tiles that
/// threads share.
final class RowTiles {

  /// Rows below which it does not pay to take them apart.
  private static final int FEWEST_COLUMNS = 4;

  private final Items view;
  private final int[] kept;
  private final int[] reduced;

  /// @param view what is reduced
  /// @param kept the axes of the results, ascending
  /// @param reduced the other ones, ascending
  RowTiles(Items view, int[] kept, int[] reduced) {
    this.view = view;
    this.kept = kept;
    this.reduced = reduced;
  }

  /// What is done with a tile.
  interface Body {

    /// Takes the next tile.
    ///
    /// @param from byte offset of the first result's first item
    /// @param width how many results
    /// @param first the number of the first result, in C order
    /// @param step how many results further the next one is
    /// @param walk is told what is passed
    void run(long from, int width, long first, long step, Walk walk);
  }

  /// Whether the axis along which neighbours stand is a kept one of some length.
  boolean exist() {
    int axis = innermost(kept);
    return axis >= 0
        && view.size(axis) >= FEWEST_COLUMNS
        && distance(axis) < distance(innermost(reduced));
  }

  /// How many results a whole row has.
  long columns() {
    return view.size(innermost(kept));
  }

  /// Bytes from an item of a result to one of the next.
  long distance() {
    return view.strided().stride(innermost(kept));
  }

  /// The axis of more than one item with the shortest stride, or -1.
  private int innermost(int... axes) {
    int best = -1;
    for (int axis : axes) {
      if (view.size(axis) > 1 && (best < 0 || distance(axis) < distance(best))) {
        best = axis;
      }
    }
    return best;
  }

  private long distance(int axis) {
    return axis < 0 ? Long.MAX_VALUE : Math.abs(view.strided().stride(axis));
  }

  /// Hands over all tiles.
  ///
  /// @param most the most results of a tile
  void run(int most, Body body) {
    int inner = innermost(kept);
    int[] outer = Arrays.stream(kept).filter(axis -> axis != inner).toArray();
    Strided layout = view.strided();
    long columns = layout.shape().size(inner);
    long tiles = Math.ceilDiv(columns, most);
    Strided outerItems = AxisReduction.select(layout, layout.offset(), outer);
    Shape shape = AxisReduction.select(layout, 0, kept).shape();
    Strided results = Strided.contiguous(shape, 1, Order.C);
    Strided outerResults =
        Strided.of(
            0,
            outerItems.shape(),
            Arrays.stream(outer).mapToLong(axis -> results.stride(position(axis))).toArray());
    long step = results.stride(position(inner));
    new Parts(view.execution(), view.backing())
        .runWalks(
            outerItems.shape().itemCount() * tiles,
            (k, walk) -> {
              long first = k % tiles * most;
              body.run(
                  AxisReduction.at(outerItems, k / tiles) + first * layout.stride(inner),
                  (int) Math.min(most, columns - first),
                  AxisReduction.at(outerResults, k / tiles) + first * step,
                  step,
                  walk);
            });
  }

  private int position(int axis) {
    return Arrays.binarySearch(kept, axis);
  }

  /// The reduced axes in the order in which their rows are passed: at least one.
  Strided rows() {
    Strided items = AxisReduction.select(view.strided(), 0, reduced);
    int[] order =
        IntStream.range(0, items.rank())
            .filter(k -> items.shape().size(k) > 1)
            .boxed()
            .sorted((a, b) -> Long.compare(Math.abs(items.stride(b)), Math.abs(items.stride(a))))
            .mapToInt(Integer::intValue)
            .toArray();
    return order.length == 0
        ? Strided.of(0, Shape.of(1), 0)
        : AxisReduction.select(items, 0, order);
  }
}
