package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Contrast;

/// A line of means within a band from minimum to maximum. Parts without a value are gaps.
///
/// @param caption the text around the figure
/// @param items the axis from left to right
/// @param envelope the values of the parts
/// @param range the values at the lower and the upper edge; values outside are clipped
/// @param values the meaning and format of the values
public record LineChart(
    Caption caption, ItemAxis items, Envelope envelope, Contrast range, ValueScale values)
    implements Figure {

  /// A line chart whose edges are the minimum and the maximum of the line, or 0 and 1 if the line
  /// has no values.
  ///
  /// @param caption the text around the figure
  /// @param items the axis from left to right
  /// @param envelope the values of the parts
  /// @param values the meaning and format of the values
  public LineChart(Caption caption, ItemAxis items, Envelope envelope, ValueScale values) {
    this(caption, items, envelope, whole(envelope), values);
  }

  private static Contrast whole(Envelope envelope) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int part = 0; part < envelope.parts(); part++) {
      if (envelope.has(part)) {
        low = Math.min(low, envelope.min(part));
        high = Math.max(high, envelope.max(part));
      }
    }
    return low <= high ? new Contrast(low, high, false) : new Contrast(0, 1, false);
  }
}
