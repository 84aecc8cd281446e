package io.ndmap.reduce;

import io.ndmap.axes.ColumnTiles;
import io.ndmap.axes.Layouts;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Walk;

/// Rows of neighbouring results, cut into tiles that threads share: for reductions whose fastest
/// axis is a kept one, or whose results have few elements.
final class RowTiles {

  /// Results of a row below which it does not pay to compute them together.
  private static final int FEWEST_COLUMNS = 4;

  /// Results of a row from which it may pay although their elements are not adjacent.
  private static final int MANY_COLUMNS = 64;

  /// The layout of a single row.
  static final Strided ONE = Strided.of(0, Shape.of(1), 0);

  private final Items view;
  private final Strided kept;
  private final Strided reduced;
  private final int inner;

  /// @param view what is reduced
  /// @param kept the axes of the results
  /// @param reduced the other ones
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
    /// @param from byte offset of the first result's first element
    /// @param width how many results
    /// @param at byte offset of the first result
    /// @param walk to which the elements read are reported
    void run(long from, int width, long at, Walk walk);
  }

  /// Whether the innermost axis is a kept one that is long enough.
  boolean exist() {
    return inner >= 0
        && columns() >= FEWEST_COLUMNS
        && Layouts.distance(kept, inner) < Layouts.distance(reduced, Layouts.innermost(reduced));
  }

  /// Whether it pays to compute many results together although their elements are not adjacent:
  /// nearly all bytes between them are elements of other results.
  boolean areClose() {
    long reach = reduced.endByte(view.itemsize()) - reduced.firstByte();
    return inner >= 0
        && columns() >= MANY_COLUMNS
        && distance() != 0
        && Layouts.distance(kept, inner) <= 2 * reach;
  }

  /// How many results a whole row has.
  long columns() {
    return kept.shape().size(inner);
  }

  /// Bytes from an element of a result to one of the next.
  long distance() {
    return kept.stride(inner);
  }

  /// Bytes from a result to the next.
  long step(Items target) {
    return target.strided().stride(inner);
  }

  /// Runs a body on all tiles.
  ///
  /// @param most results of a tile at most
  /// @param target the results, of the kept axes
  void run(int most, Items target, Body body) {
    ColumnTiles tiles = new ColumnTiles(inner, most, kept, target.strided());
    new Parts(view.execution(), view)
        .runWalks(
            tiles.count(),
            (k, walk) -> tiles.forEach(k, 1, (at, width) -> body.run(at[0], width, at[1], walk)));
  }

  /// The reduced axes, at least one, in the order in which their rows are read.
  Strided rows() {
    Strided items = Layouts.withoutUnitAxes(reduced);
    return items.rank() == 0 ? ONE : items.transpose(Layouts.descending(items));
  }
}
