package io.ndmap.loop.function;

import org.jspecify.annotations.Nullable;

/// The formula of a function of one or two numbers.
///
/// @param result the result
/// @param isRare whether the formula does not hold and a function for single numbers is called
///   instead; null if it always holds
/// @param ofFloats whether its numbers are floats and its bits ints, else doubles and longs
public record Formula(Term result, @Nullable Term isRare, boolean ofFloats) {

  /// Creates a formula of doubles.
  Formula(Term result, Term isRare) {
    this(result, isRare, false);
  }
}
