package io.ndmap.loop.function;

import org.jspecify.annotations.Nullable;

/// The formula of a function of one or two numbers.
///
/// @param result the result of the formula
/// @param isRare whether the formula does not hold, so that a function of single numbers is called
///   instead; null if the formula always holds
/// @param ofFloats whether numbers are floats and bits are ints; otherwise doubles and longs
public record Formula(Term result, @Nullable Term isRare, boolean ofFloats) {

  /// Creates a formula of doubles.
  Formula(Term result, Term isRare) {
    this(result, isRare, false);
  }
}
