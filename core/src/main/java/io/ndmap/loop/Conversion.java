package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// The conversion of real numbers of one kind into those of another, by NumPy's rules: what does
/// not fit loses its high bits, or becomes the least integer as on x86-64.
///
/// @param from not a long double
/// @param to not a long double
public record Conversion(ScalarKind from, ScalarKind to) {

  /// As in `Diagnostics`.
  @Override
  public String toString() {
    return "CAST_TO_" + to;
  }
}
