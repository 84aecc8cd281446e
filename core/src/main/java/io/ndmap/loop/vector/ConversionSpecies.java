package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Conversion;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The vector species of a [Conversion], with the same number of lanes for source and target.
///
/// @param conversion the conversion
/// @param source species of the elements
/// @param target species of the results
record ConversionSpecies(
    Conversion conversion, VectorSpecies<Object> source, VectorSpecies<Object> target) {

  /// The size of the narrowest vectors, in bits.
  private static final int LEAST_BITS = 64;

  /// Returns the species of a conversion.
  ///
  /// @return null if a type has no vectors, or if its vectors would be too narrow
  static @Nullable ConversionSpecies of(Conversion conversion) {
    ScalarKind from = conversion.from();
    ScalarKind to = conversion.to();
    if (from.isNarrow() || to.isNarrow() || to == ScalarKind.BOOL) {
      return null;
    }
    int lanes = Shapes.WIDTH / Byte.SIZE / widest(from, to);
    int bits = lanes * Byte.SIZE * Math.min(from.itemsize(), to.itemsize());
    return bits < LEAST_BITS
        ? null
        : new ConversionSpecies(conversion, Shapes.species(from, lanes), Shapes.species(to, lanes));
  }

  /// Returns the size of the widest element that the conversion uses, in bytes; conversions between
  /// floats and unsigned 32-bit integers use doubles.
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
