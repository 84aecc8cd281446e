package io.ndmap.picture.figure;

/// A picture of an array that knows what its axes mean: [FigureFile] draws it as PNG and SVG, and
/// `io.ndmap.picture.terminal` in a terminal. Immutable.
public sealed interface Figure permits HeatMap, LineChart, HistogramChart, ImageFigure {

  /// {@return the text around it}
  Caption caption();
}
