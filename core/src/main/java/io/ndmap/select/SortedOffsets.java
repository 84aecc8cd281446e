package io.ndmap.select;

import io.ndmap.engine.ArraySorts;
import io.ndmap.pass.PagesAhead;
import java.lang.foreign.MemorySegment;

/// Offsets of a batch in ascending order, exactly or by groups, each with its number in the batch.
/// Immutable.
///
/// An offset and its number are packed into one `long`, so that they are sorted as longs.
final class SortedOffsets {

  /// The maximum number of bits of an offset's number.
  private static final int NUMBER_BITS = 20;

  /// Bits of an offset within a group of 4 MiB, which the TLB covers.
  private static final int GROUP_BITS = 22;

  /// The maximum number of bits of a group's number, the binary logarithm of the number of streams
  /// that are written concurrently.
  private static final int MOST_GROUPS_BITS = 11;

  private final long[] keys;
  private final int bits;

  private SortedOffsets(long[] keys, int bits) {
    this.keys = keys;
    this.bits = bits;
  }

  /// The maximum number of offsets of a segment that can be sorted together: 2²⁰, fewer if the
  /// segment has 8 TiB or more.
  static int most(MemorySegment segment) {
    return 1 << bits(segment);
  }

  private static int bits(MemorySegment segment) {
    return Math.clamp(Long.numberOfLeadingZeros(segment.byteSize()) - 1L, 0, NUMBER_BITS);
  }

  /// Sorts offsets.
  ///
  /// @param from the number of the first offset in the batch
  /// @param count the number of offsets, at most [#most]
  /// @param segment the segment to which the offsets refer
  static SortedOffsets of(Offsets offsets, long from, int count, MemorySegment segment) {
    int bits = bits(segment);
    long[] keys = keys(offsets, from, count, bits);
    ArraySorts.LONGS.sort(keys, 0, 1, count);
    return new SortedOffsets(keys, bits);
  }

  /// Groups neighbouring offsets in one pass, in a fraction of the time of a sort.
  ///
  /// @param from the number of the first offset in the batch
  /// @param count the number of offsets, at most [#most]
  /// @param segment the segment to which the offsets refer
  static SortedOffsets grouped(Offsets offsets, long from, int count, MemorySegment segment) {
    int bits = bits(segment);
    long[] keys = keys(offsets, from, count, bits);
    int offsetBits = Long.SIZE - Long.numberOfLeadingZeros(segment.byteSize());
    int shift = bits + Math.max(GROUP_BITS, offsetBits - MOST_GROUPS_BITS);
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
    return new SortedOffsets(grouped, bits);
  }

  private static long[] keys(Offsets offsets, long from, int count, int bits) {
    long[] keys = new long[count];
    long[] some = new long[Math.min(PagesAhead.WINDOW, count)];
    for (int done = 0; done < count; done += some.length) {
      int n = Math.min(some.length, count - done);
      offsets.fill(from + done, n, some);
      for (int i = 0; i < n; i++) {
        keys[done + i] = some[i] << bits | (done + i);
      }
    }
    return keys;
  }

  int count() {
    return keys.length;
  }

  /// Returns some offsets, see [Offsets#fill].
  void fill(long first, int n, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = keys[(int) first + i] >>> bits;
    }
  }

  /// The number, before sorting, of the offset at an index.
  int number(int index) {
    return (int) (keys[index] & ((1L << bits) - 1));
  }
}
