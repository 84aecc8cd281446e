package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Makes the vector loops of the table. Loaded only where the module `jdk.incubator.vector` is.
final class VectorLoops {

  /// Processors with vectors of 16 bytes alone gain nothing from them.
  private static final int LEAST_BITS = 256;

  /// Bits of the widest vectors.
  static final int WIDTH = ByteVector.SPECIES_PREFERRED.vectorBitSize();

  // Made once for each lane, by the callers of #loop, which is synchronized.
  private static final Map<ScalarKind, Function<Object, @Nullable Object>> ROWS =
      new EnumMap<>(ScalarKind.class);

  private VectorLoops() {}

  /// Whether vectors pay here at all: they need native access, too.
  static boolean exist() {
    return WIDTH >= LEAST_BITS && Unowned.ALL != null;
  }

  /// The loop of an operation, for at least [#least] items.
  ///
  /// @return null where there are plain loops alone
  static synchronized @Nullable Loop loop(Object operation, ScalarKind lane) {
    if (lane.isComplex()) {
      return null;
    }
    if (operation instanceof Conversion conversion) {
      return conversion(conversion);
    }
    if (operation == Special.CHOICE) {
      VectorSpecies<Object> items = species(lane);
      return (Loop)
          Templates.define(VectorChoice.class, new VectorRow(items, bytes(items), operation));
    }
    Object computed = ROWS.computeIfAbsent(lane, VectorLoops::rows).apply(operation);
    if (computed == null) {
      return null;
    }
    if (operation instanceof Sums) {
      VectorSpecies<Object> doubles = sums();
      VectorSpecies<Object> items = species(carrier(lane), doubles.length());
      return (Loop) Templates.define(VectorSums.class, new VectorRow(items, doubles, computed));
    }
    VectorSpecies<Object> species = species(lane);
    if (computed instanceof VectorRow.Extremes) {
      return (Loop) Templates.define(VectorExtremes.class, new VectorRow(species, species, computed));
    }
    if (computed instanceof VectorRow.Map) {
      return (Loop)
          Templates.define(VectorMap.class, new VectorRow(species, species, computed));
    }
    Class<? extends Loop> template = isWide(species) ? VectorTest.class : VectorNarrowTest.class;
    return (Loop) Templates.define(template, new VectorRow(species, bytes(species), computed));
  }

  private static @Nullable Loop conversion(Conversion conversion) {
    VectorConversions conversions = VectorConversions.of(conversion);
    if (conversions == null) {
      return null;
    }
    @SuppressWarnings("unchecked") // what the template is
    Supplier<VectorRow.@Nullable Map> row =
        (Supplier<VectorRow.@Nullable Map>) Templates.define(ConversionRow.class, conversions);
    VectorRow.Map map = row.get();
    return map == null
        ? null
        : (Loop)
            Templates.define(
                VectorConversion.class,
                new VectorRow(conversions.source(), conversions.target(), map));
  }

  /// The fewest items that a vector loop takes.
  static int least(Object operation, ScalarKind lane) {
    if (lane.isComplex()) {
      return Integer.MAX_VALUE;
    }
    return operation instanceof Conversion
        ? WIDTH / Byte.SIZE
        : Math.max(species(lane).length(), Long.BYTES);
  }

  @SuppressWarnings("unchecked") // what the template is
  private static Function<Object, @Nullable Object> rows(ScalarKind lane) {
    return (Function<Object, @Nullable Object>) Templates.define(VectorRows.class, lane);
  }

  /// Whether there are vectors of as many bytes.
  private static boolean isWide(VectorSpecies<Object> species) {
    return species.length() >= Long.BYTES;
  }

  /// Vectors of as many bytes, if there are such.
  private static VectorSpecies<Object> bytes(VectorSpecies<Object> species) {
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

  private static Class<?> carrier(ScalarKind lane) {
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
  private static VectorSpecies<Object> species(Class<?> carrier, int lanes) {
    VectorSpecies<?> widest = VectorSpecies.ofLargestShape(carrier);
    VectorShape shape = VectorShape.forBitSize(lanes * widest.elementSize());
    return (VectorSpecies<Object>) VectorSpecies.of(carrier, shape);
  }
}
