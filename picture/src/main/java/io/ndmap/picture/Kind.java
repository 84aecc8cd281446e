package io.ndmap.picture;

/// The kinds of pictures.
public enum Kind {
  /// A colour for each cell of two axes.
  HEATMAP,
  /// The mean along one axis, within an envelope from minimum to maximum.
  LINE,
  /// How many numbers there are between edges.
  HISTOGRAM,
  /// Red, green and blue, and maybe opacity, along the last axis.
  IMAGE
}
