package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.MixedComparison;
import io.ndmap.loop.Score;
import io.ndmap.loop.SeparateLoop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.MaskCount;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Returns the loop of an operation. Loops come from [PlainTable] and the table of vector loops,
/// and are created on first use.
public final class Loops {

  /// The loop that counts the true elements of a mask: its result is one 64-bit integer.
  public static final Loop COUNT = new MaskCount();

  // Nested maps, because the first hash of a record takes a few milliseconds.
  private static final Map<ScalarKind, Map<Object, Loop>> MADE = new ConcurrentHashMap<>();

  private Loops() {}

  /// Returns the loop of an operation on two operands.
  ///
  /// @param type the compute type, see [ComputeTypes]
  public static Loop of(Binary operation, ScalarKind type) {
    return switch (operation) {
      case PLUS, MINUS -> parts(operation, type);
      case FMIN -> loop(type.isInteger() ? Binary.MINIMUM : operation, type);
      case FMAX -> loop(type.isInteger() ? Binary.MAXIMUM : operation, type);
      default -> loop(operation, type);
    };
  }

  /// Returns the loop of an operation on one operand.
  ///
  /// @param type the compute type of the operand and of the results. Two kinds of results have
  ///   another type: boolean results are `BOOL`, and absolute values of complex numbers have the
  ///   type of the parts.
  public static Loop of(Unary operation, ScalarKind type) {
    return switch (operation) {
      case NEGATIVE, RINT -> parts(operation, type);
      default -> loop(operation, type);
    };
  }

  /// Returns the loop of an operation that is applied to each part of a complex number.
  private static Loop parts(Object operation, ScalarKind type) {
    if (!type.isComplex()) {
      return loop(operation, type);
    }
    return new ComplexParts(loop(operation, type.part()));
  }

  /// Applies a loop to the parts of complex numbers.
  private record ComplexParts(Loop loop) implements Loop {

    @Override
    public void run(Span[] operands, Span result, int count) {
      loop.run(operands, result, 2 * count);
    }

    @Override
    public Loop forNumbers(int numbers) {
      return new ComplexParts(loop.forNumbers(numbers));
    }

    @Override
    public Loop chosen(long items, int copies) {
      return new ComplexParts(loop.chosen(2 * items, copies));
    }

    @Override
    public Loop plain() {
      return new ComplexParts(loop.plain());
    }

    @Override
    public boolean isPlain() {
      return loop.isPlain();
    }
  }

  /// Fills a mask with one value.
  private record Always(boolean answer) implements Loop {

    @Override
    public void run(Span[] operands, Span result, int count) {
      result.set(0, (byte) (answer ? 1 : 0));
      result.repeat(Byte.BYTES, count);
    }

    @Override
    public boolean isPlain() {
      return true;
    }
  }

  /// Returns the loop of a comparison; signed and unsigned integers of 64 bits are compared
  /// exactly.
  ///
  /// @param how not [Comparison#GREATER] or [Comparison#GREATER_EQUAL] (GREATER is LESS with
  ///   swapped operands)
  /// @param x the compute type of the first operand
  /// @param y the compute type of the second operand: equal to `x`, unless both are 64-bit integers
  public static Loop of(Comparison how, ScalarKind x, ScalarKind y) {
    if (x == y) {
      return loop(how, x);
    }
    boolean unsigned = x == ScalarKind.UINT64;
    MixedComparison.Sides sides =
        unsigned
            ? MixedComparison.Sides.UNSIGNED_AND_SIGNED
            : MixedComparison.Sides.SIGNED_AND_UNSIGNED;
    return loop(new MixedComparison(how, sides), x);
  }

  /// Returns the loop of a comparison of times (64-bit integers); `NaT` differs from everything.
  public static Loop ofTicks(Comparison how) {
    return loop(new MixedComparison(how, MixedComparison.Sides.TICKS), ScalarKind.INT64);
  }

  /// Returns the loop of an operation without a public name.
  public static Loop of(InternalOperation operation, ScalarKind type) {
    return loop(operation, type);
  }

  /// Returns the loop that swaps the byte order of elements.
  ///
  /// @param kind a scalar type with more than one byte per part, but not long doubles
  public static Loop swapped(ScalarKind kind) {
    Loop loop =
        loop(InternalOperation.SWAPPED, ScalarKind.valueOf("UINT" + 8 * kind.part().itemsize()));
    return kind.isComplex() ? new ComplexParts(loop) : loop;
  }

  /// Returns the vector loop that packs elements at a constant distance into contiguous memory.
  ///
  /// @param stride bytes from one element to the next, of either sign
  /// @param items the number of elements to be moved, which counts towards the warm-up
  /// @param canFault whether the elements are in memory that can fault
  /// @return null if there is no such vector loop, if it has not yet replaced the plain loop, or if
  ///   copying the elements from memory that can fault takes longer than the vector loop saves
  public static @Nullable Loop packing(long stride, int itemsize, long items, boolean canFault) {
    return strided(false, stride, itemsize, items, canFault);
  }

  /// Returns the vector loop that spreads contiguous elements to a constant distance, in memory
  /// that cannot fault; other parameters as for [#packing].
  ///
  /// @param stride bytes from one element of the result to the next
  /// @return null if there is no such vector loop, if it has not yet replaced the plain loop, or if
  ///   the stride is negative
  public static @Nullable Loop spreading(long stride, int itemsize, long items) {
    return stride < 0 ? null : strided(true, stride, itemsize, items, false);
  }

  private static @Nullable Loop strided(
      boolean spreads, long stride, int itemsize, long items, boolean canFault) {
    long step = stride / itemsize;
    boolean has =
        Vectors.ENABLED
            && step * itemsize == stride
            && Math.abs(step) <= StridedMove.MOST
            && step != 0
            && step != 1;
    @Nullable ScalarKind type =
        switch (itemsize) {
          case 1 -> ScalarKind.UINT8;
          case 2 -> ScalarKind.UINT16;
          case 4 -> ScalarKind.UINT32;
          case 8 -> ScalarKind.UINT64;
          default -> null;
        };
    if (!has || type == null) {
      return null;
    }
    Loop chosen = loop(new StridedMove((int) step, spreads), type).chosen(items, canFault ? 1 : 0);
    return chosen.isPlain() ? null : chosen;
  }

  /// Returns the loop that sums blocks, see [Sums]. The first operand holds the numbers, and is
  /// read up to the next multiple of eight elements. The result has one double per block.
  ///
  /// @param type `FLOAT64`; for [Sums#NUMBERS] also `FLOAT32`; for [Sums#BIG_ENDIAN] a 64-bit
  ///   integer type
  public static Loop of(Sums sums, ScalarKind type) {
    return loop(sums, type);
  }

  /// Returns the loop that computes the dot product or the squared distance of two vectors.
  ///
  /// @param type `FLOAT32`, `FLOAT64` or `INT64`
  public static Loop of(Score score, ScalarKind type) {
    return loop(score, type);
  }

  /// Returns the loop that reduces elements to [MinMaxRow#BYTES] bytes: the minima or maxima of
  /// every n-th element, where n elements have that many bytes.
  ///
  /// @param type the scalar type of the elements: integers, floats or doubles
  public static Loop of(MinMaxRow row, ScalarKind type) {
    return loop(row, type);
  }

  /// Returns the loop that combines four rows, element by element, with a row of results.
  ///
  /// @param type the scalar type of the rows' elements
  public static Loop of(FourRows rows, ScalarKind type) {
    return loop(rows, type);
  }

  /// Returns the loop of a conversion.
  ///
  /// @param from real or complex numbers, but not long doubles
  /// @param to real numbers if `from` is real, else complex numbers
  public static Loop of(ScalarKind from, ScalarKind to) {
    Loop loop = loop(new Conversion(from.part(), to.part()), from.part());
    return from.isComplex() ? new ComplexParts(loop) : loop;
  }

  /// Returns a loop that fills a mask with one value.
  public static Loop always(boolean answer) {
    return new Always(answer);
  }

  /// Describes how loops run in this JVM, as text for users.
  public static String description() {
    return Vectors.description();
  }

  /// Returns the names of the loops that already use vectors, sorted.
  public static List<String> byVectors() {
    Stream<String> loops =
        MADE.values().stream()
            .flatMap(made -> made.values().stream())
            .filter(loop -> loop instanceof WarmedLoop warmed && warmed.isAnyWarm())
            .map(Loop::toString);
    return Stream.of(
            loops, FusedLoop.byVectors(), BlockProducts.byVectors(), ArraySorts.byVectors())
        .flatMap(names -> names)
        .sorted()
        .toList();
  }

  /// Returns whether loops are being warmed up.
  public static boolean areWarming() {
    return Vectors.ENABLED && WarmUp.isBusy();
  }

  private static Loop loop(Object operation, ScalarKind type) {
    return MADE.computeIfAbsent(type, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(operation, _ -> make(operation, type));
  }

  private static Loop make(Object operation, ScalarKind type) {
    Loop plain = new SeparateLoop(PlainTable.loop(operation, type));
    return Vectors.ENABLED ? new WarmedLoop(plain, operation, type) : plain;
  }
}
