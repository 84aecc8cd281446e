package io.ndmap.pass;

import io.ndmap.event.FlightRecording;
import io.ndmap.event.OperandTexts;
import io.ndmap.event.OperationEvent;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs the numbered parts of a bulk operation on one or several threads. Reports progress, stops
/// if the caller is interrupted or a file is closed, and converts all faults to one exception.
///
/// Idle workers claim the next part index. The caller participates, then waits only for parts that
/// have begun, never for tasks that are still queued.
///
/// Each part runs with the memory pinned by a [Pin], unless it calls user code ([#runUnpinned]).
/// Progress listeners are called unpinned.
public final class Parts {

  /// The work on one part.
  public interface Body {
    void run(long part);
  }

  /// The work on one part that may take as long as the whole operation.
  public interface WalkBody {

    /// @param walk records the elements that the part has read or written
    void run(long part, Walk walk);
  }

  /// The work on one part that calls user code.
  public interface UnpinnedBody {

    /// @param pin a pin that has not begun; use [Pin#around] to access the memory
    void run(long part, Pin pin);
  }

  private final Execution execution;
  private final Backing[] backings;
  private final Items[] operands;
  // The number of elements of all parts; 0 if no progress is reported.
  private final long items;
  private final @Nullable PageRelease dropBehind;

  /// Whether the caller was interrupted while it waited for other threads; the walks of those
  /// threads then end.
  private volatile boolean interrupted;

  /// @param backings the memory that is accessed
  public Parts(Execution execution, Backing... backings) {
    this(execution, distinct(backings), new Items[0], 0, null);
  }

  /// @param operands the elements whose memory is accessed
  public Parts(Execution execution, Items... operands) {
    this(execution, distinct(backings(operands)), operands, 0, null);
  }

  private static Backing[] backings(Items... operands) {
    Backing[] backings = new Backing[operands.length];
    for (int k = 0; k < backings.length; k++) {
      backings[k] = operands[k].backing();
    }
    return backings;
  }

  private static Backing[] distinct(Backing... backings) {
    Backing[] found = new Backing[backings.length];
    int count = 0;
    for (Backing backing : backings) {
      int k = 0;
      while (k < count && !found[k].equals(backing)) {
        k++;
      }
      found[k] = backing;
      count = Math.max(count, k + 1);
    }
    return Arrays.copyOf(found, count);
  }

  private Parts(
      Execution execution,
      Backing[] backings,
      Items[] operands,
      long items,
      @Nullable PageRelease dropBehind) {
    this.execution = execution;
    this.backings = backings;
    this.operands = operands;
    this.items = items;
    this.dropBehind = dropBehind;
  }

  /// Returns the parts of a pass over operands. Pages behind the pass are released if the execution
  /// requests it.
  public static Parts of(Execution execution, Pass pass, Items... operands) {
    return new Parts(execution, operands).of(pass, backings(operands));
  }

  /// Returns these parts as the parts of a pass. Progress is reported, and pages behind the pass
  /// are released, if the execution requests it.
  ///
  /// @param operands the backings of the pass's first operands, in order; only their pages are
  ///   released
  public Parts of(Pass pass, Backing... operands) {
    return of(pass.parts(), pass.items(), pass::part, operands);
  }

  /// Like [#of(Pass, Backing...)], for parts that do not come from a [Pass].
  ///
  /// @param count the number of parts
  /// @param all the number of elements of all parts
  /// @param layouts returns the layouts of a part's operands
  public Parts of(long count, long all, LongFunction<Strided[]> layouts, Backing... operands) {
    return new Parts(
        execution,
        backings,
        this.operands,
        all,
        execution.dropBehind() ? new PageRelease(count, layouts, operands) : null);
  }

  /// Returns these parts with a number of elements, so that progress is reported.
  public Parts of(long count) {
    return new Parts(execution, backings, operands, count, dropBehind);
  }

  /// Returns these parts with the operands to record in the event of the Flight Recorder, for parts
  /// that were created from backings.
  public Parts describing(Items... some) {
    return new Parts(execution, backings, some, items, dropBehind);
  }

  /// Runs all parts; returns once all their accesses are known to have succeeded.
  ///
  /// @throws MappingFaultException if the memory of an operand cannot be accessed
  /// @throws io.ndmap.op.FileClosedException if the memory of an operand is closed
  /// @throws OperationInterruptedException if there are several parts, and the calling thread is
  ///   interrupted before the last part has begun, or while it waits for parts of other threads
  public void run(long count, Body body) {
    all(
        count,
        (part, pin) -> {
          pin.begin();
          body.run(part);
        });
  }

  /// Like [#run], for parts that call user code, which may even close the file. The parts pin the
  /// memory themselves for their own accesses.
  public void runUnpinned(long count, UnpinnedBody body) {
    all(
        count,
        (part, pin) -> {
          Arrays.stream(backings).forEach(Backing::requireInUse);
          body.run(part, pin);
        });
  }

  /// Like [#run], for parts each of which may take as long as the whole operation.
  public void runWalks(long count, WalkBody body) {
    Walk.Walks walks = new Walk.Walks(execution, () -> interrupted, backings);
    all(
        count,
        (part, pin) -> {
          pin.begin();
          Walk walk = walks.begin(pin);
          body.run(part, walk);
          walk.end();
        });
  }

  private void all(long count, UnpinnedBody body) {
    OperationEvent event = FlightRecording.operation();
    if (event == null) {
      unrecorded(count, body);
    } else {
      recorded(event, count, body);
    }
  }

  private void recorded(OperationEvent event, long count, UnpinnedBody body) {
    boolean succeeded = false;
    try {
      unrecorded(count, (part, pin) -> event.counting(() -> body.run(part, pin)));
      succeeded = true;
    } finally {
      if (event.hasEnded()) {
        int threads = (int) Math.min(execution.parallelism(), count);
        event.record(texts(), threads, count, succeeded);
      }
    }
  }

  private OperandTexts texts() {
    return new OperandTexts(
        Faults.names(", ", backings),
        text(each -> each.dtype().toString()),
        text(each -> each.strided().toString()),
        Arrays.stream(operands).mapToLong(each -> each.itemCount() * each.itemsize()).sum(),
        Arrays.stream(operands).allMatch(Parts::isInPlace));
  }

  /// Returns whether loops access the elements in place.
  private static boolean isInPlace(Items items) {
    return !items.isBigEndian()
        && (items.isContiguous(Order.C) || items.isContiguous(Order.F))
        && items.direct() != null;
  }

  private String text(Function<Items, String> of) {
    return Arrays.stream(operands).map(of).collect(Collectors.joining(", "));
  }

  private void unrecorded(long count, UnpinnedBody body) {
    LongConsumer listener = execution.progress();
    work(count, body, listener != null && items > 0 ? new Progress(count, listener) : null);
  }

  private void work(long count, UnpinnedBody body, @Nullable Progress progress) {
    if (execution.parallelism() == 1 || count == 1) {
      for (long part = 0; part < count; part++) {
        if (count > 1) {
          requireNotInterrupted();
        }
        guarded(part, body);
        finish(part, progress);
      }
    } else {
      new Workers(count, body, progress).work();
    }
  }

  /// Runs all parts and merges their results in a tree that depends only on the number of parts:
  /// first neighbouring results in pairs, then neighbouring pairs, and so on.
  ///
  /// @param count at least 1
  public <R> R reduce(long count, LongFunction<R> part, BinaryOperator<R> combine) {
    if (count == 1) {
      List<R> only = new ArrayList<>(1);
      run(1, k -> only.add(part.apply(k)));
      return only.getFirst();
    }
    PairwiseTree<R> tree = new PairwiseTree<>(combine);
    run(
        count,
        k -> {
          R result = part.apply(k);
          tree.add(k, result);
        });
    // Combining results may access the memory again.
    return Pin.get(() -> tree.root(count), backings);
  }

  /// Runs a part, ends its pin, and converts the JVM's errors about the memory.
  private void guarded(long part, UnpinnedBody body) {
    try {
      Pin pin = new Pin(backings);
      try {
        body.run(part, pin);
      } finally {
        pin.end();
      }
    } catch (InternalError | IllegalStateException e) {
      throw Faults.failure(e, backings);
    }
  }

  private void finish(long part, @Nullable Progress progress) {
    if (dropBehind != null) {
      dropBehind.finish(part);
    }
    if (progress != null) {
      progress.advance();
    }
  }

  private void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new OperationInterruptedException(Faults.names(" and ", backings));
    }
  }

  /// The progress of one operation: each part counts as the same number of elements.
  private final class Progress {
    private final long count;
    private final LongConsumer listener;
    private long done;

    Progress(long count, LongConsumer listener) {
      this.count = count;
      this.listener = listener;
    }

    synchronized void advance() {
      long each = items / count;
      done++;
      listener.accept(done == count ? items - each * (count - 1) : each);
    }
  }

  /// The threads that work on one operation.
  private final class Workers {
    private final long count;
    private final UnpinnedBody body;
    private final @Nullable Progress progress;
    private final AtomicLong next = new AtomicLong();
    private int working;
    private @Nullable Throwable failure;

    Workers(long count, UnpinnedBody body, @Nullable Progress progress) {
      this.count = count;
      this.body = body;
      this.progress = progress;
    }

    void work() {
      // Check once at the start: other threads may take all parts before the caller takes one.
      requireNotInterrupted();
      StackHeadroom.require();
      try {
        handOut(Math.min(execution.parallelism(), count) - 1);
      } catch (Throwable e) {
        // Even if the executor throws, threads that it has started may already access the caller's
        // memory.
        fail(e);
      }
      Thread caller = Thread.currentThread();
      takeParts(caller);
      awaitOthers();
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }

    /// Submits a number of further workers to the executor.
    private void handOut(long others) {
      try {
        for (long k = 0; k < others; k++) {
          execution.executor().execute(this::takeParts);
        }
      } catch (RejectedExecutionException e) {
        // Continue with fewer threads: the caller alone can run all parts.
      }
    }

    private void takeParts() {
      takeParts(null);
    }

    private void takeParts(@Nullable Thread caller) {
      if (!enter()) {
        return;
      }
      try {
        for (long part = next.getAndIncrement(); part < count; part = next.getAndIncrement()) {
          if (caller != null) {
            requireNotInterrupted();
          }
          guarded(part, body);
          finish(part, progress);
        }
      } catch (Throwable e) {
        fail(e);
      } finally {
        leave();
      }
    }

    private synchronized boolean enter() {
      if (next.get() >= count) {
        return false;
      }
      working++;
      return true;
    }

    private synchronized void leave() {
      working--;
      notifyAll();
    }

    private synchronized void fail(Throwable e) {
      next.set(count);
      if (failure == null) {
        failure = e;
      }
    }

    /// Waits uninterruptibly: parts are short or stop at their next check ([Walk]), and no thread
    /// may access the caller's arrays after the operation has returned.
    private synchronized void awaitOthers() {
      boolean interrupted = false;
      while (working > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
          Parts.this.interrupted = true;
          next.set(count);
          if (failure == null) {
            failure = new OperationInterruptedException(Faults.names(" and ", backings));
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
