package io.ndmap.picture.figure;

/// A histogram drawn as bars.
///
/// @param caption the text around the figure
/// @param counts the bins and their counts
/// @param log whether the scale of the counts is logarithmic
/// @param values the meaning and format of the values
public record HistogramChart(Caption caption, Counts counts, boolean log, ValueScale values)
    implements Figure {}
