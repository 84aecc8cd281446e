package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Pixels;

/// Cells as colours, with a colour bar.
///
/// @param caption the text around it
/// @param rows the elements downwards
/// @param columns the elements to the right
/// @param cells the values: each row and column of cells stands for equally many elements
/// @param colouring the colours of the values
/// @param values what the values mean
public record HeatMap(
    Caption caption,
    ItemAxis rows,
    ItemAxis columns,
    Grid cells,
    Colouring colouring,
    ValueScale values)
    implements Figure {

  /// {@return the cells' colours}
  public Pixels pixels() {
    return colouring.pixels(cells.rows(), cells.columns(), cells.toArray());
  }
}
