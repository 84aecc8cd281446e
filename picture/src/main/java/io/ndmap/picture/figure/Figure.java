package io.ndmap.picture.figure;

/// A picture of an array with labelled axes. [FigureFile] draws it as PNG and SVG, and
/// `io.ndmap.picture.terminal` in a terminal. Immutable.
public sealed interface Figure permits HeatMap, LineChart, HistogramChart, ImageFigure {

  /// {@return the text around the figure}
  Caption caption();
}
