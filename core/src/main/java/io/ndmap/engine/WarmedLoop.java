package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;

/// A loop of the tables that uses vectors once it is warm, see [Warmed].
final class WarmedLoop implements Loop {

  /// Elements that a loop processes before its warm-up: a few milliseconds of plain work.
  private static final long MANY = 10_000_000;

  /// Like [#MANY], for functions, which cost ten times as much or more.
  private static final long MANY_OF_FUNCTIONS = 1_000_000;

  /// The smallest speed-up that justifies copying the operands: a copy takes about as long as a
  /// simple operation in place.
  private static final double LEAST_GAIN = 2;

  private final Loop plain;
  private final Object operation;
  private final ScalarKind type;
  private final int least;
  private final boolean isTest;
  private final boolean isSimple;
  private final Warmed<Loop> warmed;

  WarmedLoop(Loop plain, Object operation, ScalarKind type) {
    this.plain = plain;
    this.operation = operation;
    this.type = type;
    this.least = VectorTable.least(operation, type);
    this.isTest = isTest(operation);
    this.isSimple = isSimple(operation, type);
    this.warmed =
        new Warmed<>(
            operation,
            type,
            VectorTable.isFunction(operation, type) ? MANY_OF_FUNCTIONS : MANY,
            plain,
            () -> VectorTable.loop(operation, type),
            loop -> loop);
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Loop chosen = warmed.chosen(count);
    (count < least ? plain : chosen).run(operands, result, count);
  }

  @Override
  public Loop chosen(long items, boolean canFault) {
    var _ = warmed.chosen(items);
    boolean paysOff = !canFault || warmed.gain() >= LEAST_GAIN;
    return paysOff && warmed.isWarm() ? this : plain;
  }

  @Override
  public Loop plain() {
    return plain;
  }

  private static boolean isTest(Object operation) {
    return switch (operation) {
      case Comparison _ -> true;
      case InternalOperation.WITHIN, InternalOperation.BEYOND -> true;
      case Unary.IS_NAN, Unary.IS_FINITE, Unary.IS_INFINITE -> true;
      default -> false;
    };
  }

  private static boolean isSimple(Object operation, ScalarKind type) {
    boolean isNumber = type.isInteger() || type == ScalarKind.FLOAT32 || type == ScalarKind.FLOAT64;
    return isNumber
        && switch (operation) {
          case Binary.PLUS, Binary.MINUS, Binary.TIMES, Binary.MINIMUM, Binary.MAXIMUM -> true;
          case Binary.AND, Binary.OR, Binary.XOR, Unary.INVERTED -> type.isInteger();
          case Binary.DIVIDED_BY, Unary.SQRT, Unary.RECIPROCAL -> type.isFloat();
          case Unary.NEGATIVE, Unary.ABSOLUTE, InternalOperation.CLIP -> true;
          default -> isTest(operation);
        };
  }

  /// Returns whether the results are booleans, if [#isSimple].
  boolean isTest() {
    return isTest;
  }

  /// Returns whether the vector loop takes a few instructions, so that it can be fused.
  boolean isSimple() {
    return isSimple;
  }

  Object operation() {
    return operation;
  }

  ScalarKind type() {
    return type;
  }

  boolean isWarm() {
    return warmed.isWarm();
  }

  @Override
  public String toString() {
    return operation + " of " + type;
  }
}
