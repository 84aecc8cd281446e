package io.ndmap.mmap;

import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.PopulateEvent;
import io.ndmap.nd.NdView;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.posix.Posix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Loads the pages of mapped files into memory, for code that has a view but not its [NpyFile].
public final class Pages {

  /// The maximum bytes of a piece. The memory is pinned only while one piece is loaded, so closing
  /// the file waits for at most one piece of each call.
  private static final long PIECE = 1L << 20;

  /// The number of threads of the pool. There are more threads than processors, because the threads
  /// mostly wait and disks serve many requests at once.
  private static final int THREADS = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private static final ThreadPoolExecutor POOL = pool();

  private final MappedBacking backing;

  /// The byte ranges to load: start and end offset in the views' segment.
  private final List<long[]> runs;

  private final boolean areAll;

  /// Set if the caller is interrupted while it waits: the thread of the pool then stops.
  private volatile boolean isCancelled;

  /// @param areAll whether `runs` contains all runs of the view
  private Pages(MappedBacking backing, List<long[]> runs, boolean areAll) {
    this.backing = backing;
    this.runs = runs;
    this.areAll = areAll;
  }

  private static ThreadPoolExecutor pool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(null, task, "ndmap populates pages", 0, false);
              thread.setContextClassLoader(null);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /// Loads the pages of a view into memory, as [NpyFile#populate]. Returns at once for views whose
  /// memory is not a mapped file.
  ///
  /// @param view a view of any file, or of memory
  /// @return whether all pages were loaded, as [NpyFile#populate]; true if the memory is not a
  ///   mapped file
  /// @throws io.ndmap.op.FileClosedException if the file is closed before or during the call
  /// @throws OperationInterruptedException if the thread is interrupted before or during the call
  public static boolean populate(NdView<?> view) {
    if (!(view.backing() instanceof MappedBacking backing) || !backing.isPopulated()) {
      return true;
    }
    List<long[]> runs = new ArrayList<>();
    boolean areAll =
        PageRuns.visit(
            view.strided(),
            view.dtype().itemsize(),
            (int) Posix.pageSize(),
            (start, end) -> runs.add(new long[] {start, end}));
    return new Pages(backing, runs, areAll).run();
  }

  private boolean run() {
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationInterruptedException(backing.name());
    }
    PopulateEvent event = FileRecording.populate();
    boolean inPlace = Posix.isEnabled() && !Thread.currentThread().isVirtual();
    boolean complete = inPlace ? all() : onPool();
    if (event != null) {
      long bytes = runs.stream().mapToLong(run -> run[1] - run[0]).sum();
      event.record(backing.name(), bytes, complete);
    }
    return complete;
  }

  private boolean onPool() {
    FutureTask<Boolean> task = new FutureTask<>(this::all);
    POOL.execute(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      isCancelled = true;
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e);
    }
  }

  private OperationInterruptedException interrupted(InterruptedException e) {
    OperationInterruptedException ended = new OperationInterruptedException(backing.name());
    ended.initCause(e);
    return ended;
  }

  private boolean all() {
    for (long[] run : runs) {
      backing.prefetch(run[0], run[1]);
    }
    boolean complete = areAll;
    for (long[] run : runs) {
      for (long at = run[0]; at < run[1] && !isCancelled; at += PIECE) {
        if (Thread.currentThread().isInterrupted()) {
          throw new OperationInterruptedException(backing.name());
        }
        complete &= piece(at, Math.min(run[1], at + PIECE));
      }
    }
    return complete;
  }

  private boolean piece(long start, long end) {
    backing.pin();
    try {
      return backing.populate(start, end);
    } finally {
      backing.unpin();
    }
  }
}
