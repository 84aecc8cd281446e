package io.ndmap.op;

/// One of the rows that are best beside a vector: `NdView.largestProducts`, `NdView.nearest`.
///
/// @param row its number, from 0, in C order
/// @param value what it was ranked by; integers beyond 2⁵³ are rounded, but ranked exactly
public record RankedRow(long row, double value) {}
