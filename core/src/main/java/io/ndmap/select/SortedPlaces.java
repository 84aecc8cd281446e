package io.ndmap.select;

import io.ndmap.pass.PagesAhead;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Offsets of a batch in ascending order, or nearly so, each with its number in the batch.
/// Immutable.
///
/// A place and its number share a long, so that sorting them is sorting longs.
final class SortedPlaces {

  /// The most bits of a number.
  private static final int NUMBER_BITS = 20;

  /// Bits of a place within a group of 4 MiB: the TLB reaches so far.
  private static final int GROUP_BITS = 22;

  /// The most bits of a group's number: as many places in memory are written to in turns.
  private static final int MOST_GROUPS_BITS = 11;

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
    long[] keys = keys(places, from, count, bits);
    Arrays.sort(keys);
    return new SortedPlaces(keys, bits);
  }

  /// Brings places together that lie near each other, in one pass, which takes a fraction of the
  /// time of sorting them.
  ///
  /// @param from the number of the first in the batch
  /// @param count at most [#most]
  /// @param segment where they are
  static SortedPlaces grouped(Places places, long from, int count, MemorySegment segment) {
    int bits = bits(segment);
    long[] keys = keys(places, from, count, bits);
    int placeBits = Long.SIZE - Long.numberOfLeadingZeros(segment.byteSize());
    int shift = bits + Math.max(GROUP_BITS, placeBits - MOST_GROUPS_BITS);
    int[] next = new int[(int) ((segment.byteSize() << bits) >>> shift) + 2];
    for (long key : keys) {
      next[(int) (key >>> shift) + 1]++;
    }
    for (int group = 1; group < next.length; group++) {
      next[group] += next[group - 1];
    }
    long[] grouped = new long[count];
    for (long key : keys) {
      grouped[next[(int) (key >>> shift)]++] = key;
    }
    return new SortedPlaces(grouped, bits);
  }

  private static long[] keys(Places places, long from, int count, int bits) {
    long[] keys = new long[count];
    long[] some = new long[Math.min(PagesAhead.WINDOW, count)];
    for (int done = 0; done < count; done += some.length) {
      int n = Math.min(some.length, count - done);
      places.fill(from + done, n, some);
      for (int i = 0; i < n; i++) {
        keys[done + i] = some[i] << bits | (done + i);
      }
    }
    return keys;
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
