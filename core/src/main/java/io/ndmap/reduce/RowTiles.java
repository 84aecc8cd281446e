package io.ndmap.reduce;

import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Walk;

/// Rows of neighbouring results, divided into tiles that threads share. For reductions whose
/// fastest axis is kept, or whose results have few elements.
final class RowTiles {

  /// A row of fewer results than this is not worth computing together.
  private static final int FEWEST_COLUMNS = 4;

  /// A row of at least this many results may be worth computing together even if the elements of
  /// neighbouring results are not adjacent.
  private static final int MANY_COLUMNS = 64;

  /// The layout of a single row.
  static final Strided ONE = Strided.of(0, Shape.of(1), 0);

  private final Items view;
  private final Strided kept;
  private final Strided reduced;
  private final int inner;

  /// @param view the view to reduce
  /// @param kept the layout of the axes of the results
  /// @param reduced the layout of the reduced axes
  RowTiles(Items view, Strided kept, Strided reduced) {
    this.view = view;
    this.kept = kept;
    this.reduced = reduced;
    this.inner = Layouts.innermost(kept);
  }

  /// The work on a tile.
  interface Body {

    /// Computes a tile.
    ///
    /// @param from byte offset of the first element of the first result
    /// @param width the number of results
    /// @param at byte offset of the first result
    /// @param walk records the elements that were read
    void run(long from, int width, long at, Walk walk);
  }

  /// Returns whether the fastest axis is a kept axis of at least [#FEWEST_COLUMNS] elements.
  boolean exist() {
    return inner >= 0
        && columns() >= FEWEST_COLUMNS
        && Layouts.distance(kept, inner) < Layouts.distance(reduced, Layouts.innermost(reduced));
  }

  /// Returns whether it pays to compute a row of results together although the elements of
  /// neighbouring results are not adjacent: there are at least [#MANY_COLUMNS] results, and the
  /// elements of one result span at least half of the distance to the next result.
  boolean areClose() {
    long reach = reduced.endByte(view.itemsize()) - reduced.firstByte();
    return inner >= 0
        && columns() >= MANY_COLUMNS
        && distance() != 0
        && Layouts.distance(kept, inner) <= 2 * reach;
  }

  /// Returns the number of results of a whole row.
  long columns() {
    return kept.shape().size(inner);
  }

  /// Returns the bytes from an element of one result to the element of the next result.
  long distance() {
    return kept.stride(inner);
  }

  /// Returns the bytes from one result to the next.
  long step(Items target) {
    return target.strided().stride(inner);
  }

  /// Runs a body on all tiles.
  ///
  /// @param most the maximum number of results of a tile
  /// @param target the array of the results, whose axes are the kept axes
  void run(int most, Items target, Body body) {
    ColumnTiles tiles = new ColumnTiles(inner, most, kept, target.strided());
    new Parts(view.execution(), view)
        .runWalks(
            tiles.count(),
            (k, walk) -> tiles.forEach(k, 1, (at, width) -> body.run(at[0], width, at[1], walk)));
  }

  /// Returns the reduced axes, at least one, in the order in which their rows are read.
  Strided rows() {
    Strided items = Layouts.withoutUnitAxes(reduced);
    return items.rank() == 0 ? ONE : items.transpose(Layouts.descending(items));
  }
}
