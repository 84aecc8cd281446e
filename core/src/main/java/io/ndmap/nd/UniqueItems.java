package io.ndmap.nd;

/// The distinct elements of an array, see `NdView.uniqueCounts`. Values, indices and counts are
/// three new arrays of rank 1 and of one length.
///
/// @param values the distinct elements, in ascending order
/// @param indices for each value, the position in C order of its first occurrence
/// @param counts for each value, the number of its occurrences
/// @param <V> the array's class
public record UniqueItems<V extends NdView<V>>(V values, LongView indices, LongView counts) {}
