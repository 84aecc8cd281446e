package io.ndmap.select;

import io.ndmap.engine.ArraySorts;
import io.ndmap.pass.PagesAhead;
import java.lang.foreign.MemorySegment;

/// Consecutive offsets of a batch that were sorted or grouped by address. Each offset is stored
/// with its number: its position before sorting. Immutable.
///
/// An offset and its number are packed into one `long`, the offset in the high bits, so that both
/// are sorted as one number.
final class SortedOffsets {

  /// The maximum number of bits of an offset's number.
  private static final int NUMBER_BITS = 20;

  /// The minimum number of bits of an offset within a group: the TLB covers the 4 MiB of such a
  /// group.
  private static final int GROUP_BITS = 22;

  /// The maximum number of bits of a group's number. It limits the number of streams that are
  /// written concurrently, one for each group.
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
  /// @param from the index in the batch of the first offset
  /// @param count the number of offsets, at most [#most]
  /// @param segment the segment to which the offsets refer
  static SortedOffsets of(Offsets offsets, long from, int count, MemorySegment segment) {
    int bits = bits(segment);
    long[] keys = keys(offsets, from, count, bits);
    ArraySorts.LONGS.sort(keys, 0, 1, count);
    return new SortedOffsets(keys, bits);
  }

  /// Groups offsets by address, in a fraction of the time of a sort. The groups are in ascending
  /// order; within a group, offsets keep their order.
  ///
  /// @param from the index in the batch of the first offset
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

  /// Returns consecutive offsets in sorted order, as [Offsets#fill].
  void fill(long first, int n, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = keys[(int) first + i] >>> bits;
    }
  }

  /// Returns the number of an offset: its position before sorting.
  ///
  /// @param index the position of the offset after sorting
  int number(int index) {
    return (int) (keys[index] & ((1L << bits) - 1));
  }
}
