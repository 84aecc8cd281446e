package io.ndmap.pass;

import io.ndmap.op.Backing;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// Prefetches the pages of a batch of scattered accesses before the first of them: then the disk
/// serves many requests at once, where touching one index after the other waits for each and reads
/// far more than it needs (0.02 ms an index instead of 4.5).
///
/// Asking costs a system call for each range, ten times as much as reading an item that is there.
/// So a window of places is asked for only when one of a few samples of it is not in memory, and
/// some windows after that are asked for at once. And where few places are missing, of which the
/// samples know nothing: after reading some of the window took so long that something must have
/// been missing, there are more samples of the rest. How much is read between two looks at the
/// clock grows while nothing is missing. Where the guess is wrong, time is lost.
public final class PagesAhead {

  /// The most places of a window.
  public static final int WINDOW = 4096;

  /// The most bytes of a window: what a disk may be asked for at once without pushing out of memory
  /// what was asked for first.
  static final long WINDOW_BYTES = 8L << 20;

  /// Ranges with less than this between them are asked for as one.
  private static final long PAGE = 4096;

  /// Few places that lie together are asked about once, and all of them.
  private static final int FEW = 256;

  private static final long TOGETHER = 16 * PAGE;

  private static final int FIRST_SAMPLES = 4;
  private static final int SAMPLES = 1;
  private static final int SLOW_SAMPLES = 64;
  private static final int COLD_WINDOWS = 8;
  private static final int FIRST_STEP = 16;
  private static final long NANOS_PER_PLACE = 1000;

  private final Backing backing;
  private final long bytes;
  private final LongSupplier nanos;
  private int samples = FIRST_SAMPLES;
  private int step = FIRST_STEP;
  private int asking;
  private boolean asked;
  private long began;

  /// Reads some places of a window.
  public interface Reading {
    /// Reads them.
    ///
    /// @param first the number of the first
    /// @param count how many
    void read(int first, int count);
  }

  /// @param bytes how many are touched at each place
  public PagesAhead(Backing backing, long bytes) {
    this(backing, bytes, System::nanoTime);
  }

  /// With a clock of its own, for tests.
  PagesAhead(Backing backing, long bytes, LongSupplier nanos) {
    this.backing = backing;
    this.bytes = Math.clamp(bytes, 1, WINDOW_BYTES);
    this.nanos = nanos;
  }

  /// How many places make a window.
  public static int window(long bytes) {
    return Math.clamp(WINDOW_BYTES / Math.max(1, bytes), 1, WINDOW);
  }

  /// Reads the places of a window.
  public void over(long[] places, int count, Reading reading) {
    int done = 0;
    for (before(places, count); !asked && done < count; ) {
      int n = Math.min(step, count - done);
      reading.read(done, n);
      done += n;
      if (isSlow(n) && done < count && isCold(places, done, count)) {
        ask(places, done, count);
      }
    }
    if (done < count) {
      reading.read(done, count - done);
    }
  }

  /// To be called before the first access to the places of a window, by who reads it at once.
  public void before(long[] places, int count) {
    asked = !backing.mayFault() || count == 0;
    if (asked) {
      return;
    }
    if (asking > 0) {
      asking--;
      ask(places, 0, count);
    } else if (isCold(places, 0, count)) {
      ask(places, 0, count);
    }
    began = nanos.getAsLong();
  }

  /// To be called after the last access to them.
  public void after(int count) {
    if (!asked) {
      var _ = isSlow(count);
    }
  }

  /// Whether the accesses since the last look at the clock took longer than those to memory would.
  private boolean isSlow(int count) {
    long now = nanos.getAsLong();
    boolean slow = now - began > count * (NANOS_PER_PLACE + bytes);
    began = now;
    samples = slow ? SLOW_SAMPLES : samples;
    step = slow ? FIRST_STEP : Math.min(WINDOW, 2 * step);
    return slow;
  }

  private boolean isCold(long[] places, int from, int to) {
    if (to - from <= FEW) {
      long least = places[from];
      long greatest = least;
      for (int i = from; i < to; i++) {
        least = Math.min(least, places[i]);
        greatest = Math.max(greatest, places[i]);
      }
      if (greatest + bytes - least <= TOGETHER) {
        return !backing.isResident(least, greatest + bytes);
      }
    }
    int few = Math.min(samples, to - from);
    samples = SAMPLES;
    for (int k = 0; k < few; k++) {
      long place = places[from + (int) ((k + 0.5) / few * (to - from))];
      if (!backing.isResident(place, place + bytes)) {
        asking = COLD_WINDOWS - 1;
        samples = FIRST_SAMPLES;
        return true;
      }
    }
    return false;
  }

  /// In ascending order, which disks prefer, and neighbours together.
  private void ask(long[] places, int from, int to) {
    asked = true;
    long[] sorted = Arrays.copyOfRange(places, from, to);
    Arrays.sort(sorted);
    long start = sorted[0];
    long end = start + bytes;
    for (long place : sorted) {
      if (place > end + PAGE || end - start > WINDOW_BYTES) {
        backing.prefetch(start, end);
        start = place;
      }
      end = Math.max(end, place + bytes);
    }
    backing.prefetch(start, end);
  }
}
