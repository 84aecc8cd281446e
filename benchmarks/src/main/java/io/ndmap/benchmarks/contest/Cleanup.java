package io.ndmap.benchmarks.contest;

import java.util.ArrayDeque;
import java.util.Deque;

/// Ends what a run has started and removes what it has written, the last first, once: at its end,
/// or when it is stopped by Ctrl-C.
public final class Cleanup implements AutoCloseable {

  private final Deque<Runnable> actions = new ArrayDeque<>();
  private boolean done;

  /// Registers itself with the JVM's end.
  public static Cleanup atExit() {
    Cleanup cleanup = new Cleanup();
    Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "race-cleanup"));
    return cleanup;
  }

  /// Adds what is to be done; at once if all else has been done already.
  ///
  /// @param action does not throw
  public synchronized void add(Runnable action) {
    if (done) {
      action.run();
    } else {
      actions.push(action);
    }
  }

  /// Whether the run is over.
  public synchronized boolean isDone() {
    return done;
  }

  @Override
  public synchronized void close() {
    done = true;
    while (!actions.isEmpty()) {
      actions.pop().run();
    }
  }
}
