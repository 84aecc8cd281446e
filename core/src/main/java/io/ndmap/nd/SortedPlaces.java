package io.ndmap.nd;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Some places of a batch in ascending order, each with its number in the batch. Immutable.
///
/// A place and its number share a long, so that sorting them is sorting longs.
final class SortedPlaces {

  /// The most bits of a number.
  private static final int NUMBER_BITS = 20;

  private final long[] keys;
  private final int bits;

  private SortedPlaces(long[] keys, int bits) {
    this.keys = keys;
    this.bits = bits;
  }

  /// How many places of a segment can be sorted together: 2²⁰, less where the segment has more than
  /// 8 TiB.
  static int most(MemorySegment segment) {
    return 1 << bits(segment);
  }

  private static int bits(MemorySegment segment) {
    return Math.clamp(Long.numberOfLeadingZeros(segment.byteSize()) - 1L, 0, NUMBER_BITS);
  }

  /// Sorts places.
  ///
  /// @param from the number of the first in the batch
  /// @param count at most [#most]
  /// @param segment where they are
  static SortedPlaces of(Places places, long from, int count, MemorySegment segment) {
    int bits = bits(segment);
    long[] keys = new long[count];
    long[] some = new long[Math.min(PagesAhead.WINDOW, count)];
    for (int done = 0; done < count; done += some.length) {
      int n = Math.min(some.length, count - done);
      places.fill(from + done, n, some);
      for (int i = 0; i < n; i++) {
        keys[done + i] = some[i] << bits | (done + i);
      }
    }
    Arrays.sort(keys);
    return new SortedPlaces(keys, bits);
  }

  int count() {
    return keys.length;
  }

  /// Some places, see [Places#fill].
  void fill(long first, int n, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = keys[(int) first + i] >>> bits;
    }
  }

  /// Which of the places before they were sorted is now at an index.
  int number(int index) {
    return (int) (keys[index] & ((1L << bits) - 1));
  }
}
