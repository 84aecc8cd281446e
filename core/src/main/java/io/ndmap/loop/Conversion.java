package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// The conversion of real numbers from one scalar type to another by NumPy's rules: integers lose
/// their high bits; floating-point numbers that do not fit become the lowest integer, as on x86-64.
///
/// @param from not a long double
/// @param to not a long double
public record Conversion(ScalarKind from, ScalarKind to) {

  /// Returns the name for `Diagnostics`.
  @Override
  public String toString() {
    return "CAST_TO_" + to;
  }
}
