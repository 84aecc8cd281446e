package io.ndmap.op;

/// One of the rows that rank best against a vector: `NdView.largestProducts`, `NdView.nearest`.
///
/// @param row the index of the row, counted in C order if the rows have several indices
/// @param value the value by which the row was ranked; integers beyond 2⁵³ are rounded in this
///   record, but were ranked exactly
public record RankedRow(long row, double value) {}
