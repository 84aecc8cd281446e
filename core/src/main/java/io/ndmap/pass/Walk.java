package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;

/// Watches a part of an operation that may be as long as the operation: every few MiB it checks for
/// interrupts, tells the progress, drops the pages behind it, and ends its hold for a thread that
/// wants to close the memory, as [Parts] does between parts.
public final class Walk {

  private static final long STEP_BYTES = 8L << 20;
  private static final long STEP_ITEMS = 1L << 20;

  /// What an access may bring in on either side of it, see [DropBehind].
  private static final long REACH = 2L << 20;

  /// All ways of an operation.
  static final class Ways {
    private final Execution execution;
    private final Backing[] backings;
    private final Thread caller = Thread.currentThread();
    private volatile boolean ended;

    /// @param backings the memory that is read, and that which is written if it is another
    Ways(Execution execution, Backing... backings) {
      this.execution = execution;
      this.backings = backings;
    }

    /// @param hold of the backings, by the thread that calls
    Walk begin(Hold hold) {
      return new Walk(this, hold);
    }

    private synchronized void tell(long items) {
      if (execution.progress() != null) {
        execution.progress().accept(items);
      }
    }
  }

  /// What was passed of some memory since the last step.
  private static final class Range {
    private final Backing backing;
    private long low = Long.MAX_VALUE;
    private long high = Long.MIN_VALUE;

    Range(Backing backing) {
      this.backing = backing;
    }

    /// @return whether it has become long
    boolean add(long at, long stride, long count) {
      long last = at + (count - 1) * stride;
      low = Math.min(low, Math.min(at, last));
      high = Math.max(high, Math.max(at, last));
      return high - low >= STEP_BYTES;
    }

    void release() {
      if (low <= high) {
        backing.release(low - REACH, high + REACH);
      }
    }

    void clear() {
      low = Long.MAX_VALUE;
      high = Long.MIN_VALUE;
    }
  }

  private final Ways ways;
  private final Hold hold;
  private final Range read;
  private final Range written;
  private long items;
  private long unchecked;

  private Walk(Ways ways, Hold hold) {
    this.ways = ways;
    this.hold = hold;
    this.read = new Range(ways.backings[0]);
    this.written = new Range(ways.backings[ways.backings.length - 1]);
  }

  /// Takes note of a run of items that were read.
  ///
  /// @param at where the first begins
  /// @param stride from one to the next
  /// @param count how many
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public void pass(long at, long stride, long count) {
    items += count;
    unchecked += count;
    if (unchecked > Pass.PART) {
      unchecked = 0;
      requireNotInterrupted();
    }
    if (read.add(at, stride, count) || items >= STEP_ITEMS) {
      step();
    }
  }

  /// Takes note of a run of items that were written.
  public void wrote(long at, long stride, long count) {
    if (written.add(at, stride, count)) {
      step();
    }
  }

  /// The caller's interrupt counts, and ends the others' ways, too; those of an executor's threads
  /// are for others.
  private void requireNotInterrupted() {
    Thread thread = Thread.currentThread();
    if (ways.ended || (thread.equals(ways.caller) && thread.isInterrupted())) {
      ways.ended = true;
      throw new OperationInterruptedException(Faults.names(" and ", ways.backings));
    }
  }

  private void step() {
    end();
    hold.begin();
  }

  /// Tells what has not been told yet, and ends the hold.
  void end() {
    if (ways.execution.dropBehind()) {
      read.release();
      written.release();
    }
    hold.end();
    if (items > 0) {
      ways.tell(items);
    }
    read.clear();
    written.clear();
    items = 0;
  }
}
