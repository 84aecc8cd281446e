package io.ndmap.nd;

/// The smallest or the largest items of an array: `NdView.smallest`, `NdView.largest`. Both are new
/// arrays of one shape.
///
/// @param values the items, the smallest or the largest first
/// @param positions where they are: in C order of all items, or on an axis
/// @param <V> the leaf of the array
public record RankedItems<V extends NdView<V>>(V values, LongView positions) {}
