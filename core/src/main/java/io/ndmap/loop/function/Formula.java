package io.ndmap.loop.function;

import org.jspecify.annotations.Nullable;

/// A function of one or two numbers as a formula.
///
/// @param result what is computed
/// @param isRare where it is not the result, but what a function of single numbers gives; null if
///   it always is the result
/// @param ofFloats whether its numbers are floats and its bits those of an int, else doubles and
///   longs
public record Formula(Term result, @Nullable Term isRare, boolean ofFloats) {

  /// A formula of doubles.
  Formula(Term result, Term isRare) {
    this(result, isRare, false);
  }
}
