package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;
import org.jspecify.annotations.Nullable;

/// A loop that is plain at first. After it has processed many elements, [WarmUp] tries the vector
/// loop, which replaces it if its results are equal and it is faster. The first call of a vector
/// loop takes a hundred times as long as one of a plain loop.
final class WarmedLoop implements Loop {

  /// Elements that a loop processes before its warm-up: some milliseconds of plain work.
  private static final long MANY = 10_000_000;

  /// Like [#MANY], for functions, which cost ten times as much or more.
  private static final long MANY_OF_FUNCTIONS = 1_000_000;

  /// The smallest speed-up that justifies copying the operands: a copy takes about as long as a
  /// simple operation in place.
  private static final double LEAST_GAIN = 2;

  /// The maximum number of warm-ups: on a busy machine a single one may be too short.
  private static final int TRIES = 4;

  private final Loop plain;
  private final Object operation;
  private final ScalarKind type;
  private final int least;
  private final long many;

  // Data races lose counts or read an older loop for a while; both are harmless, because loops are
  // stateless.
  private long seen;
  private int tries;
  private @Nullable Loop vector;
  private boolean paysCopies;

  WarmedLoop(Loop plain, Object operation, ScalarKind type) {
    this.plain = plain;
    this.operation = operation;
    this.type = type;
    this.least = VectorTable.least(operation, type);
    this.many = VectorTable.isFunction(operation, type) ? MANY_OF_FUNCTIONS : MANY;
    if (Vectors.AT_ONCE) {
      this.seen = many;
      this.vector = VectorTable.loop(operation, type);
      this.paysCopies = true;
    }
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Loop fast = vector;
    if (fast != null && count >= least) {
      fast.run(operands, result, count);
    } else {
      plain.run(operands, result, count);
      see(count);
    }
  }

  @Override
  public Loop chosen(long items, boolean copies) {
    if (vector == null) {
      see(items);
      return plain;
    }
    return copies && !paysCopies ? plain : this;
  }

  @Override
  public Loop plain() {
    return plain;
  }

  private void see(long items) {
    if (seen < many) {
      seen += items;
      if (seen >= many) {
        tries++;
        WarmUp.later(operation, type, plain, this::receive);
      }
    }
  }

  /// Receives the result of the warm-up.
  ///
  /// @param warm the vector loop; null if it has not proved faster
  /// @param gain its speed relative to the plain loop
  private void receive(@Nullable Loop warm, double gain) {
    if (warm != null) {
      paysCopies = gain >= LEAST_GAIN;
      vector = warm;
    } else if (tries < TRIES) {
      seen = 0;
    }
  }

  boolean isByVectors() {
    return vector != null;
  }

  @Override
  public String toString() {
    return operation + " of " + type;
  }
}
