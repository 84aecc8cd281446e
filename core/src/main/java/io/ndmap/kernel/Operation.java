package io.ndmap.kernel;

/// A binary operation on numbers.
public enum Operation {
  /// Their sum.
  PLUS("add", "sums"),
  /// The first without the second.
  MINUS("subtract", "differences"),
  /// Their product.
  TIMES("multiply", "products"),
  /// The first in terms of the second; never computed in integers.
  DIVIDED_BY("divide", "quotients"),
  /// The first, or the second where the first lies below it.
  AT_LEAST("clip", "clipped numbers"),
  /// The first, or the second where the first lies above it.
  AT_MOST("clip", "clipped numbers");

  private final String verb;
  private final String results;

  Operation(String verb, String results) {
    this.verb = verb;
    this.results = results;
  }

  /// What it is called in messages.
  ///
  /// @return a verb
  public String verb() {
    return verb;
  }

  /// What comes of it, for messages.
  ///
  /// @return a noun in the plural
  public String results() {
    return results;
  }
}
