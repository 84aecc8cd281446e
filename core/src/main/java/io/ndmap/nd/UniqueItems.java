package io.ndmap.nd;

/// The distinct items of an array: `NdView.uniqueCounts`. All three are new arrays of rank 1 and of
/// one length.
///
/// @param values the items, in ascending order
/// @param indices for each the position of the first item equal to it, in C order
/// @param counts for each how many items are equal to it
/// @param <V> the leaf of the array
public record UniqueItems<V extends NdView<V>>(V values, LongView indices, LongView counts) {}
