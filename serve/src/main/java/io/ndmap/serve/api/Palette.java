package io.ndmap.serve.api;

import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.ContrastRule;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.util.Optional;

/// The colouring of a picture, from the parameters `colours`, `range`, `percentiles`, `log` and
/// `symmetric`.
///
/// @param map the colour map
/// @param rule the rule for the values that get the first and the last colour
record Palette(ColourMap map, ContrastRule rule) {

  /// Reads the parameters.
  ///
  /// @throws Problem with 400 if a parameter is invalid, or parameters exclude each other
  static Palette of(Call call) {
    Optional<double[]> range = Parameters.pair(call, "range");
    Optional<double[]> percentiles = Parameters.pair(call, "percentiles");
    if (range.isPresent() && percentiles.isPresent()) {
      throw new Problem(400, "range and percentiles exclude each other");
    }
    ColourMap map = Parameters.constant(ColourMap.class, call, "colours", ColourMap.VIRIDIS);
    try {
      ContrastRule rule = ContrastRule.DEFAULT;
      if (percentiles.isPresent()) {
        rule = rule.withPercentiles(percentiles.get()[0], percentiles.get()[1]);
      }
      if (range.isPresent()) {
        rule = rule.withEnds(range.get()[0], range.get()[1]);
      }
      rule = Parameters.flag(call, "symmetric") ? rule.withSymmetric() : rule;
      rule = Parameters.flag(call, "log") ? rule.withLog() : rule;
      return new Palette(map, rule);
    } catch (IllegalArgumentException e) {
      throw new Problem(400, String.valueOf(e.getMessage()));
    }
  }

  /// Returns one pixel per cell. Percentiles are computed from the cells.
  ///
  /// @throws Problem with 400 if there are no cells
  Pixels pixels(Cells cells, Aggregate aggregate) {
    requireItems(cells);
    double[] values = new double[cells.rows() * cells.columns()];
    for (int k = 0; k < values.length; k++) {
      values[k] = value(cells, aggregate, k / cells.columns(), k % cells.columns());
    }
    return new Colouring(map, rule.of(values)).pixels(cells.rows(), cells.columns(), values);
  }

  /// @throws Problem with 400 if there are no cells
  static void requireItems(Cells cells) {
    if (cells.rows() == 0 || cells.columns() == 0) {
      throw new Problem(
          400,
          "a picture needs elements, found %s rows and %s columns"
              .formatted(cells.height(), cells.width()));
    }
  }

  /// The value that a cell shows. If all elements of the cell are infinite, the result is infinity,
  /// which has a dedicated colour. [Aggregate#COUNT_NAN] is never infinite.
  static double value(Cells cells, Aggregate aggregate, int row, int column) {
    boolean isInfinite =
        aggregate != Aggregate.COUNT_NAN
            && cells.infinite(row, column) > 0
            && cells.count(row, column) + cells.nan(row, column) == 0;
    return isInfinite ? Double.POSITIVE_INFINITY : cells.value(aggregate, row, column);
  }
}
