package io.ndmap.nd;

/// The smallest or the largest elements of an array, see `NdView.smallest`, `NdView.largest`. Both
/// are new arrays of the same shape.
///
/// @param values the elements, the smallest or the largest first
/// @param positions their positions: in C order of all elements, or on an axis
/// @param <V> the array's class
public record RankedItems<V extends NdView<V>>(V values, LongView positions) {}
