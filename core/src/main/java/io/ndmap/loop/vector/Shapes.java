package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The vectors of this processor.
final class Shapes {

  /// Bits of the widest ones.
  static final int WIDTH = ByteVector.SPECIES_PREFERRED.vectorBitSize();

  private Shapes() {}

  /// Whether there are vectors of as many bytes.
  static boolean isWide(VectorSpecies<Object> species) {
    return species.length() >= Long.BYTES;
  }

  /// Vectors of as many bytes, if there are such.
  static VectorSpecies<Object> bytes(VectorSpecies<Object> species) {
    return isWide(species) ? species(byte.class, species.length()) : species;
  }

  /// Vectors of doubles that are sums.
  static VectorSpecies<Object> sums() {
    return species(ScalarKind.FLOAT64);
  }

  /// The widest vectors of a lane.
  static VectorSpecies<Object> species(ScalarKind lane) {
    return species(carrier(lane), WIDTH / Byte.SIZE / lane.itemsize());
  }

  /// Vectors of so many lanes.
  static VectorSpecies<Object> species(ScalarKind lane, int lanes) {
    return species(carrier(lane), lanes);
  }

  /// The same; where they were too wide or too narrow, any.
  static VectorSpecies<Object> speciesOrNarrower(ScalarKind lane, int lanes) {
    int most = WIDTH / Byte.SIZE / lane.itemsize();
    int least = Long.BYTES / lane.itemsize();
    return species(carrier(lane), Math.clamp(lanes, least, most));
  }

  static Class<?> carrier(ScalarKind lane) {
    return switch (lane) {
      case INT8, UINT8 -> byte.class;
      case INT16, UINT16, FLOAT16 -> short.class;
      case INT32, UINT32 -> int.class;
      case INT64, UINT64 -> long.class;
      case FLOAT32 -> float.class;
      case FLOAT64 -> double.class;
      default -> throw new AssertionError(lane);
    };
  }

  @SuppressWarnings("unchecked") // the templates are for lanes of any type
  static VectorSpecies<Object> species(Class<?> carrier, int lanes) {
    VectorSpecies<?> widest = VectorSpecies.ofLargestShape(carrier);
    VectorShape shape = VectorShape.forBitSize(lanes * widest.elementSize());
    return (VectorSpecies<Object>) VectorSpecies.of(carrier, shape);
  }
}
