package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;

/// A loop of the tables that uses vectors once it is warm, see [Warmed].
final class WarmedLoop implements Loop {

  /// Elements that a loop processes before its warm-up: some milliseconds of plain work.
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
  private final Warmed<Loop> warmed;

  WarmedLoop(Loop plain, Object operation, ScalarKind type) {
    this.plain = plain;
    this.operation = operation;
    this.type = type;
    this.least = VectorTable.least(operation, type);
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
  public Loop chosen(long items, boolean copies) {
    var _ = warmed.chosen(items);
    boolean paysOff = !copies || warmed.gain() >= LEAST_GAIN;
    return paysOff && warmed.isByVectors() ? this : plain;
  }

  @Override
  public Loop plain() {
    return plain;
  }

  Object operation() {
    return operation;
  }

  ScalarKind type() {
    return type;
  }

  boolean isByVectors() {
    return warmed.isByVectors();
  }

  @Override
  public String toString() {
    return operation + " of " + type;
  }
}
