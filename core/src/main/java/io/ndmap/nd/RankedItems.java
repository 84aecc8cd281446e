package io.ndmap.nd;

/// The smallest or the largest elements of an array, see `NdView.smallest`, `NdView.largest`.
/// Values and positions are new arrays of the same shape.
///
/// @param values the elements, with the smallest or the largest first
/// @param positions the positions of these elements, in C order or along the axis
/// @param <V> the array's class
public record RankedItems<V extends NdView<V>>(V values, LongView positions) {}
