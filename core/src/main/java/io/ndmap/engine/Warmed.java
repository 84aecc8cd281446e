package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Chooses between the scalar (*plain*) and the vector version of some code, beginning with the
/// plain one. Once the plain code has done enough work, [WarmUp] tries the vector code. If its
/// results are equal and it is faster, the vector code replaces the plain code. Vector code is not
/// used at once, unless [Vectors#AT_ONCE], because its first calls take a hundred times as long as
/// calls of plain code.
///
/// @param <T> the type of the code
final class Warmed<T> {

  /// The maximum number of warm-ups: on a busy machine, HotSpot may not compile the loop during the
  /// first one.
  private static final int TRIES = 4;

  private final Object operation;
  private final ScalarKind type;
  private final long many;
  private final T plain;
  private final Supplier<@Nullable T> made;
  private final Function<T, Loop> trial;

  // Because of data races, counts may be lost, and threads may use the plain code for a while after
  // the vector code is warm. Both are harmless, because the code is stateless.
  private long seen;
  // The number of warm-ups.
  private int tries;
  // The vector code, created by the first warm-up.
  private @Nullable T tried;
  // The vector code once it is warm, else null.
  private @Nullable T vector;
  private double saves;

  /// @param operation the operation of the code, which determines the operands of a trial; also
  ///   names the code in the log
  /// @param type the scalar type of the operands
  /// @param many the amount of work before the warm-up
  /// @param made creates the vector code on first use; returns null if there is none
  /// @param trial returns the loop that runs given code in a trial
  Warmed(
      Object operation,
      ScalarKind type,
      long many,
      T plain,
      Supplier<@Nullable T> made,
      Function<T, Loop> trial) {
    this.operation = operation;
    this.type = type;
    this.many = many;
    this.plain = plain;
    this.made = made;
    this.trial = trial;
    if (Vectors.AT_ONCE) {
      this.seen = many;
      this.vector = made.get();
      this.saves = Double.POSITIVE_INFINITY;
    }
  }

  /// Returns the vector code if it is warm, else the plain code.
  ///
  /// @param work the amount of work that the code will do
  T chosen(long work) {
    T fast = vector;
    if (fast != null) {
      return fast;
    }
    if (seen < many) {
      seen += work;
      if (seen >= many) {
        tries++;
        WarmUp.later(operation, type, trial.apply(plain), this::trial, this::receive);
      }
    }
    return plain;
  }

  @Nullable Loop trial() {
    T code = tried == null ? made.get() : tried;
    tried = code;
    return code == null ? null : trial.apply(code);
  }

  /// Receives the result of the warm-up, see [WarmUp.Receiver].
  void receive(@Nullable Loop warm, double copies) {
    if (warm != null) {
      saves = copies;
      vector = tried;
    } else if (vector != null) {
      // The vector code stays selected unless operands must be copied for it: fused loops of
      // several operations assume that a warm loop stays warm.
      saves = 0;
    } else if (tries < TRIES) {
      seen = 0;
    }
  }

  /// Returns the number of operands whose copying takes exactly the time that the vector code
  /// saves; with more copies, the plain code is faster.
  double saves() {
    return saves;
  }

  boolean isWarm() {
    return vector != null;
  }
}
