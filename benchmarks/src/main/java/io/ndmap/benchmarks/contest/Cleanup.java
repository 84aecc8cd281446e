package io.ndmap.benchmarks.contest;

import java.util.ArrayDeque;
import java.util.Deque;

/// The actions that end the processes of a run and remove its files. They are executed once, in
/// reverse order, at the end of the run or when Ctrl-C stops the run.
public final class Cleanup implements AutoCloseable {

  private final Deque<Runnable> actions = new ArrayDeque<>();
  private boolean done;

  /// Creates an object whose actions are also executed when the JVM exits.
  public static Cleanup atExit() {
    Cleanup cleanup = new Cleanup();
    Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "race-cleanup"));
    return cleanup;
  }

  /// Adds an action, or executes the action at once if the cleanup is already done.
  ///
  /// @param action the action, which must not throw
  public synchronized void add(Runnable action) {
    if (done) {
      action.run();
    } else {
      actions.push(action);
    }
  }

  /// Returns whether the cleanup is done.
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
