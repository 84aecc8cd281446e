package io.ndmap.loop.vector;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArraySort;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Fused;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.MixedComparison;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.RowByRow;
import io.ndmap.loop.Score;
import io.ndmap.loop.SeparateLoop;
import io.ndmap.loop.StridedMove;
import io.ndmap.loop.Sums;
import io.ndmap.loop.function.Formula;
import io.ndmap.loop.function.FunctionTable;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unscoped;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Creates the vector loops of the tables [VectorOperations] and [VectorConversionTable], and of
/// formulas. Loaded only if the module `jdk.incubator.vector` is present.
public final class VectorTable {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /// The minimum size of the widest vectors, in bits: narrower vectors gain nothing.
  private static final int LEAST_BITS = 256;

  // One entry per compute type; guarded by #loop, which is synchronized.
  private static final Map<ScalarKind, Function<Object, @Nullable Object>> ROWS =
      new EnumMap<>(ScalarKind.class);

  private VectorTable() {}

  /// Returns whether vectors pay off on this processor and native access is on.
  public static boolean exist() {
    return Shapes.WIDTH >= LEAST_BITS && Unscoped.ALL != null;
  }

  /// Returns the vector loop of an operation. It must be called with at least [#least] elements.
  ///
  /// @return null if there is only a plain loop
  public static synchronized @Nullable Loop loop(Object operation, ScalarKind type) {
    Loop made = make(operation, type);
    return made == null ? null : new SeparateLoop(made);
  }

  private static @Nullable Loop make(Object operation, ScalarKind type) {
    if (type.isComplex() || type.isNarrow()) {
      return null;
    }
    if (operation instanceof Conversion conversion) {
      return conversion(conversion);
    }
    if (operation == InternalOperation.CHOICE) {
      VectorSpecies<Object> items = Shapes.species(type);
      return (Loop)
          Templates.define(
              LOOKUP,
              VectorChoice.class,
              new VectorTemplateData(items, Shapes.bytes(items), operation));
    }
    if (operation instanceof StridedMove move) {
      VectorSpecies<Object> items = Shapes.species(type);
      return (Loop)
          Templates.define(
              LOOKUP,
              move.spreads() ? VectorStridedStore.class : VectorStridedLoad.class,
              new VectorTemplateData(items, items, operation));
    }
    if (operation instanceof FourRows rows) {
      return ofRows(rows, type);
    }
    Object computed = row(operation, type);
    if (computed == null) {
      return type.isFloat() ? function(operation, type == ScalarKind.FLOAT32) : null;
    }
    if (operation instanceof Sums) {
      VectorSpecies<Object> doubles = Shapes.sums();
      VectorSpecies<Object> items = Shapes.species(Shapes.carrier(type), doubles.length());
      return (Loop)
          Templates.define(
              LOOKUP, VectorSums.class, new VectorTemplateData(items, doubles, computed));
    }
    if (operation instanceof MinMaxRow) {
      if (type.itemsize() == Long.BYTES && Shapes.WIDTH == Shapes.WIDTH_OF_AVX_512) {
        // With AVX-512, HotSpot vectorizes the scalar loops of minima and maxima over 64-bit
        // elements.
        return null;
      }
      VectorSpecies<Object> items = Shapes.species(type);
      return (Loop)
          Templates.define(
              LOOKUP, VectorMinMaxRow.class, new VectorTemplateData(items, items, computed));
    }
    if (operation instanceof Score) {
      VectorSpecies<Object> some = Shapes.speciesOrNarrower(type, Score.LANES);
      return (Loop)
          Templates.define(
              LOOKUP, VectorScores.class, new VectorTemplateData(some, some, computed));
    }
    VectorSpecies<Object> species = Shapes.species(type);
    int operands = operandCount(operation);
    int numbers = numbers(operation);
    if (computed instanceof VectorTemplateData.Operation) {
      return (Loop)
          Templates.define(
              LOOKUP,
              VectorElementwise.class,
              new VectorTemplateData(species, species, computed, operands, numbers));
    }
    boolean counts = operation instanceof Fused fused && fused.counts();
    Class<? extends Loop> template =
        counts
            ? VectorCount.class
            : species.length() > Long.BYTES ? VectorPredicate.class : VectorNarrowPredicate.class;
    return (Loop)
        Templates.define(
            LOOKUP,
            template,
            new VectorTemplateData(species, Shapes.bytes(species), computed, operands, numbers));
  }

  /// Creates the sort of Java arrays of integers.
  @SuppressWarnings("unchecked") // the template is for arrays of any type
  public static <A> ArraySort<A> sort(NumberArrays<A> arrays) {
    int bytes = Math.min(Shapes.WIDTH, VectorSort.MOST_BITS) / Byte.SIZE;
    VectorSpecies<Object> species = Shapes.species(arrays.kind(), bytes / arrays.itemsize());
    VectorSort.Row row = VectorSort.Row.of(species, SortingNetwork.of(species));
    return (ArraySort<A>) Templates.define(LOOKUP, VectorSort.class, row);
  }

  private static @Nullable Object row(Object operation, ScalarKind type) {
    if (operation instanceof Fused fused) {
      List<Object> rows = new ArrayList<>();
      int count = fused.operations().size() - (fused.counts() ? 1 : 0);
      for (Object each : fused.operations().subList(0, count)) {
        Object row = row(each, type);
        if (row == null) {
          return null;
        }
        rows.add(row);
      }
      return FusedCode.of(fused, rows);
    }
    return ROWS.computeIfAbsent(type, VectorTable::rows).apply(operation);
  }

  private static @Nullable Loop function(Object operation, boolean single) {
    Formula formula = FunctionTable.of(operation, single);
    if (formula == null) {
      return null;
    }
    VectorFunction.Row row =
        new VectorFunction.Row(
            VectorCode.part(formula, single),
            VectorCode.lanes(formula),
            FunctionTable.function(operation, single),
            single);
    return (Loop) Templates.define(LOOKUP, VectorFunction.class, row);
  }

  private static @Nullable Loop ofRows(FourRows rows, ScalarKind type) {
    Object operation = rows.operation();
    if (operation == Binary.FMIN || operation == Binary.FMAX) {
      // One row at a time: with four of these operations in a loop, HotSpot would allocate the
      // vectors on the heap.
      Loop one = make(operation, type);
      return one == null ? null : new RowByRow(one);
    }
    ConversionSpecies conversions = ConversionSpecies.of(new Conversion(type, rows.results()));
    VectorTemplateData.Map item = conversions == null ? null : map(conversions);
    Object combined = row(operation, rows.results());
    if (conversions == null || item == null || !(combined instanceof VectorTemplateData.Map map)) {
      return null;
    }
    VectorTemplateData.Fold fold = new VectorTemplateData.Fold(item, map);
    return (Loop)
        Templates.define(
            LOOKUP,
            VectorFourRows.class,
            new VectorTemplateData(conversions.source(), conversions.target(), fold));
  }

  private static @Nullable Loop conversion(Conversion conversion) {
    ConversionSpecies conversions = ConversionSpecies.of(conversion);
    if (conversions == null) {
      return byInts(conversion);
    }
    VectorTemplateData.Map map = map(conversions);
    return map == null
        ? null
        : (Loop)
            Templates.define(
                LOOKUP,
                VectorConversion.class,
                new VectorTemplateData(conversions.source(), conversions.target(), map));
  }

  private static boolean isByInts(Conversion conversion) {
    return VectorConversionByInts.converts(conversion) && ConversionSpecies.of(conversion) == null;
  }

  private static @Nullable Loop byInts(Conversion conversion) {
    if (!isByInts(conversion)) {
      return null;
    }
    ScalarKind from = conversion.from();
    Loop toInts = loop(new Conversion(from, ScalarKind.INT32), from);
    Loop ofInts = loop(new Conversion(ScalarKind.INT32, conversion.to()), ScalarKind.INT32);
    return toInts == null || ofInts == null
        ? null
        : new VectorConversionByInts(conversion, toInts, ofInts);
  }

  @SuppressWarnings("unchecked") // the template VectorConversionTable is a Supplier of such a map
  private static VectorTemplateData.@Nullable Map map(ConversionSpecies conversions) {
    return ((Supplier<VectorTemplateData.@Nullable Map>)
            Templates.define(LOOKUP, VectorConversionTable.class, conversions))
        .get();
  }

  /// Returns whether the vector loop of an operation is generated from a formula, see
  /// [FunctionTable]. Does not create the loop.
  public static boolean isFunction(Object operation, ScalarKind type) {
    boolean single = type == ScalarKind.FLOAT32;
    return (single || type == ScalarKind.FLOAT64) && FunctionTable.of(operation, single) != null;
  }

  /// Returns the number of operands of a loop.
  public static int operandCount(Object operation) {
    return switch (operation) {
      case FourRows _ -> FourRows.OPERANDS;
      case Fused fused -> fused.operandCount();
      case Sums sums -> sums == Sums.SQUARES ? 2 : 1;
      case Binary _, Comparison _, MixedComparison _ -> 2;
      case Unary _, Conversion _, StridedMove _, MinMaxRow _ -> 1;
      case InternalOperation internal -> internal.operandCount();
      default -> 3;
    };
  }

  /// Returns a bit mask: bit k is set if the loop requires operand k to be a single number that
  /// stands for all elements. See [Fused#numbers].
  public static int numbers(Object operation) {
    return switch (operation) {
      case Fused fused -> fused.numbers();
      case InternalOperation internal -> internal.numbers();
      default -> 0;
    };
  }

  /// Returns whether a vector loop of the operation works only for a fixed set of operands that are
  /// single numbers. [#loop] creates the loop for the set [#numbers]. Loops of other operations
  /// accept any operand as an array or a number. Not to be called with a [Fused], which contains
  /// its set.
  public static boolean hasFixedNumbers(Object operation, ScalarKind type) {
    return operation != InternalOperation.CHOICE
        && !isFunction(operation, type)
        && switch (operation) {
          case Binary _, Unary _, Comparison _, MixedComparison _, InternalOperation _ -> true;
          default -> false;
        };
  }

  /// Returns the fewest elements that a vector loop can process.
  public static int least(Object operation, ScalarKind type) {
    if (type.isComplex() || type.isNarrow()) {
      return Integer.MAX_VALUE;
    }
    return switch (operation) {
      case Conversion conversion when isByInts(conversion) -> VectorConversionByInts.LEAST;
      case Conversion _ -> Shapes.WIDTH / Byte.SIZE;
      case StridedMove _ -> Shapes.species(type).length() + 1;
      case MinMaxRow _ -> MinMaxRow.BYTES / type.itemsize();
      default -> Math.max(Shapes.species(type).length(), Long.BYTES);
    };
  }

  @SuppressWarnings("unchecked") // the template VectorOperations is such a Function
  private static Function<Object, @Nullable Object> rows(ScalarKind type) {
    return (Function<Object, @Nullable Object>)
        Templates.define(LOOKUP, VectorOperations.class, type);
  }
}
