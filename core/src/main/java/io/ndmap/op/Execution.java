package io.ndmap.op;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// How the bulk operations of a view run: on how many threads, of which executor, whether the pages
/// behind a pass are dropped, and in which order scattered items are visited. It never changes a
/// result: operations are split by the layout of the arrays alone, and partial results are combined
/// in a fixed order.
///
/// The calling thread always takes part and waits only for parts that others have begun, so that
/// nested use, or an executor whose threads are all busy, does not lead to a deadlock. Several
/// threads need memory that all of them may access: for that of a confined arena an operation
/// throws `WrongThreadException`, see `NdView.on`.
///
/// @param parallelism the most threads that work at once, including the caller
/// @param executor runs the others; it is never shut down
/// @param dropBehind whether the pages of a file behind a sequential pass are released, which
///   bounds the resident memory of a pass over a file larger than memory
/// @param sortAccesses whether `NdView.take`, `NdView.gather` and `NdView.gatherAt` visit the items
///   in memory order and not in that of the indices, so that a cold file is read forward; they are
///   sorted in windows of 2²⁰ indices, which take 8 MiB
/// @param progress null, or a listener that is told how many more items an operation has passed,
///   each time a part is finished: about every 65,536 items, and not at all by operations on few.
///   It is called by one thread at a time, any of those at work; what it throws ends the operation
public record Execution(
    int parallelism,
    Executor executor,
    boolean dropBehind,
    boolean sortAccesses,
    @Nullable LongConsumer progress) {

  /// On the calling thread alone.
  public static final Execution SEQUENTIAL =
      new Execution(1, ForkJoinPool.commonPool(), false, false, null);

  /// Checks what was given.
  ///
  /// @throws IllegalArgumentException if `parallelism < 1`
  public Execution {
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "a parallelism of at least 1 is needed, found " + parallelism);
    }
    Objects.requireNonNull(executor);
  }

  /// On one thread for each processor, in the common pool.
  ///
  /// @return the execution
  public static Execution parallel() {
    return parallel(Runtime.getRuntime().availableProcessors());
  }

  /// On some threads of the common pool.
  ///
  /// @param parallelism the most threads that work at once, including the caller
  /// @return the execution
  /// @throws IllegalArgumentException if `parallelism < 1`
  public static Execution parallel(int parallelism) {
    return new Execution(parallelism, ForkJoinPool.commonPool(), false, false, null);
  }

  /// The same with the threads of another executor.
  ///
  /// @param threads runs what it is given, sooner or later or never
  /// @return the execution
  public Execution withExecutor(Executor threads) {
    return new Execution(parallelism, threads, dropBehind, sortAccesses, progress);
  }

  /// The same with the pages of a file released behind a sequential pass.
  ///
  /// @return the execution
  public Execution droppingBehind() {
    return new Execution(parallelism, executor, true, sortAccesses, progress);
  }

  /// The same with scattered items visited in memory order. It pays on a cold file of which a batch
  /// takes much; where all is resident, sorting costs more than it saves.
  ///
  /// @return the execution
  public Execution sortingAccesses() {
    return new Execution(parallelism, executor, dropBehind, true, progress);
  }

  /// The same with a listener for the progress of operations.
  ///
  /// @param listener told how many items more were passed, see [#progress]
  /// @return the execution
  public Execution withProgress(LongConsumer listener) {
    return new Execution(
        parallelism, executor, dropBehind, sortAccesses, Objects.requireNonNull(listener));
  }

  /// The same on another number of threads.
  ///
  /// @param threads the most that work at once, the caller among them
  /// @return the execution
  /// @throws IllegalArgumentException if `threads < 1`
  public Execution withParallelism(int threads) {
    return new Execution(threads, executor, dropBehind, sortAccesses, progress);
  }

  /// The same without a listener.
  ///
  /// @return the execution
  public Execution withoutProgress() {
    return new Execution(parallelism, executor, dropBehind, sortAccesses, null);
  }
}
