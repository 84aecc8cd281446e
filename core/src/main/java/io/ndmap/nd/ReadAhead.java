package io.ndmap.nd;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/// Brings in what an operation on a cold file will need next, on a thread of its own.
///
/// The thread goes through the file some MiB ahead of the operation and waits for the disk, so that
/// the operation finds the pages there, and mapped. It is a thread of its own because it does
/// nothing but wait: in a pool it would take the place of one that computes. It begins only where
/// some page is not in memory, and does not outlive the operation.
///
/// To announce a range and go on (`MADV_WILLNEED`) is slower than the system's own reading ahead:
/// it fills the cache page by page, where reading ahead takes many at once.
final class ReadAhead implements AutoCloseable {

  /// How far ahead of the operation.
  static final long WINDOW = 32 << 20;

  /// What is waited for at a time.
  static final long STEP = 1 << 20;

  /// Passes below this are over before it pays to link the system's calls and begin a thread.
  private static final long WORTHWHILE = 64 << 20;

  private static final int SAMPLES = 16;

  private static final String NAME = "ndmap-read-ahead";

  private final Trail trail;
  private final Backing backing;
  private final long start;
  private final long end;
  private final Thread thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::work);
  private long position;
  private boolean closed;

  private ReadAhead(Trail trail, long start, long end) {
    this.trail = trail;
    this.backing = trail.backing();
    this.start = start;
    this.end = end;
    this.position = start;
  }

  /// Begins to read ahead of an operation that passes all parts of a trail, if that is long, cold
  /// and without large gaps.
  ///
  /// @return null if it is not
  static @Nullable ReadAhead begin(Trail trail, long parts) {
    long start = trail.start(0);
    long end = trail.end(parts - 1);
    if (!trail.isDense() || end - start < WORTHWHILE || isWarm(trail.backing(), start, end)) {
      return null;
    }
    ReadAhead ahead = new ReadAhead(trail, start, end);
    ahead.thread.start();
    return ahead;
  }

  private static boolean isWarm(Backing backing, long start, long end) {
    for (int k = 0; k < SAMPLES; k++) {
      long at = start + (end - start - 1) / SAMPLES * k;
      if (!backing.isResident(at, at + 1)) {
        return false;
      }
    }
    return true;
  }

  private void work() {
    try {
      for (long at = start; at < end && awaitTurn(at); at += STEP) {
        long to = Math.min(end, at + STEP);
        if (!backing.isResident(at, at + 1) || !backing.isResident(to - 1, to)) {
          backing.load(at, to);
        }
      }
    } catch (IllegalStateException e) {
      // The file was closed: the operation itself says so.
      System.getLogger(ReadAhead.class.getName()).log(Level.DEBUG, "Reading ahead ended", e);
    }
  }

  private synchronized boolean awaitTurn(long at) {
    try {
      while (!closed && at > position + WINDOW) {
        wait();
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it; if somebody does, the system's own reading ahead is left.
      closed = true;
    }
    return !closed;
  }

  /// Says that the operation has come to a part.
  synchronized void reached(long part) {
    long at = trail.start(part);
    if (at > position) {
      position = at;
      notifyAll();
    }
  }

  /// Ends it; returns when the memory is not accessed any more.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
