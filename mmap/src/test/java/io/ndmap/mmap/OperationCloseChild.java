package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.operations.BulkOperation;
import io.ndmap.operations.BulkOperation.Reach;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Runs operations on several threads while files are closed, threads interrupted, executors fail
/// and stacks overflow.
final class OperationCloseChild {

  private static final int WORKERS = 3;

  /// Operations that pin the memory until they end.
  private static final List<BulkOperation> OPERATIONS =
      MappedOperations.ALL.stream().filter(operation -> operation.reach() != Reach.EACH).toList();

  /// Memory that is unmapped while operations run on it.
  private record Open(DoubleView view, Runnable ending, AtomicBoolean ended) {

    Open(DoubleView view, Runnable ending) {
      this(view, ending, new AtomicBoolean());
    }

    void end() {
      if (!ended.getAndSet(true)) {
        ending.run();
      }
    }
  }

  private interface Opening {
    Open open() throws IOException, InterruptedException;
  }

  /// The error of an executor that has been shut down.
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final DoubleView other;
  private final Opening opening;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile Open current;
  private volatile boolean over;

  private OperationCloseChild(DoubleView other, Opening opening)
      throws IOException, InterruptedException {
    this.other = other;
    this.opening = opening;
    this.current = opening.open();
  }

  /// Runs the test.
  ///
  /// @param arguments the file, another one of its shape, and what is closed how often, such as
  ///   `ARENA 12,CLAIM 12`
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    try (NpyFile other = NpyFile.open(Path.of(arguments[1]), OpenMode.READ_WRITE)) {
      DoubleView whole = other.view(DoubleView.class);
      initialize(whole);
      for (String closes : arguments[2].split(",", -1)) {
        String[] parts = closes.split(" ", -1);
        run(parts[0], path, whole, Integer.parseInt(parts[1]));
        System.out.println("alive after " + closes);
      }
    }
  }

  private static void run(String what, Path path, DoubleView whole, int closes) throws Exception {
    switch (what) {
      case "ARENA" -> new OperationCloseChild(whole, () -> arena(path)).run(closes);
      case "CLAIM" -> {
        int size = (int) whole.size(0);
        FillSpec spec =
            FillSpec.of(DType.FLOAT64, Shape.of(2L * size, size), Order.C).withChunks(size, size);
        try (SharedFill fill = SharedFill.createOrJoin(path.resolveSibling("fill.npy"), spec)) {
          new OperationCloseChild(whole, () -> claim(fill)).run(closes);
        }
      }
      default -> {
        OpenMode mode = OpenMode.valueOf(what);
        new OperationCloseChild(whole, () -> open(NpyFile.open(path, mode))).run(closes);
      }
    }
  }

  private static Open open(NpyFile file) {
    return new Open(file.view(DoubleView.class), file::close);
  }

  /// The caller's arena is closed after the file, which waits for running operations.
  private static Open arena(Path path) throws IOException {
    Arena arena = Arena.ofShared();
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE, OpenOptions.DEFAULT.withArena(arena));
    return new Open(
        file.view(DoubleView.class),
        () -> {
          file.close();
          arena.close();
        });
  }

  private static Open claim(SharedFill fill) throws IOException, InterruptedException {
    Claim claim = fill.claim().orElseThrow();
    return new Open(
        claim.view(DoubleView.class),
        () -> {
          try {
            claim.release();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void run(int closes) throws Exception {
    SplittableRandom random = new SplittableRandom(closes);
    runAll();
    List<Thread> workers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int k = 0; k < WORKERS; k++) {
        SplittableRandom own = random.split();
        workers.add(Thread.ofPlatform().start(() -> work(own, threads)));
      }
      for (int k = 0; k < closes && failure.get() == null; k++) {
        long until = begun.get() + random.nextInt(2 * WORKERS);
        while (begun.get() < until && failure.get() == null) {
          Thread.onSpinWait();
        }
        if (random.nextInt(3) == 0) {
          workers.get(random.nextInt(WORKERS)).interrupt();
        }
        Open old = current;
        current = opening.open();
        old.end();
      }
      over = true;
      for (Thread worker : workers) {
        worker.join();
      }
    }
    current.end();
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  /// Runs each operation to its end and interrupted. A class whose initializer overflows the stack
  /// is permanently unusable, even one of the JDK.
  private static void initialize(DoubleView whole) {
    for (BulkOperation operation : OPERATIONS) {
      var _ = operation.run(whole, whole);
      Thread.currentThread().interrupt();
      tried(() -> operation.run(whole, whole));
      var _ = Thread.interrupted();
    }
  }

  /// Runs each operation on this kind of memory, open and closed, see [#initialize].
  private void runAll() throws IOException, InterruptedException {
    Open open = opening.open();
    for (BulkOperation operation : OPERATIONS) {
      tried(() -> operation.run(open.view(), other));
    }
    open.end();
    for (BulkOperation operation : OPERATIONS) {
      tried(() -> operation.run(open.view(), other));
    }
  }

  private static void tried(Runnable call) {
    try {
      call.run();
    } catch (FileClosedException | ReadOnlyViewException | OperationInterruptedException e) {
      // Expected.
    }
  }

  private void work(SplittableRandom random, ExecutorService threads) {
    try {
      while (!over) {
        var _ = begun.incrementAndGet();
        once(random, threads);
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void once(SplittableRandom random, ExecutorService threads) {
    Open open = current;
    BulkOperation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    DoubleView view = open.view().on(execution(random, threads));
    try {
      if (random.nextInt(30) == 0) {
        deep(operation, view.on(Execution.SEQUENTIAL), Integer.MAX_VALUE);
      } else {
        var _ = operation.run(view, other);
      }
    } catch (FileClosedException
        | Broken
        | StackOverflowError
        | ConcurrentModificationException e) {
      // Expected.
    } catch (OperationInterruptedException e) {
      var _ = Thread.interrupted();
    } catch (ReadOnlyViewException e) {
      if (!view.isReadOnly()) {
        throw e;
      }
    }
    if (random.nextInt(20) == 0) {
      closeFromWithin(open, view);
    }
  }

  private static Execution execution(SplittableRandom random, ExecutorService threads) {
    return switch (random.nextInt(4)) {
      case 0 -> Execution.SEQUENTIAL;
      case 1 -> Execution.parallel(3).withExecutor(threads);
      case 2 ->
          Execution.parallel(3)
              .withExecutor(
                  _ -> {
                    throw new RejectedExecutionException();
                  });
      default ->
          Execution.parallel(3)
              .withExecutor(
                  task -> {
                    threads.execute(task);
                    throw new Broken();
                  });
    };
  }

  /// Runs an operation where the stack ends at one of its calls.
  private static void deep(BulkOperation operation, DoubleView view, int most) {
    try {
      if (most > 0) {
        deep(operation, view, most - 1);
      }
    } catch (StackOverflowError e) {
      var _ = operation.run(view, view);
    }
  }

  /// An operator that ends the use of the memory of its own operation.
  private void closeFromWithin(Open open, DoubleView view) {
    try {
      view.on(Execution.SEQUENTIAL)
          .apply(
              item -> {
                if (current.equals(open)) {
                  open.end();
                }
                return item;
              });
    } catch (FileClosedException | ReadOnlyViewException e) {
      // Expected.
    } catch (OperationInterruptedException e) {
      var _ = Thread.interrupted();
    }
  }
}
