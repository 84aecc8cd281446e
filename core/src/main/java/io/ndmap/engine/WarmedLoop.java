package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.vector.VectorLoops;
import org.jspecify.annotations.Nullable;

/// A loop that is plain until it has seen many items, and a vector loop once that was found to be
/// faster, and equal, by [WarmUp]: the first call of a vector loop takes a hundred times as long as
/// a plain one.
final class WarmedLoop implements Loop {

  /// How many items a loop sees before it is warmed: some milliseconds of plain work.
  private static final long MANY = 10_000_000;

  /// The same for functions, of which one takes as long as ten or more of others.
  private static final long MANY_OF_FUNCTIONS = 1_000_000;

  /// How many times as fast as a plain loop one must be for whose operands are copied: a copy takes
  /// about as long as what is simple takes in place.
  private static final double LEAST_GAIN = 2;

  /// How often it is warmed: on a busy machine one time may be too short.
  private static final int TRIES = 4;

  private final Loop plain;
  private final Object operation;
  private final ScalarKind lane;
  private final int least;
  private final long many;

  // Races lose counts and see an older loop for a while: both do no harm, as the loops have no
  // state.
  private long seen;
  private int tries;
  private @Nullable Loop vector;
  private boolean paysCopies;

  WarmedLoop(Loop plain, Object operation, ScalarKind lane) {
    this.plain = plain;
    this.operation = operation;
    this.lane = lane;
    this.least = VectorLoops.least(operation, lane);
    this.many = VectorLoops.isFunction(operation, lane) ? MANY_OF_FUNCTIONS : MANY;
    if (Vectors.AT_ONCE) {
      this.seen = many;
      this.vector = VectorLoops.loop(operation, lane);
      this.paysCopies = true;
    }
  }

  @Override
  public void run(Run[] operands, Run result, int count) {
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
        WarmUp.later(operation, lane, plain, this::take);
      }
    }
  }

  /// Takes what came of warming up.
  ///
  /// @param warm null if it is not faster by now
  /// @param gain how many times as fast as the plain loop it is
  private void take(@Nullable Loop warm, double gain) {
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
    return operation + " of " + lane;
  }
}
