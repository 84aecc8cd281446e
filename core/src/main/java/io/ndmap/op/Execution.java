package io.ndmap.op;

import java.lang.foreign.SegmentAllocator;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// How the bulk operations of a view run: on how many threads, of which executor, whether the pages
/// behind a pass are dropped, in which order scattered items are visited, and where new arrays are
/// made. It never changes a result: operations are split by the layout of the arrays alone, and
/// partial results are combined in a fixed order.
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
/// @param results null, or what the memory of each new array is asked for that an operation
///   returns, see [#allocating]
public record Execution(
    int parallelism,
    Executor executor,
    boolean dropBehind,
    boolean sortAccesses,
    @Nullable LongConsumer progress,
    @Nullable SegmentAllocator results) {

  /// On the calling thread alone.
  public static final Execution SEQUENTIAL =
      new Execution(1, ForkJoinPool.commonPool(), false, false, null, null);

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
    return new Execution(parallelism, ForkJoinPool.commonPool(), false, false, null, null);
  }

  /// The same with the threads of another executor.
  ///
  /// @param threads runs what it is given, sooner or later or never
  /// @return the execution
  public Execution withExecutor(Executor threads) {
    return new Execution(parallelism, threads, dropBehind, sortAccesses, progress, results);
  }

  /// The same with the pages of a file released behind a sequential pass.
  ///
  /// @return the execution
  public Execution droppingBehind() {
    return new Execution(parallelism, executor, true, sortAccesses, progress, results);
  }

  /// The same with scattered items visited in memory order. It pays on a cold file of which a batch
  /// takes much; where all is resident, sorting costs more than it saves.
  ///
  /// @return the execution
  public Execution sortingAccesses() {
    return new Execution(parallelism, executor, dropBehind, true, progress, results);
  }

  /// The same with a listener for the progress of operations.
  ///
  /// @param listener told how many items more were passed, see [#progress]
  /// @return the execution
  public Execution withProgress(LongConsumer listener) {
    return new Execution(
        parallelism, executor, dropBehind, sortAccesses, Objects.requireNonNull(listener), results);
  }

  /// The same on another number of threads.
  ///
  /// @param threads the most that work at once, the caller among them
  /// @return the execution
  /// @throws IllegalArgumentException if `threads < 1`
  public Execution withParallelism(int threads) {
    return new Execution(threads, executor, dropBehind, sortAccesses, progress, results);
  }

  /// The same with new arrays where they usually are, for those that an operation makes for itself.
  ///
  /// @return the execution
  public Execution withoutResults() {
    return new Execution(parallelism, executor, dropBehind, sortAccesses, progress, null);
  }

  /// The same without a listener.
  ///
  /// @return the execution
  public Execution withoutProgress() {
    return new Execution(parallelism, executor, dropBehind, sortAccesses, null, results);
  }

  /// The same with new arrays in memory of the caller: those that operations of a view return, such
  /// as `map`, `combine`, `compare`, `astype`, `copy`, `take`, `select`, `cumSum` and `reduce`
  /// along axes. Else they are Java arrays or, if they are large, memory outside the heap, which
  /// the garbage collector frees.
  ///
  /// An `Arena` frees them when it is closed; an access to one after that throws
  /// `IllegalStateException`. Memory that is used again costs least, as it is in the caches and no
  /// zeros are written into it first: a slicing allocator over an automatic arena gives it away
  /// from the front, and a new one begins anew. What earlier results held is overwritten then, and
  /// whoever still has a view of them reads other items. No operand may lie in such memory:
  ///
  /// ```java
  /// MemorySegment room = Arena.ofAuto().allocate(1 << 28, 64);
  /// for (NdView<?> x : steps) {
  ///   SegmentAllocator again = SegmentAllocator.slicingAllocator(room);
  ///   NdView<?> y = x.on(Execution.SEQUENTIAL.allocating(again)).combine(Binary.TIMES, 2);
  ///   use(y);
  /// }
  /// ```
  ///
  /// Loops see the memory of automatic arenas and of the global one where it is. To that of arenas
  /// that can be closed they copy results by way of small blocks, as another thread may close them
  /// in the meantime.
  ///
  /// @param allocator is asked once by an operation that returns an array, on the calling thread,
  ///   for as many bytes as the items have, at a multiple of 64. Whatever they hold, all are
  ///   written. An operation throws what the allocator throws; of an `OutOfMemoryError` a new one
  ///   names the array. It throws `IllegalArgumentException` if it gets fewer bytes or memory that
  ///   cannot be written, and [OverlapException] if it gets memory in which an operand lies
  /// @return the execution
  public Execution allocating(SegmentAllocator allocator) {
    return new Execution(
        parallelism,
        executor,
        dropBehind,
        sortAccesses,
        progress,
        Objects.requireNonNull(allocator));
  }
}
