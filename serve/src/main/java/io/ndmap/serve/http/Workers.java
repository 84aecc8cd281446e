package io.ndmap.serve.http;

import io.ndmap.op.Execution;
import io.ndmap.serve.answer.Answer;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Platform threads that read mapped files for virtual ones. A page fault stops the thread that
/// carries a virtual thread, and there are only as many of those as processors: two cold pages
/// would stop a whole server of two.
public final class Workers implements AutoCloseable {

  private final ExecutorService openers;
  private final ExecutorService readers;
  private final ExecutorService computers;
  private final int threads;

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

  /// How operations run that compute: by the thread that they are called by and by idle others.
  public Execution execution() {
    return Execution.parallel(threads).withExecutor(computers);
  }

  /// Makes an answer. It opens a file and reads its header: what is small does not wait behind the
  /// blocks of large bodies, which [#run] reads.
  ///
  /// @throws IOException if the work does
  /// @throws CancellationException if the waiting thread is interrupted; an answer that comes later
  ///   is closed
  Answer answer(Endpoint.Work kind, Callable<Answer> work) throws IOException {
    return run(kind == Endpoint.Work.READING ? Optional.of(openers) : pool(kind), work);
  }

  /// Runs work by the threads for it, and waits for its end. It is never interrupted: an interrupt
  /// closes channels that others use.
  ///
  /// @throws IOException if the work does
  /// @throws CancellationException if the waiting thread is interrupted
  <T> T run(Endpoint.Work kind, Callable<T> work) throws IOException {
    return run(pool(kind), work);
  }

  private Optional<ExecutorService> pool(Endpoint.Work kind) {
    return switch (kind) {
      case NOTHING -> Optional.empty();
      case READING -> Optional.of(readers);
      case COMPUTING -> Optional.of(computers);
    };
  }

  private static <T> T run(Optional<ExecutorService> pool, Callable<T> work) throws IOException {
    try {
      return pool.isEmpty() ? work.call() : waited(pool.get(), work);
    } catch (ExecutionException e) {
      throw rethrown(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the server stops");
    } catch (Exception e) {
      throw rethrown(e);
    }
  }

  private static <T> T waited(ExecutorService pool, Callable<T> work)
      throws ExecutionException, InterruptedException {
    CompletableFuture<T> running = new CompletableFuture<>();
    pool.execute(
        () -> {
          try {
            running.complete(work.call());
          } catch (Throwable e) {
            running.completeExceptionally(e);
          }
        });
    try {
      return running.get();
    } catch (InterruptedException e) {
      var _ = running.thenAccept(Workers::close);
      throw e;
    }
  }

  private static void close(Object late) {
    if (late instanceof Answer answer) {
      answer.close();
    }
  }

  private static RuntimeException rethrown(Throwable cause) throws IOException {
    switch (cause) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(cause);
    }
  }

  @Override
  public void close() {
    openers.shutdown();
    readers.shutdown();
    computers.shutdown();
  }
}
