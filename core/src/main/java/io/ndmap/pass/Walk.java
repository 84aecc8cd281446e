package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import java.util.List;

/// A way through memory within a part of an operation that may be as long as the operation itself:
/// every few MiB it looks for interrupts, tells what it has passed, and gives that back, as the
/// execution says. What [Parts] does between parts.
public final class Walk {

  private static final long STEP_BYTES = 8L << 20;
  private static final long STEP_ITEMS = 1L << 20;

  /// What an access may bring in on either side of it, see [DropBehind].
  private static final long REACH = 2L << 20;

  /// All ways of an operation.
  public static final class Ways {
    private final Execution execution;
    private final Backing backing;
    private final Thread caller = Thread.currentThread();
    private volatile boolean ended;

    public Ways(Execution execution, Backing backing) {
      this.execution = execution;
      this.backing = backing;
    }

    public Walk begin() {
      return new Walk(this);
    }

    private synchronized void tell(long items) {
      if (execution.progress() != null) {
        execution.progress().accept(items);
      }
    }
  }

  private final Ways ways;
  private long low = Long.MAX_VALUE;
  private long high = Long.MIN_VALUE;
  private long items;
  private long unchecked;

  private Walk(Ways ways) {
    this.ways = ways;
  }

  /// Takes note of a run of items.
  ///
  /// @param at where the first begins
  /// @param stride from one to the next
  /// @param count how many
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public void pass(long at, long stride, long count) {
    long last = at + (count - 1) * stride;
    low = Math.min(low, Math.min(at, last));
    high = Math.max(high, Math.max(at, last));
    items += count;
    unchecked += count;
    if (unchecked > Pass.PART) {
      unchecked = 0;
      requireNotInterrupted();
    }
    if (high - low >= STEP_BYTES || items >= STEP_ITEMS) {
      end();
    }
  }

  /// The caller's interrupt counts, and ends the others' ways, too; those of an executor's threads
  /// are for others.
  private void requireNotInterrupted() {
    Thread thread = Thread.currentThread();
    if (ways.ended || (thread.equals(ways.caller) && thread.isInterrupted())) {
      ways.ended = true;
      throw new OperationInterruptedException(Faults.names(List.of(ways.backing), " and "));
    }
  }

  /// Tells what has not been told yet.
  public void end() {
    if (items > 0) {
      if (ways.execution.dropBehind()) {
        ways.backing.release(low - REACH, high + REACH);
      }
      if (ways.execution.progress() != null) {
        ways.tell(items);
      }
      low = Long.MAX_VALUE;
      high = Long.MIN_VALUE;
      items = 0;
    }
  }
}
