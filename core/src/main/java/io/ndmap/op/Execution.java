package io.ndmap.op;

import java.lang.foreign.SegmentAllocator;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Execution options of bulk operations: the number of threads and their executor, whether a pass
/// releases file pages after use, the order in which scattered elements are visited, and the
/// allocator of new arrays. The options never change a result, except for the bits of NaN: if a
/// result depends on how an operation is split, the layout of the arrays alone determines how, and
/// partial results are combined in a fixed order.
///
/// The calling thread always participates, and waits only for parts that other threads have begun.
/// Nested operations, or an executor whose threads are all busy, therefore cannot deadlock. With
/// several threads, all of them must be allowed to access the memory: an operation on memory of a
/// confined arena throws `WrongThreadException`, see `NdView.on`.
///
/// @param parallelism the maximum number of threads that work at once, including the caller
/// @param executor runs the work of all threads but the caller; the library never shuts it down
/// @param dropBehind whether a sequential pass releases the file pages that it has processed, so
///   that its resident memory stays small even if the file is larger than memory
/// @param sortAccesses whether `NdView.take`, `NdView.gather` and `NdView.gatherAt` visit the
///   elements in memory order rather than in the order of the indices, so that a cold file is read
///   forwards; indices are sorted in batches of 2²⁰, and a batch takes 8 MiB
/// @param progress null, or a listener that receives the number of elements processed since its
///   last call, after each part of an operation: usually every 65,536 to 2²⁰ elements, in some
///   operations fewer or more. Some small operations do not call the listener. One thread at a time
///   calls it; an exception that the listener throws ends the operation
/// @param allocator null, or the allocator of the new arrays that operations return, see
///   [#allocating]
public record Execution(
    int parallelism,
    Executor executor,
    boolean dropBehind,
    boolean sortAccesses,
    @Nullable LongConsumer progress,
    @Nullable SegmentAllocator allocator) {

  /// Runs operations on the calling thread alone.
  public static final Execution SEQUENTIAL =
      new Execution(1, ForkJoinPool.commonPool(), false, false, null, null);

  /// Checks the options.
  ///
  /// @throws IllegalArgumentException if `parallelism < 1`
  public Execution {
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "a parallelism of at least 1 is needed, found " + parallelism);
    }
    Objects.requireNonNull(executor);
  }

  /// Returns options for one thread per processor, in the common pool.
  ///
  /// @return the execution
  public static Execution parallel() {
    return parallel(Runtime.getRuntime().availableProcessors());
  }

  /// Returns options for a number of threads, in the common pool.
  ///
  /// @param parallelism the maximum number of threads that work at once, including the caller
  /// @return the execution
  /// @throws IllegalArgumentException if `parallelism < 1`
  public static Execution parallel(int parallelism) {
    return new Execution(parallelism, ForkJoinPool.commonPool(), false, false, null, null);
  }

  /// Returns the same options with the threads of another executor.
  ///
  /// @param threads the executor; it may run tasks at any time or never
  /// @return the execution
  public Execution withExecutor(Executor threads) {
    return new Execution(parallelism, threads, dropBehind, sortAccesses, progress, allocator);
  }

  /// Returns the same options, with sequential passes that release the file pages they have
  /// processed.
  ///
  /// @return the execution
  public Execution droppingBehind() {
    return new Execution(parallelism, executor, true, sortAccesses, progress, allocator);
  }

  /// Returns the same options with scattered elements visited in memory order. This pays off for
  /// large batches on a cold file; if the file is resident, sorting costs more than it saves.
  ///
  /// @return the execution
  public Execution sortingAccesses() {
    return new Execution(parallelism, executor, dropBehind, true, progress, allocator);
  }

  /// Returns the same options with a listener for the progress of operations.
  ///
  /// @param listener receives the number of elements processed since its last call, see [#progress]
  /// @return the execution
  public Execution withProgress(LongConsumer listener) {
    return new Execution(
        parallelism,
        executor,
        dropBehind,
        sortAccesses,
        Objects.requireNonNull(listener),
        allocator);
  }

  /// Returns the same options with another number of threads.
  ///
  /// @param threads the maximum number of threads that work at once, including the caller
  /// @return the execution
  /// @throws IllegalArgumentException if `threads < 1`
  public Execution withParallelism(int threads) {
    return new Execution(threads, executor, dropBehind, sortAccesses, progress, allocator);
  }

  /// Returns the same options without an allocator, for temporaries of operations.
  ///
  /// @return the execution
  public Execution withoutAllocator() {
    return new Execution(parallelism, executor, dropBehind, sortAccesses, progress, null);
  }

  /// Returns the same options without a listener.
  ///
  /// @return the execution
  public Execution withoutProgress() {
    return new Execution(parallelism, executor, dropBehind, sortAccesses, null, allocator);
  }

  /// Returns the same options with an allocator for the new arrays returned by operations such as
  /// `map`, `combine`, `compare`, `astype`, `copy`, `take`, `select`, `cumSum` and `reduce` along
  /// axes. Without an allocator, new arrays are Java arrays or, if large, off-heap memory that the
  /// garbage collector frees.
  ///
  /// Closing an `Arena` frees the arrays it allocated; later accesses to them throw
  /// `IllegalStateException`. Reused memory is the fastest, because it is not zeroed and, if small,
  /// is still in the CPU caches. To reuse a segment, create a new slicing allocator over it, which
  /// starts at the beginning of the segment again. New results then overwrite earlier ones, and
  /// views of the earlier results see other elements. No operand may lie in the reused memory:
  ///
  /// ```java
  /// MemorySegment buffer = Arena.ofAuto().allocate(1 << 28, 64);
  /// for (NdView<?> x : steps) {
  ///   SegmentAllocator reused = SegmentAllocator.slicingAllocator(buffer);
  ///   NdView<?> y = x.on(Execution.SEQUENTIAL.allocating(reused)).combine(Binary.TIMES, 2);
  ///   use(y);
  /// }
  /// ```
  ///
  /// Results in memory of automatic arenas and of the global arena are written directly. Results in
  /// arenas that can be closed are staged through small buffers, since another thread may close the
  /// arena in the meantime.
  ///
  /// @param allocator called once by an operation that returns an array, on the calling thread,
  ///   with the size of the elements in bytes and an alignment of 64 bytes. The memory need not be
  ///   zeroed: the operation writes all of it. Exceptions of the allocator propagate; the message
  ///   of an `OutOfMemoryError` names the array. The operation throws `IllegalArgumentException` if
  ///   the allocator returns fewer bytes than requested or read-only memory, and [OverlapException]
  ///   if an operand lies in the returned memory
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
