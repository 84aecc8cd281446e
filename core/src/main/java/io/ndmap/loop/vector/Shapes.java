package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The vector species of this processor.
final class Shapes {

  /// Bits of the widest vectors.
  static final int WIDTH = ByteVector.SPECIES_PREFERRED.vectorBitSize();

  static final int WIDTH_OF_AVX_512 = 512;

  private Shapes() {}

  /// Returns whether byte vectors with as many lanes as a species exist.
  static boolean isWide(VectorSpecies<Object> species) {
    return species.length() >= Long.BYTES;
  }

  /// Returns byte vectors with as many lanes as a species if they exist, else the species itself.
  static VectorSpecies<Object> bytes(VectorSpecies<Object> species) {
    return isWide(species) ? species(byte.class, species.length()) : species;
  }

  /// Returns the species in which sums are computed.
  static VectorSpecies<Object> sums() {
    return species(ScalarKind.FLOAT64);
  }

  /// Returns the widest species of a compute type.
  static VectorSpecies<Object> species(ScalarKind type) {
    return species(carrier(type), WIDTH / Byte.SIZE / type.itemsize());
  }

  /// Returns the species of a compute type with a number of lanes.
  static VectorSpecies<Object> species(ScalarKind type, int lanes) {
    return species(carrier(type), lanes);
  }

  /// Returns the species of a compute type with a number of lanes, clamped to the numbers that
  /// exist.
  static VectorSpecies<Object> speciesOrNarrower(ScalarKind type, int lanes) {
    int most = WIDTH / Byte.SIZE / type.itemsize();
    int least = Long.BYTES / type.itemsize();
    return species(carrier(type), Math.clamp(lanes, least, most));
  }

  static Class<?> carrier(ScalarKind type) {
    return switch (type) {
      case BOOL, INT8, UINT8 -> byte.class;
      case INT16, UINT16, FLOAT16 -> short.class;
      case INT32, UINT32 -> int.class;
      case INT64, UINT64 -> long.class;
      case FLOAT32 -> float.class;
      case FLOAT64 -> double.class;
      default -> throw new AssertionError(type);
    };
  }

  @SuppressWarnings("unchecked") // the templates are for any compute type
  static VectorSpecies<Object> species(Class<?> carrier, int lanes) {
    VectorSpecies<?> widest = VectorSpecies.ofLargestShape(carrier);
    VectorShape shape = VectorShape.forBitSize(lanes * widest.elementSize());
    return (VectorSpecies<Object>) VectorSpecies.of(carrier, shape);
  }
}
