package io.ndmap.picture;

/// The kinds of pictures.
public enum Kind {
  /// A grid of colours, one per cell of two axes.
  HEATMAP,
  /// The mean along one axis, within a band from minimum to maximum.
  LINE,
  /// The number of elements in each bin of values.
  HISTOGRAM,
  /// An image: the last axis has red, green, blue and optionally opacity.
  IMAGE
}
