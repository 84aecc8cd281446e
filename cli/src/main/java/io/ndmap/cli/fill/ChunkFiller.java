package io.ndmap.cli.fill;

import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.output.Streams;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Claims and fills chunks of a fill on several threads, until no chunk is left or the requested
/// number of chunks has been claimed. If the process is terminated (Ctrl-C), its claims are
/// released.
final class ChunkFiller implements AutoCloseable {

  /// How long to wait for a claim before checking whether to stop.
  private static final Duration SLICE = Duration.ofMillis(100);

  /// How long the shutdown of the process may wait for chunks that are slow to write.
  private static final long SHUTDOWN_SECONDS = 5;

  /// How long to wait, in milliseconds, if the program that computes a chunk (`--with cmd:...`) was
  /// possibly ended by Ctrl-C. This process then gets the same signal. The chunk counts as failed
  /// only if this process is not stopped within this time.
  private static final long INTERRUPT_MILLIS = 1000;

  /// The minimum time between two updates of the progress bar.
  private static final long SHOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SharedFill fill;
  private final ChunkContent content;
  private final Duration throttle;
  private final Streams streams;

  /// The number of chunks that may still be claimed.
  private final AtomicLong left;

  private final AtomicLong chunks = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWithProcess, "fill");
  private final Progress bar;
  // The last failure of each chunk, oldest first; guarded by this.
  private final Map<Long, String> failed = new LinkedHashMap<>();
  private @Nullable Throwable failure;
  private long shownDone;
  private long nextShown;

  /// @param most the maximum number of chunks to claim
  /// @param throttle how long to hold each chunk before it is committed
  /// @param streams the streams for failures and progress
  ChunkFiller(
      SharedFill fill, ChunkContent content, long most, Duration throttle, Streams streams) {
    this.fill = fill;
    this.content = content;
    this.left = new AtomicLong(most);
    this.throttle = throttle;
    this.streams = streams;
    this.bar = Progress.of(streams, "fill", fill.path());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// The number of chunks filled by this process.
  long chunks() {
    return chunks.get();
  }

  /// The number of bytes filled by this process.
  long bytes() {
    return bytes.get();
  }

  /// The failures of chunks that are still not done, oldest first.
  synchronized List<String> failures() {
    return failed.entrySet().stream()
        .filter(chunk -> !fill.isDone(chunk.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Fills chunks until no chunk is left, the requested number of chunks has been claimed, or the
  /// process ends.
  ///
  /// @throws IOException if the fill failed for a reason that affects all chunks
  void run(int threads) throws IOException, InterruptedException {
    run(threads, Thread.ofPlatform().name("fill-", 0).factory());
  }

  void run(int threads, ThreadFactory factory) throws IOException, InterruptedException {
    FillProgress counts = fill.progress();
    shownDone = counts.done();
    bar.begin((counts.chunks() - counts.done()) * chunkBytes());
    List<Thread> all = new ArrayList<>();
    try {
      for (int k = 0; k < threads; k++) {
        Thread thread = factory.newThread(this::runThread);
        thread.start();
        all.add(thread);
      }
    } catch (Throwable e) {
      // The system may be out of threads. Join the threads that were started.
      note(e);
      stop();
    }
    for (Thread thread : all) {
      thread.join();
    }
    bar.hide();
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError("nothing else is thrown", e);
    }
  }

  /// The average number of bytes in a chunk.
  private long chunkBytes() {
    return fill.spec().shape().byteSize(fill.spec().dtype().itemsize())
        / Math.max(1, fill.chunks());
  }

  private void runThread() {
    try {
      fillChunks();
    } catch (InterruptedException e) {
      // End all threads.
      stop();
    } catch (Throwable e) {
      note(e);
      // The remaining chunks would fail too.
      stop();
    }
  }

  /// Keeps the first error, with the errors of other threads as suppressed exceptions.
  private synchronized void note(Throwable e) {
    if (failure == null) {
      failure = e;
    } else if (!failure.equals(e)) {
      failure.addSuppressed(e);
    }
  }

  private void fillChunks() throws IOException, InterruptedException {
    while (stop.getCount() > 0) {
      if (left.getAndDecrement() <= 0) {
        return;
      }
      Optional<Claim> next = fill.claim(SLICE);
      if (next.isEmpty()) {
        left.incrementAndGet();
        if (isOver()) {
          return;
        }
        continue;
      }
      try (Claim claim = next.get()) {
        fillOne(claim);
      }
    }
  }

  /// Publishes the array if all chunks are done. Returns whether every chunk is done or poisoned.
  private boolean isOver() throws IOException, InterruptedException {
    FillProgress counts = fill.progress();
    return fill.finish() || counts.done() + counts.poisoned() == counts.chunks();
  }

  /// Fills a chunk. If this method does not commit the claim, closing the claim releases the chunk.
  private void fillOne(Claim claim) throws IOException, InterruptedException {
    try {
      content.write(claim);
    } catch (ChunkFailedException e) {
      if (!stop.await(e.byInterrupt() ? INTERRUPT_MILLIS : 0, TimeUnit.MILLISECONDS)) {
        abandon(claim, e);
      }
      return;
    } catch (IOException e) {
      if (stop.getCount() > 0) {
        throw e;
      }
      // The program was stopped, so its output was closed while being read.
      return;
    }
    if (!stop.await(throttle.toMillis(), TimeUnit.MILLISECONDS)) {
      long size = claim.view().itemCount() * claim.view().dtype().itemsize();
      claim.commit();
      chunks.incrementAndGet();
      bytes.addAndGet(size);
      show();
    }
  }

  /// Releases a failed chunk, so that it can be tried again, and reports the failure.
  private synchronized void abandon(Claim claim, ChunkFailedException why) throws IOException {
    claim.abandon(String.valueOf(why.getMessage()));
    String text = "chunk " + claim.chunk() + " " + claim.box() + ": " + why.getMessage();
    // Remove the entry first, so that the chunk moves to the end of the map.
    var _ = failed.remove(claim.chunk());
    var _ = failed.put(claim.chunk(), text);
    bar.hide();
    streams.err().println("ndmap: " + Printable.line(fill.path() + ": " + text));
  }

  /// Shows the progress of the whole fill, including chunks of other processes.
  private synchronized void show() {
    long now = System.nanoTime();
    if (streams.errIsTerminal() && now - nextShown >= 0) {
      nextShown = now + SHOWN_NANOS;
      long done = fill.progress().done();
      bar.advance((done - shownDone) * chunkBytes());
      shownDone = done;
    }
  }

  /// Makes all threads end soon, and stops running programs.
  private void stop() {
    stop.countDown();
    content.stop();
  }

  /// The shutdown hook: stops the threads and waits, for at most [#SHUTDOWN_SECONDS], until
  /// [#close] has released their claims.
  private void endWithProcess() {
    stop();
    try {
      var _ = closed.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      // The process exits at once, and other workers free its claims as the claims of a dead
      // worker.
      Thread.currentThread().interrupt();
    }
  }

  /// Leaves the fill. This object must not be used afterwards.
  @Override
  public void close() throws IOException {
    try {
      bar.close();
      fill.close();
    } finally {
      closed.countDown();
      try {
        var _ = Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is shutting down, and the shutdown hook waits for this call.
      }
    }
  }
}
