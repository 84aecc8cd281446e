package io.ndmap.picture.figure;

import io.ndmap.picture.colour.Contrast;

/// A line of means within a band from the least to the largest values; parts without a value are
/// gaps.
///
/// @param caption the text around it
/// @param items the elements to the right
/// @param envelope the values
/// @param range the values at the lower and the upper edge; values beyond are cut off
/// @param values what the values mean
public record LineChart(
    Caption caption, ItemAxis items, Envelope envelope, Contrast range, ValueScale values)
    implements Figure {

  /// A line whose edges are its least and its largest value.
  ///
  /// @param caption the text around it
  /// @param items the axis
  /// @param envelope the values
  /// @param values the scale of the values
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
