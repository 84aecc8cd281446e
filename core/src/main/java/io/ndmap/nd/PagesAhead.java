package io.ndmap.nd;

import java.util.Arrays;

/// Has the system begin to read what a batch of scattered accesses will touch, before the first of
/// them: then the disk serves many requests at once, where touching one place after the other waits
/// for each and reads far more than it needs (0.02 ms a place instead of 4.5).
///
/// Asking costs a system call for each range, ten times as much as reading an item that is there.
/// So a window of places is asked for only when one of a few samples of it is not in memory, and
/// some windows after that are asked for at once. After a window that took so long that something
/// must have been missing, there are more samples. Where the guess is wrong, time is lost.
final class PagesAhead {

  /// The most places of a window.
  static final int WINDOW = 4096;

  /// The most bytes of a window: what a disk may be asked for at once without pushing out of memory
  /// what was asked for first.
  static final long WINDOW_BYTES = 8L << 20;

  /// Ranges with less than this between them are asked for as one.
  private static final long PAGE = 4096;

  private static final int FIRST_SAMPLES = 4;
  private static final int SAMPLES = 1;
  private static final int SLOW_SAMPLES = 64;
  private static final int COLD_WINDOWS = 8;
  private static final long NANOS_PER_PLACE = 1000;

  private final Backing backing;
  private final long bytes;
  private int samples = FIRST_SAMPLES;
  private int asking;
  private boolean asked;
  private long began;

  /// @param bytes how many are touched at each place
  PagesAhead(Backing backing, long bytes) {
    this.backing = backing;
    this.bytes = Math.clamp(bytes, 1, WINDOW_BYTES);
  }

  /// How many places make a window.
  static int window(long bytes) {
    return Math.clamp(WINDOW_BYTES / Math.max(1, bytes), 1, WINDOW);
  }

  /// To be called before the first access to the places of a window.
  void before(long[] places, int count) {
    if (backing.equals(Backing.MEMORY) || count == 0) {
      return;
    }
    asked = asking > 0 || isCold(places, count);
    if (asked) {
      asking = Math.max(0, asking - 1);
      ask(places, count);
    } else {
      began = System.nanoTime();
    }
  }

  /// To be called after the last access to the places of a window.
  void after(int count) {
    if (backing.equals(Backing.MEMORY) || asked || count == 0) {
      return;
    }
    if (System.nanoTime() - began > count * (NANOS_PER_PLACE + bytes)) {
      samples = SLOW_SAMPLES;
    }
  }

  private boolean isCold(long[] places, int count) {
    int few = Math.min(samples, count);
    samples = SAMPLES;
    for (int k = 0; k < few; k++) {
      long place = places[(int) ((k + 0.5) / few * count)];
      if (!backing.isResident(place, place + bytes)) {
        asking = COLD_WINDOWS;
        samples = FIRST_SAMPLES;
        return true;
      }
    }
    return false;
  }

  /// In ascending order, which disks prefer, and neighbours together.
  private void ask(long[] places, int count) {
    long[] sorted = Arrays.copyOf(places, count);
    Arrays.sort(sorted);
    long start = sorted[0];
    long end = start + bytes;
    for (int k = 1; k < count; k++) {
      if (sorted[k] > end + PAGE || end - start > WINDOW_BYTES) {
        backing.prefetch(start, end);
        start = sorted[k];
      }
      end = Math.max(end, sorted[k] + bytes);
    }
    backing.prefetch(start, end);
  }
}
