package example.service;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Selects the threads that read mapped rows. Access to a page that is not in memory blocks the
/// thread. A virtual thread blocks its carrier, too; there is only one carrier per processor, so a
/// few such accesses stall all virtual threads.
final class Reading implements AutoCloseable {

  enum Way {
    /// The request's own virtual thread.
    VIRTUAL,
    /// A pool of platform threads, for which the virtual thread waits.
    PLATFORM,
    /// The virtual thread, after ndmap has loaded the pages into memory.
    PREFAULTED
  }

  private final Way way;
  private final ExecutorService threads;

  Reading(Way way, int platformThreads) {
    this.way = way;
    this.threads =
        Executors.newFixedThreadPool(
            platformThreads, Thread.ofPlatform().daemon().name("read-", 0).factory());
  }

  /// Runs a function of a few rows.
  ///
  /// @param rows a view of the file
  <T> T few(NpyFile file, NdView<?> rows, Function<NdView<?>, T> work) {
    return switch (way) {
      case VIRTUAL -> file.guard(() -> work.apply(rows));
      case PLATFORM -> waited(() -> file.guard(() -> work.apply(rows)));
      case PREFAULTED -> {
        var _ = file.populate(rows);
        yield file.guard(() -> work.apply(rows));
      }
    };
  }

  /// Runs a function of the whole file on a platform thread, because it takes long.
  <T> T all(Callable<T> work) {
    return waited(work);
  }

  private <T> T waited(Callable<T> work) {
    try {
      return threads.submit(work).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the service stops");
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
