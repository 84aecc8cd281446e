package io.ndmap.cli.fill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Streams;
import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how the errors of several threads are reported.
class ChunkFillerTest {

  @TempDir private Path directory = Path.of("");

  /// The first thread that writes fails; the second one when it was told to stop.
  private static final class Failing implements ChunkContent {
    private final CountDownLatch bothAreAtWork = new CountDownLatch(2);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger writers = new AtomicInteger();
    private final RuntimeException late;
    private final boolean lateIsOfReading;

    Failing(RuntimeException late, boolean lateIsOfReading) {
      this.late = late;
      this.lateIsOfReading = lateIsOfReading;
    }

    @Override
    public void write(Claim claim) throws IOException, InterruptedException {
      int writer = writers.getAndIncrement();
      bothAreAtWork.countDown();
      bothAreAtWork.await();
      if (writer == 0) {
        throw new IOException("first");
      }
      stopped.await();
      if (lateIsOfReading) {
        throw new IOException("its output was closed");
      }
      throw late;
    }

    @Override
    public void stop() {
      stopped.countDown();
    }
  }

  private SharedFill fill() throws Exception {
    FillSpec spec = FillSpec.of(DType.INT64, Shape.of(4), Order.C).withChunks(1);
    return SharedFill.createOrJoin(directory.resolve("x.npy"), spec);
  }

  private static ChunkFiller work(SharedFill fill, ChunkContent content) {
    Streams streams =
        new Streams(
            new Output(OutputStream.nullOutputStream()),
            new PrintWriter(Writer.nullWriter()),
            UTF_8,
            InputStream.nullInputStream(),
            false,
            false);
    return new ChunkFiller(fill, content, Long.MAX_VALUE, Duration.ZERO, streams);
  }

  private IOException failureOf(Failing content) throws Exception {
    try (SharedFill fill = fill();
        ChunkFiller work = work(fill, content)) {
      work.run(2);
    } catch (IOException e) {
      return e;
    }
    throw new AssertionError("it did not fail");
  }

  @Test
  void anErrorBehindTheFirstOneIsNotSwallowed() throws Exception {
    RuntimeException late = new IllegalStateException("second");
    IOException failure = failureOf(new Failing(late, false));
    assertThat(failure).hasMessage("first").hasSuppressedException(late);
  }

  @Test
  void interruptionsCausedByStoppingAreNotErrors() throws Exception {
    IOException failure = failureOf(new Failing(new IllegalStateException(), true));
    assertThat(failure).hasMessage("first").hasNoSuppressedExceptions();
  }

  /// At work until it is told to stop.
  private static final class Waiting implements ChunkContent {
    private final CountDownLatch atWork = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Override
    public void write(Claim claim) throws InterruptedException {
      atWork.countDown();
      stopped.await();
    }

    @Override
    public void stop() {
      stopped.countDown();
    }
  }

  @Test
  void whereTheSystemIsOutOfThreadsThoseThatHaveBegunAreStoppedAndAwaited() throws Exception {
    Waiting content = new Waiting();
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    List<Thread> begun = new ArrayList<>();
    ThreadFactory factory =
        task -> {
          if (begun.isEmpty()) {
            begun.add(new Thread(task));
            return begun.getFirst();
          }
          return new Thread() {
            @Override
            public void start() {
              awaitWithoutInterrupt(content.atWork);
              throw error;
            }
          };
        };
    try (SharedFill fill = fill();
        ChunkFiller work = work(fill, content)) {
      assertThatThrownBy(() -> work.run(3, factory)).isSameAs(error);
      assertThat(begun.getFirst().isAlive()).isFalse();
      assertThat(fill.progress().done()).isZero();
    } finally {
      content.stop();
    }
  }

  private static void awaitWithoutInterrupt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
