package io.ndmap.order;

import java.util.Arrays;

/// Finds order statistics among keys: Hoare's selection with ties set apart, which sorts what it
/// does not narrow down fast enough.
final class KeySelection {

  /// Keys below which sorting is faster.
  private static final int FEW = 64;

  private final long[] keys;
  private final int[] ranks;

  private KeySelection(long[] keys, int... ranks) {
    this.keys = keys;
    this.ranks = ranks;
  }

  /// The keys that would be at some ranks if all were sorted.
  ///
  /// @param keys are moved
  /// @param ranks in ascending order
  static long[] of(long[] keys, int... ranks) {
    int rounds = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(keys.length));
    new KeySelection(keys, ranks).narrow(0, keys.length, 0, ranks.length, rounds);
    long[] found = new long[ranks.length];
    for (int k = 0; k < found.length; k++) {
      found[k] = keys[ranks[k]];
    }
    return found;
  }

  /// @param from the first key of those among which ranks are looked for
  /// @param to behind the last
  /// @param first of the ranks that are between them
  /// @param last behind the last of these
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

  /// Which rank is the first from a place on.
  private int rank(int place, int first, int last) {
    int k = first;
    while (k < last && ranks[k] < place) {
      k++;
    }
    return k;
  }

  /// The median of nine keys.
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
