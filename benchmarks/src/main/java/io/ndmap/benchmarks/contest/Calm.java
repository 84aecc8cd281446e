package io.ndmap.benchmarks.contest;

import io.ndmap.engine.Loops;
import java.io.IOException;

/// Warms up this JVM until it is calm: nothing is left to compile, and no vector loop is on trial.
/// Times that are measured earlier are not those of a long-running program.
public final class Calm {

  /// The warm-up ends once the JVM was calm at the end of this many consecutive spells of work.
  public static final int SPELLS = 3;

  /// The work that is measured after the warm-up.
  public interface Work {

    /// Runs the work once.
    ///
    /// @throws IOException if the work throws it
    void run() throws IOException;
  }

  private Calm() {}

  /// Repeats work until the JVM is calm.
  ///
  /// @param spellNanos the minimum CPU time of a spell of work, in nanoseconds
  /// @param mostNanos the elapsed time, in nanoseconds, after which to give up
  /// @param work the work to repeat
  /// @throws IOException if the work throws it
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
