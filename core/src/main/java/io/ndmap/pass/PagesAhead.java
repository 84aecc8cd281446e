package io.ndmap.pass;

import io.ndmap.op.Backing;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// Prefetches the pages of a batch of scattered accesses, so that the disk serves many requests at
/// once: an access then takes 0.02 ms. Without the prefetch, each access waits for its own page
/// fault, which reads far more than needed: 4.5 ms.
///
/// A prefetch costs one system call per range, ten times as much as reading a resident element. So
/// a window (up to [#WINDOW] successive offsets of the batch) is prefetched only if a sample of its
/// offsets is not resident; the next few windows are then prefetched without sampling. Samples may
/// miss a few absent pages. Therefore reads are timed: if some reads of a window are so slow that a
/// page must have been absent, more of the remaining offsets are sampled. The number of reads
/// between two time measurements grows while no read is slow. A needless or a missing prefetch only
/// costs time.
public final class PagesAhead {

  /// The maximum number of offsets in a window.
  public static final int WINDOW = 4096;

  /// The maximum number of bytes in a window of several offsets: prefetching more at once could
  /// evict the first pages before they are read.
  static final long WINDOW_BYTES = 8L << 20;

  /// Ranges with a gap of at most this many bytes between them are prefetched as one range.
  private static final long PAGE = 4096;

  /// At most this many offsets, within [#TOGETHER] bytes, are checked by one query for their whole
  /// range.
  private static final int FEW = 256;

  /// The maximum number of bytes of the range of such a query.
  private static final long TOGETHER = 16 * PAGE;

  /// The number of samples of the first window, and of the next sampled window after a sample was
  /// absent.
  private static final int FIRST_SAMPLES = 4;

  /// The usual number of samples.
  private static final int SAMPLES = 1;

  /// The number of samples after slow reads.
  private static final int SLOW_SAMPLES = 64;

  /// The number of windows that are prefetched once a sample was absent, including the sampled
  /// window.
  private static final int COLD_WINDOWS = 8;

  /// The number of reads until the first time measurement, and after slow reads.
  private static final int FIRST_STEP = 16;

  /// Reads are slow if they take, on average, more than this many nanoseconds plus one nanosecond
  /// per byte.
  private static final long NANOS_PER_PLACE = 1000;

  private final Backing backing;
  private final long bytes;
  private final LongSupplier nanos;
  // The number of offsets to sample next.
  private int samples = FIRST_SAMPLES;
  // The number of reads until the next time measurement.
  private int step = FIRST_STEP;
  // The number of further windows to prefetch without sampling.
  private int asking;
  // Whether the current window was prefetched or needs no prefetch.
  private boolean asked;
  // The time of the last measurement.
  private long began;

  /// Reads the bytes at some offsets of a window.
  public interface Reading {
    /// Reads the bytes at consecutive offsets of the window.
    ///
    /// @param first the index of the first offset
    /// @param count the number of offsets
    void read(int first, int count);
  }

  /// @param bytes the number of bytes read at each offset
  public PagesAhead(Backing backing, long bytes) {
    this(backing, bytes, System::nanoTime);
  }

  /// Creates an instance with another clock, for tests.
  PagesAhead(Backing backing, long bytes, LongSupplier nanos) {
    this.backing = backing;
    this.bytes = Math.clamp(bytes, 1, WINDOW_BYTES);
    this.nanos = nanos;
  }

  /// Returns the maximum number of offsets in a window.
  ///
  /// @param bytes the number of bytes read at each offset
  public static int window(long bytes) {
    return Math.clamp(WINDOW_BYTES / Math.max(1, bytes), 1, WINDOW);
  }

  /// Reads the bytes at all offsets of a window, and prefetches them if needed.
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

  /// Prefetches a window if needed, for callers that read the whole window at once.
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

  /// Records the time of reading the window. Call this after the last access.
  public void after(int count) {
    if (!asked) {
      var _ = isSlow(count);
    }
  }

  /// Returns whether the accesses since the last time measurement were slower than accesses to
  /// resident memory.
  private boolean isSlow(int count) {
    long now = nanos.getAsLong();
    boolean slow = now - began > count * (NANOS_PER_PLACE + bytes);
    began = now;
    samples = slow ? SLOW_SAMPLES : samples;
    step = slow ? FIRST_STEP : Math.min(WINDOW, 2 * step);
    return slow;
  }

  /// Returns whether a sample of the offsets is not resident.
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

  /// Prefetches in ascending order, with neighbouring ranges merged.
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
