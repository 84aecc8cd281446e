package io.ndmap.picture.figure;

/// Counts as bars.
///
/// @param caption the text around it
/// @param counts the bins
/// @param log whether bars are as high as the logarithms of their counts
/// @param values what the values mean
public record HistogramChart(Caption caption, Counts counts, boolean log, ValueScale values)
    implements Figure {}
