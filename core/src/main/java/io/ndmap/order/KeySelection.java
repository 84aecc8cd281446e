package io.ndmap.order;

import java.util.Arrays;

/// Finds order statistics among keys by quickselect with three-way partitioning. If partitioning
/// does not narrow the range of a rank fast enough, the range is sorted.
final class KeySelection {

  /// A range of fewer keys than this is sorted.
  private static final int FEW = 64;

  private final long[] keys;
  private final int[] ranks;

  private KeySelection(long[] keys, int... ranks) {
    this.keys = keys;
    this.ranks = ranks;
  }

  /// Returns the keys that have given ranks in the sorted order.
  ///
  /// @param keys the keys; they are reordered
  /// @param ranks the ranks, in ascending order
  static long[] of(long[] keys, int... ranks) {
    int rounds = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(keys.length));
    new KeySelection(keys, ranks).narrow(0, keys.length, 0, ranks.length, rounds);
    long[] found = new long[ranks.length];
    for (int k = 0; k < found.length; k++) {
      found[k] = keys[ranks[k]];
    }
    return found;
  }

  /// Reorders a range of keys, so that each requested rank within it has the same key as in sorted
  /// order.
  ///
  /// @param from the index of the first key of the range
  /// @param to the index after the last key of the range
  /// @param first the index in `ranks` of the first rank within the range
  /// @param last the index in `ranks` after that of the last rank within the range
  /// @param rounds how many times the range may still be partitioned before it is sorted
  private void narrow(int from, int to, int first, int last, int rounds) {
    if (first == last) {
      return;
    }
    if (to - from < FEW || rounds == 0) {
      Arrays.sort(keys, from, to);
      return;
    }
    long pivot = pivot(from, to);
    int below = from;
    int above = to;
    for (int i = from; i < above; ) {
      long key = keys[i];
      if (key < pivot) {
        keys[i++] = keys[below];
        keys[below++] = key;
      } else if (key > pivot) {
        keys[i] = keys[--above];
        keys[above] = key;
      } else {
        i++;
      }
    }
    narrow(from, below, first, rank(below, first, last), rounds - 1);
    narrow(above, to, rank(above, first, last), last, rounds - 1);
  }

  /// Returns the index in `ranks` of the first rank that is at least `index`.
  private int rank(int index, int first, int last) {
    int k = first;
    while (k < last && ranks[k] < index) {
      k++;
    }
    return k;
  }

  /// Returns the median of nine keys of a range.
  private long pivot(int from, int to) {
    int step = (to - from) / 9;
    long[] some = new long[9];
    for (int k = 0; k < some.length; k++) {
      some[k] = keys[from + step / 2 + k * step];
    }
    Arrays.sort(some);
    return some[some.length / 2];
  }
}
