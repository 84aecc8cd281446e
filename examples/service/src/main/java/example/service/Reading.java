package example.service;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Which threads read mapped rows. A page that is not in memory stops the thread that touches it:
/// if that is a virtual thread, it stops its carrier, of which there are as many as processors, and
/// with it all others.
final class Reading implements AutoCloseable {

  enum Way {
    /// The request's own virtual thread.
    VIRTUAL,
    /// A pool of platform threads, for which the virtual thread waits.
    PLATFORM,
    /// The virtual thread, after ndmap has brought the pages into memory.
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

  /// Computes something of a few rows.
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

  /// Computes something of the whole file. That takes long, and so platform threads do it.
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
