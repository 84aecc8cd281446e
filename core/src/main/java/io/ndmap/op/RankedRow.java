package io.ndmap.op;

/// One of the rows that rank best against a vector: `NdView.largestProducts`, `NdView.nearest`.
///
/// @param row its index in C order
/// @param value the value it was ranked by; integers beyond 2⁵³ are rounded, but ranked exactly
public record RankedRow(long row, double value) {}
