package io.ndmap.benchmarks.contest;

import io.ndmap.engine.Loops;
import java.io.IOException;

/// The state of a JVM that has nothing left to compile and no vector loop on trial: times that are
/// taken before are not those of a program that runs for long.
public final class Calm {

  /// So many spells of work in a row, after each of which the JVM is calm, end a warm-up.
  public static final int SPELLS = 3;

  /// Work that is measured afterwards.
  public interface Work {

    /// Does it once.
    ///
    /// @throws IOException as the work does
    void run() throws IOException;
  }

  private Calm() {}

  /// Repeats work until the JVM is calm.
  ///
  /// @param spellNanos processor time of a spell of work
  /// @param mostNanos when to give up
  /// @param work what is repeated
  /// @throws IOException as the work does
  public static void reach(long spellNanos, long mostNanos, Work work) throws IOException {
    long last = System.nanoTime() + mostNanos;
    int calm = 0;
    do {
      long end = Clock.CPU.nanos() + spellNanos;
      do {
        work.run();
      } while (Clock.CPU.nanos() < end);
      calm = CompileQueue.await(last) && !Loops.areWarming() ? calm + 1 : 0;
    } while (calm < SPELLS && System.nanoTime() < last);
  }
}
