package io.ndmap.op;

import java.lang.foreign.SegmentAllocator;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Execution options of bulk operations: the number of threads and their executor, whether a pass
/// releases file pages after use, the order in which scattered elements are visited, and the
/// allocator of new arrays. They never change a result: how an operation is split depends on the
/// layout of the arrays alone, and partial results are combined in a fixed order.
///
/// The calling thread always participates and waits only for parts that other threads have begun,
/// so that nested use, or an executor whose threads are all busy, cannot deadlock. Several threads
/// need memory that all of them may access: an operation on memory of a confined arena throws
/// `WrongThreadException`, see `NdView.on`.
///
/// @param parallelism the maximum number of threads that work at once, including the caller
/// @param executor runs the other threads' work; never shut down by the library
/// @param dropBehind whether a sequential pass releases the file pages that it has processed, which
///   bounds its resident memory if the file is larger than memory
/// @param sortAccesses whether `NdView.take`, `NdView.gather` and `NdView.gatherAt` visit the
///   elements in memory order rather than in the order of the indices, so that a cold file is read
///   forward; indices are sorted in windows of 2²⁰, which take 8 MiB
/// @param progress null, or a listener that receives the number of elements processed since its
///   last call, after each part of an operation: about every 65,536 to 2²⁰ elements, and never for
///   small operations. One thread at a time calls it; an exception that it throws ends the
///   operation
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
  /// axes. Without one, they are Java arrays or, if large, off-heap memory that the garbage
  /// collector frees.
  ///
  /// Closing an `Arena` frees the arrays it allocated; later accesses to them throw
  /// `IllegalStateException`. Reused memory is the fastest, because it is not zeroed and, if small,
  /// is in the caches: a new slicing allocator over the same segment starts at its beginning again.
  /// This overwrites earlier results, and remaining views of them see other elements. No operand
  /// may lie in such memory:
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
  /// Memory of automatic arenas and of the global arena is written in place. Results in arenas that
  /// can be closed are staged through small blocks, since another thread may close them in the
  /// meantime.
  ///
  /// @param allocator called once by an operation that returns an array, on the calling thread,
  ///   with the size of the elements and an alignment of 64 bytes. The memory need not be zeroed:
  ///   all of it is written. Exceptions of the allocator propagate; an `OutOfMemoryError` names the
  ///   array in its message. The operation throws `IllegalArgumentException` if the allocator
  ///   returns fewer bytes or read-only memory, and [OverlapException] if an operand lies in the
  ///   returned memory
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
