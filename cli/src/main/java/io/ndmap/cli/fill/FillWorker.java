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

/// Claims chunks of a fill and fills them on several threads, until none is left, enough are done
/// or the process is terminated (Ctrl-C): then it releases its claims.
final class FillWorker implements AutoCloseable {

  /// How long a claim is waited for before it is seen whether to stop.
  private static final Duration SLICE = Duration.ofMillis(100);

  /// How long the end of the process is held up, for chunks that take long to write.
  private static final long FAREWELL_SECONDS = 5;

  private static final long INTERRUPT_MILLIS = 1000;
  private static final long SHOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SharedFill fill;
  private final ChunkContent content;
  private final Duration throttle;
  private final Streams streams;
  private final AtomicLong left;
  private final AtomicLong chunks = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWithProcess, "fill");
  private final Progress bar;
  // In the order of the last failure of each; guarded by this.
  private final Map<Long, String> failed = new LinkedHashMap<>();
  private @Nullable Throwable failure;
  private long shownDone;
  private long nextShown;

  /// @param most how many chunks to claim
  /// @param throttle how long to hold each before it is done
  /// @param streams where failures and progress are shown
  FillWorker(SharedFill fill, ChunkContent content, long most, Duration throttle, Streams streams) {
    this.fill = fill;
    this.content = content;
    this.left = new AtomicLong(most);
    this.throttle = throttle;
    this.streams = streams;
    this.bar = Progress.of(streams, "fill", fill.path());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// How many chunks were filled here.
  long chunks() {
    return chunks.get();
  }

  /// How many bytes these had.
  long bytes() {
    return bytes.get();
  }

  /// The failures of chunks that are not done since, in order of time.
  synchronized List<String> failures() {
    return failed.entrySet().stream()
        .filter(chunk -> !fill.isDone(chunk.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Fills chunks until it is time to end.
  ///
  /// @throws IOException if one could not be filled for a reason that others will not escape
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
        Thread thread = factory.newThread(this::runToTheEnd);
        thread.start();
        all.add(thread);
      }
    } catch (Throwable e) {
      // The system may be out of threads: join those that have started.
      note(e);
      stop();
    }
    for (Thread thread : all) {
      thread.join();
    }
    bar.takeAway();
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError("nothing else is thrown", e);
    }
  }

  /// Bytes of a chunk, on average.
  private long chunkBytes() {
    return fill.spec().shape().byteSize(fill.spec().dtype().itemsize())
        / Math.max(1, fill.chunks());
  }

  private void runToTheEnd() {
    try {
      fillChunks();
    } catch (InterruptedException e) {
      // An interrupt asks these threads to end.
      stop();
    } catch (Throwable e) {
      note(e);
      // Of the rest nothing will come either.
      stop();
    }
  }

  /// The first error is the one to show; those of other threads go with it.
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

  private boolean isOver() throws IOException, InterruptedException {
    FillProgress counts = fill.progress();
    return fill.finish() || counts.done() + counts.poisoned() == counts.chunks();
  }

  /// Leaves the claim open; it is closed where the work stops.
  private void fillOne(Claim claim) throws IOException, InterruptedException {
    try {
      content.write(claim);
    } catch (ChunkFailedException e) {
      if (!stop.await(e.byInterrupt() ? INTERRUPT_MILLIS : 0, TimeUnit.MILLISECONDS)) {
        giveUp(claim, e);
      }
      return;
    } catch (IOException e) {
      if (stop.getCount() > 0) {
        throw e;
      }
      // Its program was ended, and the output closed that was being read.
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

  private synchronized void giveUp(Claim claim, ChunkFailedException why) throws IOException {
    claim.abandon(String.valueOf(why.getMessage()));
    String text = "chunk " + claim.chunk() + " " + claim.box() + ": " + why.getMessage();
    // What was there keeps its place otherwise.
    var _ = failed.remove(claim.chunk());
    var _ = failed.put(claim.chunk(), text);
    bar.takeAway();
    streams.err().println("ndmap: " + Printable.line(fill.path() + ": " + text));
  }

  /// Shows how far the whole fill is, others' chunks too.
  private synchronized void show() {
    long now = System.nanoTime();
    if (streams.errIsTerminal() && now - nextShown >= 0) {
      nextShown = now + SHOWN_NANOS;
      long done = fill.progress().done();
      bar.advance((done - shownDone) * chunkBytes());
      shownDone = done;
    }
  }

  private void stop() {
    stop.countDown();
    content.stop();
  }

  private void endWithProcess() {
    stop();
    try {
      var _ = closed.await(FAREWELL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      // Then the process ends at once; what it has claimed is that of a dead one.
      Thread.currentThread().interrupt();
    }
  }

  /// Leaves the fill, which must be this one's last use.
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
        // The process is ending, and waits for this.
      }
    }
  }
}
