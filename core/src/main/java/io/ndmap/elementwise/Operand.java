package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;
import org.jspecify.annotations.Nullable;

/// What a loop takes: items, one number for all of them, or room for results in between.
///
/// @param items null if there are none
/// @param kind what the loop takes them as
/// @param bits those of the number, in the low bytes; of a complex one the real part
/// @param isRoom whether there is neither
public record Operand(@Nullable Items items, ScalarKind kind, long bits, boolean isRoom) {

  /// Items, cast to what the loop takes.
  public static Operand of(Items items, ScalarKind kind) {
    return new Operand(items, kind, 0, false);
  }

  /// The same items elsewhere.
  Operand at(Items there) {
    return new Operand(there, kind, bits, false);
  }

  /// The same number everywhere.
  public static Operand of(ScalarKind kind, long bits) {
    return new Operand(null, kind, bits, false);
  }

  /// Room for a tile.
  public static Operand room(ScalarKind kind) {
    return new Operand(null, kind, 0, true);
  }
}
