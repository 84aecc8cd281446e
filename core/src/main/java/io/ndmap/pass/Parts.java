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

/// Runs the numbered parts of a bulk operation on one thread or several: progress, interrupts,
/// closed files, and one error for all faults.
///
/// Whoever is free takes the next number. The caller works with the others and, in the end, waits
/// only for parts that are being worked on, never for a thread to become free.
///
/// Each part is worked on under a [Hold] of the memory, unless it [#runUnheld runs code of others].
/// Listeners of progress are called outside.
public final class Parts {

  /// The work on one part.
  public interface Body {
    void run(long part);
  }

  /// The work on one part that may be as long as the operation.
  public interface WalkBody {

    /// @param walk is told what the part has passed
    void run(long part, Walk walk);
  }

  /// The work on one part that calls code of others.
  public interface UnheldBody {

    /// @param hold has not begun, for [Hold#around]
    void run(long part, Hold hold);
  }

  private final Execution execution;
  private final Backing[] backings;
  private final Items[] operands;
  private final long items;
  private final @Nullable DropBehind dropBehind;

  /// @param backings the memory that is accessed
  public Parts(Execution execution, Backing... backings) {
    this(execution, distinct(backings), new Items[0], 0, null);
  }

  /// @param operands whose memory is accessed
  public Parts(Execution execution, Items... operands) {
    this(execution, distinct(backings(operands)), operands, 0, null);
  }

  private static Backing[] backings(Items... operands) {
    return Arrays.stream(operands).map(Items::backing).toArray(Backing[]::new);
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
      @Nullable DropBehind dropBehind) {
    this.execution = execution;
    this.backings = backings;
    this.operands = operands;
    this.items = items;
    this.dropBehind = dropBehind;
  }

  /// The parts of a pass through operands, whose pages are given back behind it as the execution
  /// says.
  public static Parts of(Execution execution, Pass pass, Items... operands) {
    return new Parts(execution, operands).of(pass, backings(operands));
  }

  /// For parts that are those of a pass: what they have passed is told, and given back, as the
  /// execution says.
  ///
  /// @param operands the memory of the pass's operands, in their order; of what comes after the
  ///   last, nothing is given back
  public Parts of(Pass pass, Backing... operands) {
    return of(pass.parts(), pass.items(), pass::part, operands);
  }

  /// The same for other parts.
  ///
  /// @param count how many parts there are
  /// @param all how many items they have together
  /// @param layouts where a part accesses its operands
  public Parts of(long count, long all, LongFunction<Strided[]> layouts, Backing... operands) {
    return new Parts(
        execution,
        backings,
        this.operands,
        all,
        execution.dropBehind() ? new DropBehind(count, layouts, operands) : null);
  }

  /// For parts that have so many items in all: what they have passed is told.
  public Parts of(long count) {
    return new Parts(execution, backings, operands, count, dropBehind);
  }

  /// For parts that also access memory that is not of items: what is recorded of the operation.
  ///
  /// @param some the operands that are known
  public Parts describing(Items... some) {
    return new Parts(execution, backings, some, items, dropBehind);
  }

  /// Runs all parts; returns when all their accesses are known to have worked.
  ///
  /// @throws MappingFaultException if the memory of one cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted before the last has
  ///   begun
  public void run(long count, Body body) {
    all(
        count,
        (part, hold) -> {
          hold.begin();
          body.run(part);
        });
  }

  /// The same for parts that call code of others, which may do as it likes, and even close the
  /// file. What else they access they hold by themselves.
  public void runUnheld(long count, UnheldBody body) {
    all(
        count,
        (part, hold) -> {
          Arrays.stream(backings).forEach(Backing::requireInUse);
          body.run(part, hold);
        });
  }

  /// The same for parts that may each be as long as the operation.
  public void runWalks(long count, WalkBody body) {
    Walk.Ways ways = new Walk.Ways(execution, backings);
    all(
        count,
        (part, hold) -> {
          hold.begin();
          Walk walk = ways.begin(hold);
          body.run(part, walk);
          walk.end();
        });
  }

  private void all(long count, UnheldBody body) {
    OperationEvent event = FlightRecording.operation();
    if (event == null) {
      unrecorded(count, body);
    } else {
      recorded(event, count, body);
    }
  }

  private void recorded(OperationEvent event, long count, UnheldBody body) {
    boolean succeeded = false;
    try {
      unrecorded(count, (part, hold) -> event.counting(() -> body.run(part, hold)));
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

  private static boolean isInPlace(Items items) {
    return !items.isBigEndian()
        && (items.isContiguous(Order.C) || items.isContiguous(Order.F))
        && items.direct() != null;
  }

  private String text(Function<Items, String> of) {
    return Arrays.stream(operands).map(of).collect(Collectors.joining(", "));
  }

  private void unrecorded(long count, UnheldBody body) {
    LongConsumer listener = execution.progress();
    work(count, body, listener != null && items > 0 ? new Progress(count, listener) : null);
  }

  private void work(long count, UnheldBody body, @Nullable Progress progress) {
    if (execution.parallelism() == 1 || count == 1) {
      for (long part = 0; part < count; part++) {
        if (count > 1) {
          requireNotInterrupted();
        }
        guarded(part, body);
        finish(part, progress);
      }
    } else {
      new Crew(count, body, progress).work();
    }
  }

  /// Combines the results of all parts in a tree that depends on their number alone: neighbours in
  /// pairs, pairs of pairs, and so on.
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
    // To combine results can be to look into the memory once more.
    return Hold.get(() -> tree.root(count), backings);
  }

  private void guarded(long part, UnheldBody body) {
    try {
      Hold hold = new Hold(backings);
      try {
        body.run(part, hold);
      } finally {
        hold.end();
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

  /// How much of one operation is done: all parts count alike.
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

  /// The threads at work on one operation.
  private final class Crew {
    private final long count;
    private final UnheldBody body;
    private final @Nullable Progress progress;
    private final AtomicLong next = new AtomicLong();
    private int working;
    private @Nullable Throwable failure;

    Crew(long count, UnheldBody body, @Nullable Progress progress) {
      this.count = count;
      this.body = body;
      this.progress = progress;
    }

    void work() {
      // The others may have begun the last part before the caller begins one.
      requireNotInterrupted();
      StackRoom.require();
      try {
        handOut(Math.min(execution.parallelism(), count) - 1);
      } catch (Throwable e) {
        // Whatever an executor throws, those it has started are at work on the caller's memory.
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

    private void handOut(long others) {
      try {
        for (long k = 0; k < others; k++) {
          execution.executor().execute(this::takeParts);
        }
      } catch (RejectedExecutionException e) {
        // Then with fewer: the caller alone can do it all.
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

    /// Not to be interrupted: what is being worked on is short, and nobody may touch the caller's
    /// arrays after it has returned.
    private synchronized void awaitOthers() {
      boolean interrupted = false;
      while (working > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
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
