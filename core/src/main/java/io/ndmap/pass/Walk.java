package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import java.util.function.BooleanSupplier;

/// Monitors a part that may take as long as the whole operation. Every few MiB, a walk releases the
/// pages behind the part if the execution requests it, ends and renews the pin, so that another
/// thread can close the memory, and reports progress. It also checks for interrupts. For short
/// parts, [Parts] does all this between parts.
public final class Walk {

  /// A walk reports progress and renews its pin after this many bytes of one backing.
  private static final long STEP_BYTES = 8L << 20;

  /// A walk reports progress and renews its pin after this many elements.
  private static final long STEP_ITEMS = 1L << 20;

  /// An access may fault in this many bytes on either side, see [PageRelease].
  private static final long REACH = 2L << 20;

  /// The state that all walks of an operation share.
  static final class Walks {
    private final Execution execution;
    private final BooleanSupplier interrupted;
    private final Backing[] backings;
    private final Thread caller = Thread.currentThread();
    private volatile boolean ended;

    /// @param interrupted whether the caller was interrupted while it waited for other threads
    /// @param backings the first backing is the memory that is read, the last backing the memory
    ///   that is written; there may be only one
    Walks(Execution execution, BooleanSupplier interrupted, Backing... backings) {
      this.execution = execution;
      this.interrupted = interrupted;
      this.backings = backings;
    }

    /// @param pin the calling thread's pin on the backings
    Walk begin(Pin pin) {
      return new Walk(this, pin);
    }

    /// Reports the progress of some elements to the listener.
    private synchronized void tell(long items) {
      if (execution.progress() != null) {
        execution.progress().accept(items);
      }
    }
  }

  /// The byte range of one backing that was accessed since the last step.
  private static final class Range {
    private final Backing backing;
    private long low = Long.MAX_VALUE;
    private long high = Long.MIN_VALUE;

    Range(Backing backing) {
      this.backing = backing;
    }

    /// @return whether the range is long enough for a step
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

  private final Walks walks;
  private final Pin pin;
  private final Range read;
  private final Range written;
  // The number of elements read since the last report of progress.
  private long items;
  // The number of elements read since the last check for an interrupt.
  private long unchecked;

  private Walk(Walks walks, Pin pin) {
    this.walks = walks;
    this.pin = pin;
    this.read = new Range(walks.backings[0]);
    this.written = new Range(walks.backings[walks.backings.length - 1]);
  }

  /// Records a run of elements that were read.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  /// @param count the number of elements
  /// @throws OperationInterruptedException if the thread that called the operation is interrupted,
  ///   whichever thread runs this part
  /// @throws io.ndmap.op.FileClosedException if the memory is closed
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

  /// Records a run of elements that were written; parameters as for [#pass].
  public void wrote(long at, long stride, long count) {
    if (written.add(at, stride, count)) {
      step();
    }
  }

  /// Checks for an interrupt of the caller, which also ends the walks of the other threads.
  /// Interrupts of executor threads are ignored, because they may have other reasons.
  private void requireNotInterrupted() {
    Thread thread = Thread.currentThread();
    boolean isInterrupted = thread.equals(walks.caller) && thread.isInterrupted();
    if (walks.ended || isInterrupted || walks.interrupted.getAsBoolean()) {
      walks.ended = true;
      throw new OperationInterruptedException(Faults.names(" and ", walks.backings));
    }
  }

  /// Reports progress, releases pages, and ends and renews the pin.
  private void step() {
    end();
    pin.begin();
  }

  /// Releases pages, ends the pin and reports the progress, all since the last step.
  void end() {
    if (walks.execution.dropBehind()) {
      read.release();
      written.release();
    }
    pin.end();
    if (items > 0) {
      walks.tell(items);
    }
    read.clear();
    written.clear();
    items = 0;
  }
}
