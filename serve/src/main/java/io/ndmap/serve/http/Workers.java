package io.ndmap.serve.http;

import io.ndmap.op.Execution;
import io.ndmap.serve.http.Endpoint.Work;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The threads that answer requests: platform threads for work that reads mapped files, virtual
/// threads for all other work. A page fault blocks the carrier thread of a virtual thread, and
/// there are only as many carriers as processors: if files were read on virtual threads, two cold
/// pages would block a whole server with two processors.
public final class Workers implements AutoCloseable {

  private final ExecutorService openers;
  private final ExecutorService readers;
  private final ExecutorService computers;
  private final ExecutorService virtual =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("ndmap-", 0).factory());
  private final int threads;

  /// Creates the thread pools. Threads start when they are needed.
  ///
  /// @param threads the size of each pool: for opening files, for reading and for computing
  public Workers(int threads) {
    this.threads = threads;
    openers = pool("ndmap-open-", threads);
    readers = pool("ndmap-read-", threads);
    computers = pool("ndmap-compute-", threads);
  }

  private static ExecutorService pool(String name, int threads) {
    return Executors.newFixedThreadPool(
        threads, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  /// The execution for parallel operations. The calling thread takes part, with idle threads of the
  /// pool for computing.
  ///
  /// @return the execution
  public Execution execution() {
    return Execution.parallel(threads).withExecutor(computers);
  }

  /// Runs a task on a thread for its kind of work. Tasks are never interrupted: an interrupt would
  /// close channels that other requests use.
  ///
  /// @throws java.util.concurrent.RejectedExecutionException if this object is closed
  void execute(Work kind, Runnable task) {
    ExecutorService pool =
        switch (kind) {
          case NOTHING -> virtual;
          case OPENING -> openers;
          case READING -> readers;
          case COMPUTING -> computers;
        };
    pool.execute(task);
  }

  @Override
  public void close() {
    virtual.shutdown();
    openers.shutdown();
    readers.shutdown();
    computers.shutdown();
  }
}
