package io.ndmap.nd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/// Runs the parts of a bulk operation, numbered from 0, on one thread or several, and turns what
/// can happen to it on the way into one error.
///
/// Whoever is free takes the next number. The caller works with the others and, in the end, waits
/// only for parts that are being worked on, never for a thread to become free.
final class Parts {

  /// The work on one part.
  interface Body {
    void run(long part);
  }

  private final Execution execution;
  private final List<Backing> backings;

  /// @param backings the memory that is accessed
  Parts(Execution execution, Backing... backings) {
    this.execution = execution;
    this.backings = Stream.of(backings).distinct().toList();
  }

  /// Runs all parts; returns when all their accesses are known to have worked.
  ///
  /// @throws MappingFaultException if the memory of one cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted before the last has
  ///   begun
  void run(long count, Body body) {
    if (execution.parallelism() == 1 || count == 1) {
      for (long part = 0; part < count; part++) {
        if (count > 1) {
          requireNotInterrupted();
        }
        guarded(part, body);
      }
    } else {
      new Crew(count, body).work();
    }
  }

  /// Combines the results of all parts in a tree that depends on their number alone: neighbours in
  /// pairs, pairs of pairs, and so on.
  ///
  /// @param count at least 1
  <R> R reduce(long count, LongFunction<R> part, BinaryOperator<R> combine) {
    if (count == 1) {
      List<R> only = new ArrayList<>(1);
      run(1, k -> only.add(part.apply(k)));
      return only.getFirst();
    }
    PairwiseTree<R> tree = new PairwiseTree<>(combine);
    run(
        count,
        k -> {
          R result = part.apply(k);
          tree.add(k, result);
        });
    return tree.root(count);
  }

  private void guarded(long part, Body body) {
    try {
      body.run(part);
      for (Backing backing : backings) {
        backing.barrier();
      }
    } catch (InternalError e) {
      throw new MappingFaultException(Faults.names(backings), e);
    }
  }

  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationInterruptedException();
    }
  }

  /// The threads at work on one operation.
  private final class Crew {
    private final long count;
    private final Body body;
    private final AtomicLong next = new AtomicLong();
    private int working;
    private @org.jspecify.annotations.Nullable Throwable failure;

    Crew(long count, Body body) {
      this.count = count;
      this.body = body;
    }

    void work() {
      long others = Math.min(execution.parallelism(), count) - 1;
      for (long k = 0; k < others; k++) {
        try {
          execution.executor().execute(this::takeParts);
        } catch (RejectedExecutionException e) {
          // Then with fewer: the caller alone can do it all.
          break;
        }
      }
      Thread caller = Thread.currentThread();
      takeParts(caller);
      awaitOthers();
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }

    private void takeParts() {
      takeParts(null);
    }

    private void takeParts(@org.jspecify.annotations.Nullable Thread caller) {
      if (!enter()) {
        return;
      }
      try {
        for (long part = next.getAndIncrement(); part < count; part = next.getAndIncrement()) {
          if (caller != null) {
            requireNotInterrupted();
          }
          guarded(part, body);
        }
      } catch (Throwable e) {
        fail(e);
      } finally {
        leave();
      }
    }

    private synchronized boolean enter() {
      if (next.get() >= count) {
        return false;
      }
      working++;
      return true;
    }

    private synchronized void leave() {
      working--;
      notifyAll();
    }

    private synchronized void fail(Throwable e) {
      next.set(count);
      if (failure == null) {
        failure = e;
      }
    }

    /// Not to be interrupted: what is being worked on is short, and nobody may touch the caller's
    /// arrays after it has returned.
    private synchronized void awaitOthers() {
      boolean interrupted = false;
      while (working > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
          next.set(count);
          if (failure == null) {
            failure = new OperationInterruptedException();
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
