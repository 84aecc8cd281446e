package io.ndmap.cli.view;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Histogram;
import io.ndmap.op.Statistics;
import io.ndmap.picture.Cells;
import io.ndmap.picture.Overview;
import io.ndmap.picture.Sample;
import io.ndmap.picture.colour.ContrastRule.Ends;
import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Counts;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.HistogramChart;
import io.ndmap.picture.figure.ValueScale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Draws histograms of all elements, in two passes and a third if there are infinities, or of a
/// sample of the elements.
///
/// @param view the elements
/// @param style the options for how to show numbers
/// @param title the name of the array
/// @param detail a description of the drawn part of the array
record HistogramDrawing(NdView<?> view, Style style, String title, String detail) {

  /// The maximum number of rows and of columns of cells of a sample.
  private static final int SIDE = 64;

  private static final long SEED = 44;

  /// Rejects elements of which no histogram can be drawn.
  ///
  /// @param sampled whether only a sample is drawn
  /// @throws DTypeException if the elements are times, or if an exact histogram of the magnitude or
  ///   phase of complex numbers is requested
  void check(boolean sampled) {
    requireNoTimes();
    if (!sampled) {
      var _ = numbers();
    }
  }

  Figure figure(int bins, boolean sampled) {
    return sampled ? ofSample(bins) : ofAll(bins);
  }

  private Figure ofSample(int bins) {
    Sample sample = Overview.of(view, style.part()).sample(SIDE, SIDE, SEED);
    Cells cells = sample.cells();
    NdView<?> numbers = NdView.of(sample.numbers());
    Facts facts =
        new Facts(
            cells.min(), cells.max(), cells.mean(), cells.nan(), cells.infinite(), cells.share());
    return figure(numbers, facts, bins);
  }

  private Figure ofAll(int bins) {
    NdView<?> numbers = numbers();
    Statistics found = numbers.statistics();
    Facts facts =
        new Facts(
            found.min().map(Number::doubleValue).orElse(Double.NaN),
            found.max().map(Number::doubleValue).orElse(Double.NaN),
            found.mean(),
            found.nan(),
            infinite(numbers, found),
            1);
    return figure(numbers, facts, bins);
  }

  /// Counts infinities, if the statistics show that there are any.
  private static long infinite(NdView<?> numbers, Statistics found) {
    boolean some =
        Stream.of(found.min(), found.max())
            .flatMap(Optional::stream)
            .anyMatch(end -> Double.isInfinite(end.doubleValue()));
    return some ? Expression.evaluate("sum(isinf(x))", Map.of("x", numbers)).getLong() : 0;
  }

  private void requireNoTimes() {
    if (view.dtype() instanceof TimeType) {
      throw new DTypeException(
          "elements of " + view.dtype() + " are times, and a histogram is of numbers");
    }
  }

  /// The numbers to count: the elements, or the real or imaginary part of complex numbers.
  ///
  /// @throws DTypeException if the magnitude or the phase of complex numbers is requested
  private NdView<?> numbers() {
    if (view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex()) {
      return switch (style.part()) {
        case REAL -> view.real();
        case IMAG -> view.imag();
        case MAGNITUDE, PHASE ->
            throw new DTypeException(
                "a histogram of complex numbers is of one part; choose --part real or --part imag,"
                    + " or --sampled");
      };
    }
    return view;
  }

  private Figure figure(NdView<?> numbers, Facts facts, int bins) {
    Histogram counted = count(numbers, facts, bins);
    return new HistogramChart(
        new Caption(title, detail, facts),
        new Counts(counted.edges(), counted.counts()),
        style.contrast().log(),
        ValueScale.ofNumbers("value"));
  }

  /// Counts numbers in bins over the requested range, or else from the minimum to the maximum.
  private Histogram count(NdView<?> numbers, Facts facts, int bins) {
    Ends ends =
        style
            .contrast()
            .ends()
            .orElseGet(
                () -> {
                  if (Double.isInfinite(facts.min()) || Double.isInfinite(facts.max())) {
                    throw new IllegalArgumentException(
                        "the numbers reach "
                            + facts.min()
                            + " to "
                            + facts.max()
                            + "; choose a --range LO,HI");
                  }
                  return Double.isNaN(facts.min())
                      ? new Ends(0, 1)
                      : new Ends(facts.min(), facts.max());
                });
    return numbers.histogram(bins, ends.low(), ends.high());
  }
}
