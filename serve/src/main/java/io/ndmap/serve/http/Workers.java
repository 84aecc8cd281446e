package io.ndmap.serve.http;

import io.ndmap.op.Execution;
import io.ndmap.serve.http.Endpoint.Work;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Platform threads that read mapped files. A page fault stops the thread that carries a virtual
/// thread, and there are only as many of those as processors: two cold pages would stop a whole
/// server of two. Work that waits for no disk runs on virtual threads.
public final class Workers implements AutoCloseable {

  private final ExecutorService openers;
  private final ExecutorService readers;
  private final ExecutorService computers;
  private final ExecutorService virtual =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("ndmap-", 0).factory());
  private final int threads;

  /// Starts no thread before it is needed.
  ///
  /// @param threads how many open files, how many read, and how many compute
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

  /// The execution of computing operations: on the calling thread and idle others.
  ///
  /// @return the threads
  public Execution execution() {
    return Execution.parallel(threads).withExecutor(computers);
  }

  /// Runs a task by a thread for its kind of work. It is never interrupted: an interrupt closes
  /// channels that others use.
  ///
  /// @throws java.util.concurrent.RejectedExecutionException if this is closed
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
