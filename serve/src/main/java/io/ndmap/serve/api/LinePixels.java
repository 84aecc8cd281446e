package io.ndmap.serve.api;

import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.ContrastRule;
import io.ndmap.picture.colour.Pixels;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// A line as pixels: a column for each cell, with the band from its least to its largest element
/// and the mean within.
///
/// @param cells one row of them, at least one
/// @param rule the values at the bottom and the top, if they are given or around 0; else these are
///   the least and the largest
/// @param height how many rows of pixels there are
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

  private int row(Contrast range, double value) {
    return (int) Math.rint((1 - range.position(value)) * (height - 1));
  }

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
