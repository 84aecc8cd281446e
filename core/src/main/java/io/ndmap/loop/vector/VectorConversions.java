package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Conversion;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Which vectors a [Conversion] takes, as many lanes on both sides.
///
/// @param source of the items
/// @param target of the results
record VectorConversions(
    Conversion conversion, VectorSpecies<Object> source, VectorSpecies<Object> target) {

  /// The narrowest vectors.
  private static final int LEAST_BITS = 64;

  /// Those of a conversion.
  ///
  /// @return null if one side is no lane, or too narrow beside the other
  static @Nullable VectorConversions of(Conversion conversion) {
    ScalarKind from = conversion.from();
    ScalarKind to = conversion.to();
    if (!isLane(from) || !isLane(to)) {
      return null;
    }
    int lanes = Shapes.WIDTH / Byte.SIZE / widest(from, to);
    int bits = lanes * Byte.SIZE * Math.min(from.itemsize(), to.itemsize());
    return bits < LEAST_BITS
        ? null
        : new VectorConversions(conversion, Shapes.species(from, lanes), Shapes.species(to, lanes));
  }

  private static boolean isLane(ScalarKind kind) {
    return kind != ScalarKind.BOOL && !kind.isNarrow();
  }

  /// Floats and integers of 32 bits without a sign meet in doubles.
  private static int widest(ScalarKind from, ScalarKind to) {
    boolean meet =
        (from == ScalarKind.UINT32 && to == ScalarKind.FLOAT32)
            || (from == ScalarKind.FLOAT32 && to == ScalarKind.UINT32);
    return meet ? Double.BYTES : Math.max(from.itemsize(), to.itemsize());
  }

  int lanes() {
    return source.length();
  }
}
