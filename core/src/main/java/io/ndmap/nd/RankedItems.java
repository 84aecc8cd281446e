package io.ndmap.nd;

/// The smallest or the largest elements of an array, see `NdView.smallest`, `NdView.largest`. The
/// values and their positions are two new arrays of one shape.
///
/// @param values the elements, with the smallest or the largest first
/// @param positions for each value, its position in the array in C order, or its position on the
///   axis
/// @param <V> the array's class
public record RankedItems<V extends NdView<V>>(V values, LongView positions) {}
