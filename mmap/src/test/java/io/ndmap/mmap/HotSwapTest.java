package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.operations.BulkOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// New versions are published, and old ones closed, under requests that are in flight.
class HotSwapTest {

  private static final int ITEMS = 20_000;
  private static final int SWAPS = 12;
  private static final int THREADS = 4;

  @TempDir Path directory;

  /// Each version has its own number in all of its elements. A large one has its arena alone, those
  /// of others may share one.
  private Path publish(int version) throws IOException {
    Path fresh = directory.resolve("next.npy");
    try (NpyFile file = NpyFile.create(fresh, DType.FLOAT64, Shape.of(ITEMS), Order.C)) {
      file.view(DoubleView.class).fill(version);
    }
    Path path = directory.resolve("x.npy");
    return Files.move(
        fresh,
        path,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /// The work of a request: half of them in bulk, half element by element.
  private static void request(NpyFile file, long number) {
    DoubleView view = file.view(DoubleView.class);
    double first = view.get(0);
    double sum = 0;
    switch ((int) (number % 4)) {
      case 0 -> sum = view.sum();
      case 1 -> {
        for (int i = 0; i < ITEMS; i++) {
          sum += view.get(i);
        }
      }
      case 2 -> sum = view.stream().sum();
      default -> sum = view.on(Execution.parallel(2)).toArray()[ITEMS - 1] * ITEMS;
    }
    assertThat(sum).isEqualTo(first * ITEMS);
  }

  @Test
  void noRequestFailsThatHoldsALease() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong served = new AtomicLong();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CurrentFile array = CurrentFile.open(publish(0))) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        workers.add(
            threads.submit(
                () -> {
                  for (long n = 0; !stop.get(); n++) {
                    try (Lease lease = array.acquire()) {
                      request(lease.file(), n);
                    }
                    served.incrementAndGet();
                  }
                }));
      }
      try {
        for (int version = 1; version <= SWAPS; version++) {
          long before = served.get();
          array.replace(publish(version));
          awaitMore(served, before, workers);
        }
      } finally {
        stop.set(true);
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      assertThat(served.get()).isGreaterThanOrEqualTo(SWAPS);
    }
  }

  @Test
  void withoutALeaseTheOnlyErrorNamesTheFile() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong served = new AtomicLong();
    NpyFile[] opened = new NpyFile[SWAPS + 1];
    opened[0] = NpyFile.open(publish(0));
    AtomicInteger current = new AtomicInteger();
    String closed = directory.resolve("x.npy") + ": the file is closed";
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        workers.add(
            threads.submit(
                () -> {
                  for (long n = 0; !stop.get(); n++) {
                    try {
                      request(opened[current.get()], n);
                    } catch (IllegalStateException e) {
                      assertThat(e)
                          .isExactlyInstanceOf(FileClosedException.class)
                          .hasMessage(closed);
                    }
                    served.incrementAndGet();
                  }
                }));
      }
      try {
        for (int version = 1; version <= SWAPS; version++) {
          long before = served.get();
          opened[version] = NpyFile.open(publish(version), mode(version));
          current.set(version);
          opened[version - 1].close();
          awaitMore(served, before, workers);
        }
      } finally {
        stop.set(true);
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
    opened[current.get()].close();
  }

  /// Those of read-only files may share an arena, those of others go at once.
  private static OpenMode mode(int version) {
    return version % 2 == 0 ? OpenMode.READ_ONLY : OpenMode.READ_WRITE;
  }

  private static void awaitMore(AtomicLong served, long before, List<Future<?>> workers) {
    while (served.get() == before && workers.stream().noneMatch(Future::isDone)) {
      Thread.onSpinWait();
    }
  }

  /// Wherever the memory goes away beneath an operation, it says the same.
  @Test
  void everyOperationSaysThatTheFileWasClosed() throws Exception {
    everyOperationSaysThatTheFileWasClosed(40, 3);
  }

  /// The arrays are just large enough for operations of two parts.
  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyOperationOfTwoPartsSaysSo(int parallelism) throws Exception {
    everyOperationSaysThatTheFileWasClosed(260, parallelism);
  }

  private void everyOperationSaysThatTheFileWasClosed(int size, int parallelism) throws Exception {
    Path other = directory.resolve("other.npy");
    Path path = directory.resolve("x.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(each, DType.FLOAT64, Shape.of(size, size), Order.C).close();
    }
    try (ExecutorService worker = Executors.newSingleThreadExecutor();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        NpyFile whole = NpyFile.open(other, OpenMode.READ_WRITE)) {
      Execution execution = Execution.parallel(parallelism).withExecutor(pool).droppingBehind();
      DoubleView y = whole.view(DoubleView.class).on(execution);
      for (BulkOperation operation : MappedOperations.ALL) {
        NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
        DoubleView x = file.view(DoubleView.class).on(execution);
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> result =
            worker.submit(
                () -> {
                  try {
                    while (true) {
                      double _ = operation.run(x, y);
                      begun.countDown();
                    }
                  } finally {
                    begun.countDown();
                  }
                });
        begun.await();
        file.close();
        assertThatThrownBy(result::get)
            .as(operation.name())
            .cause()
            .isExactlyInstanceOf(FileClosedException.class)
            .hasMessage(path + ": the file is closed");
        assertThatThrownBy(() -> operation.run(x, y))
            .as(operation.name())
            .isExactlyInstanceOf(FileClosedException.class)
            .hasMessage(path + ": the file is closed");
      }
    }
  }
}
