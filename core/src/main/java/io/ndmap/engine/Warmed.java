package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Code that is plain at first. Once the plain code has done enough work, [WarmUp] tries the vector
/// code. If its results are equal and it is faster, the vector code replaces the plain code. A
/// first call of vector code takes a hundred times as long as a call of plain code.
///
/// @param <T> the type of the code
final class Warmed<T> {

  /// The maximum number of warm-ups: on a busy machine, HotSpot may not compile the loop during the
  /// first.
  private static final int TRIES = 4;

  private final Object operation;
  private final ScalarKind type;
  private final long many;
  private final T plain;
  private final Supplier<@Nullable T> made;
  private final Function<T, Loop> trial;

  // Data races lose counts, or read the plain code for a while. Both are harmless, because code is
  // stateless.
  private long seen;
  private int tries;
  private @Nullable T tried;
  private @Nullable T vector;
  private double saves;

  /// @param operation names the code
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
      // Programs of several operations rely on warm loops staying warm.
      saves = 0;
    } else if (tries < TRIES) {
      seen = 0;
    }
  }

  /// Returns the break-even number of copied operands: copying as many takes as long as the vector
  /// code saves.
  double saves() {
    return saves;
  }

  boolean isWarm() {
    return vector != null;
  }
}
