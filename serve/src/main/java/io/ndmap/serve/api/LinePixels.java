package io.ndmap.serve.api;

import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.ContrastRule;
import io.ndmap.picture.colour.Pixels;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The picture of a line. Each cell is one column of pixels, with a band from the cell's minimum to
/// its maximum, and the mean within the band.
///
/// @param cells one row of at least one cell
/// @param rule determines the values at the bottom and at the top: fixed ends, or else the minimum
///   and the maximum instead of the rule's percentiles
/// @param height the height of the picture in pixels
record LinePixels(Cells cells, ContrastRule rule, int height) {

  private static final int PAPER = 0xffffffff;
  private static final int BAND = 0xff9ecae1;
  private static final int MEAN = 0xff08519c;

  Pixels pixels() {
    int columns = cells.columns();
    Contrast range = range();
    int[] argb = new int[height * columns];
    Arrays.fill(argb, PAPER);
    for (int column = 0; column < columns; column++) {
      if (cells.count(0, column) > 0) {
        int bottom = row(range, cells.value(Aggregate.MIN, 0, column));
        for (int row = row(range, cells.value(Aggregate.MAX, 0, column)); row <= bottom; row++) {
          argb[row * columns + column] = BAND;
        }
        argb[row(range, cells.value(Aggregate.MEAN, 0, column)) * columns + column] = MEAN;
      }
    }
    return new Pixels(height, columns, argb);
  }

  /// The row of pixels that shows a value.
  private int row(Contrast range, double value) {
    return (int) Math.rint((1 - range.position(value)) * (height - 1));
  }

  /// The values at the bottom and at the top of the picture.
  private Contrast range() {
    ContrastRule found = rule.ends().isEmpty() ? rule.withPercentiles(0, 100) : rule;
    return found.of(
        IntStream.range(0, cells.columns())
            .boxed()
            .flatMapToDouble(
                column ->
                    DoubleStream.of(
                        cells.value(Aggregate.MIN, 0, column),
                        cells.value(Aggregate.MAX, 0, column)))
            .toArray());
  }
}
