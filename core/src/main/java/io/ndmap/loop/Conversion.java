package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// The conversion of real numbers from one scalar type to another by NumPy's rules: integers lose
/// their high bits. Floating-point numbers become integers as on x86-64: they are truncated to a
/// signed integer of 32 or 64 bits, which is its lowest value if they do not fit or are NaN, and
/// narrower integers get its low bits. Numbers from 2⁶³ to 2⁶⁴ fit unsigned integers of 64 bits.
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
