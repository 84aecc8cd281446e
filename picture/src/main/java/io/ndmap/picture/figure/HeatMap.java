package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Pixels;

/// A grid of cells drawn as colours, with a colour bar.
///
/// @param caption the text around the figure
/// @param rows the axis from top to bottom
/// @param columns the axis from left to right
/// @param cells the values; all rows and all columns of cells stand for equally many elements
/// @param colouring the mapping from values to colours
/// @param values the meaning and format of the values
public record HeatMap(
    Caption caption,
    ItemAxis rows,
    ItemAxis columns,
    Grid cells,
    Colouring colouring,
    ValueScale values)
    implements Figure {

  /// {@return the colours of the cells}
  public Pixels pixels() {
    return colouring.pixels(cells.rows(), cells.columns(), cells.toArray());
  }
}
