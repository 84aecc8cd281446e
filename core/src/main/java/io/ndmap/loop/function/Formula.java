package io.ndmap.loop.function;

/// A function of one or two numbers as a formula.
///
/// @param result what is computed
/// @param isRare where it is not the result, but what a function of single numbers gives
public record Formula(Term result, Term isRare) {}
