package io.ndmap.nd;

/// The distinct elements of an array, see `NdView.uniqueCounts`. All three are new arrays of rank 1
/// and of the same length.
///
/// @param values the elements, in ascending order
/// @param indices for each value the position of its first occurrence, in C order
/// @param counts for each value its number of occurrences
/// @param <V> the array's class
public record UniqueItems<V extends NdView<V>>(V values, LongView indices, LongView counts) {}
