package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Mixed;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.PlainRows;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The loops of the tables, made when they are first asked for.
public final class Loops {

  // Nested, as the first hash of a record takes some milliseconds.
  private static final Map<ScalarKind, Map<Object, Loop>> MADE = new ConcurrentHashMap<>();

  private Loops() {}

  /// Computes with two operands.
  ///
  /// @param lane see [Lanes]
  public static Loop of(Binary operation, ScalarKind lane) {
    return switch (operation) {
      case PLUS, MINUS -> parts(operation, lane);
      case FMIN -> loop(lane.isInteger() ? Binary.MINIMUM : operation, lane);
      case FMAX -> loop(lane.isInteger() ? Binary.MAXIMUM : operation, lane);
      default -> loop(operation, lane);
    };
  }

  /// Computes with one operand.
  ///
  /// @param lane what it takes, and what it writes but for answers and for the absolute values of
  ///   complex numbers, which are of their parts' kind
  public static Loop of(Unary operation, ScalarKind lane) {
    return switch (operation) {
      case NEGATIVE, RINT -> parts(operation, lane);
      default -> loop(operation, lane);
    };
  }

  /// What complex numbers do part by part.
  private static Loop parts(Object operation, ScalarKind lane) {
    if (!lane.isComplex()) {
      return loop(operation, lane);
    }
    return new Parts(loop(operation, lane.part()));
  }

  /// Computes with the parts of complex numbers.
  private record Parts(Loop loop) implements Loop {

    @Override
    public void run(Run[] operands, Run result, int count) {
      loop.run(operands, result, 2 * count);
    }

    @Override
    public Loop chosen(long items, boolean copies) {
      return new Parts(loop.chosen(2 * items, copies));
    }

    @Override
    public Loop plain() {
      return new Parts(loop.plain());
    }

    @Override
    public boolean isPlain() {
      return loop.isPlain();
    }
  }

  /// Tells the same of all.
  private record Always(boolean answer) implements Loop {

    @Override
    public void run(Run[] operands, Run result, int count) {
      result.set(0, (byte) (answer ? 1 : 0));
      result.repeat(Byte.BYTES, count);
    }

    @Override
    public boolean isPlain() {
      return true;
    }
  }

  /// Compares numbers; those of 64 bits that differ in their signs exactly.
  ///
  /// @param how not [Comparison#GREATER] nor [Comparison#GREATER_EQUAL], which are the others the
  ///   other way round
  /// @param x the lane of the first ones
  /// @param y of the second ones: the same, or both integers of 64 bits
  public static Loop of(Comparison how, ScalarKind x, ScalarKind y) {
    if (x == y) {
      return loop(how, x);
    }
    boolean unsigned = x == ScalarKind.UINT64;
    Mixed.Sides sides =
        unsigned ? Mixed.Sides.UNSIGNED_AND_SIGNED : Mixed.Sides.SIGNED_AND_UNSIGNED;
    return loop(new Mixed(how, sides), x);
  }

  /// Compares ticks; `NaT` is different from everything.
  public static Loop ofTicks(Comparison how) {
    return loop(new Mixed(how, Mixed.Sides.TICKS), ScalarKind.INT64);
  }

  /// What no public operation names.
  public static Loop of(Special operation, ScalarKind lane) {
    return loop(operation, lane);
  }

  /// Gives items the other byte order.
  ///
  /// @param kind of more than one byte a part, but no long doubles
  public static Loop swapped(ScalarKind kind) {
    Loop loop = loop(Special.SWAPPED, ScalarKind.valueOf("UINT" + 8 * kind.part().itemsize()));
    return kind.isComplex() ? new Parts(loop) : loop;
  }

  /// Adds up: the first operand are the numbers, of which those up to a multiple of eight are read,
  /// and the results a double for each block, see [Sums].
  ///
  /// @param lane of doubles, of floats for their [Sums#NUMBERS], of integers of 64 bits for
  ///   [Sums#BIG_ENDIAN]
  public static Loop of(Sums sums, ScalarKind lane) {
    return loop(sums, lane);
  }

  /// Folds rows.
  ///
  /// @param lane the kind of their items
  public static Loop of(FourRows rows, ScalarKind lane) {
    return loop(rows, lane);
  }

  /// Converts.
  ///
  /// @param from real or complex numbers, but not long doubles
  /// @param to numbers of the same sort
  public static Loop of(ScalarKind from, ScalarKind to) {
    Loop loop = loop(new Conversion(from.part(), to.part()), from.part());
    return from.isComplex() ? new Parts(loop) : loop;
  }

  /// Tells the same of all.
  public static Loop always(boolean answer) {
    return new Always(answer);
  }

  /// How loops run in this JVM, in a sentence for people.
  public static String description() {
    return Vectors.description();
  }

  /// The loops that run by vectors by now, in the order of their names.
  public static List<String> byVectors() {
    Stream<String> loops =
        MADE.values().stream()
            .flatMap(made -> made.values().stream())
            .filter(loop -> loop instanceof WarmedLoop warmed && warmed.isByVectors())
            .map(Loop::toString);
    return Stream.concat(loops, BlockProducts.byVectors()).sorted().toList();
  }

  private static Loop loop(Object operation, ScalarKind lane) {
    return MADE.computeIfAbsent(lane, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(operation, _ -> make(operation, lane));
  }

  private static Loop make(Object operation, ScalarKind lane) {
    Loop plain = PlainRows.loop(operation, lane);
    return Vectors.WANTED ? new WarmedLoop(plain, operation, lane) : plain;
  }
}
