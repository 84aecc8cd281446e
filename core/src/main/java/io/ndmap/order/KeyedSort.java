package io.ndmap.order;

import java.util.Arrays;

/// Sorts indices by their keys, stably: a radix sort by digits from the lowest on, of which those
/// that all keys have in common cost little. For one thread.
final class KeyedSort {

  /// Keys below which insertion is faster.
  private static final int FEW = 64;

  private static final int BITS = 11;
  private static final int DIGITS = 1 << BITS;

  /// Keys below which bytes take fewer steps than larger digits.
  private static final int MANY = 1 << 13;

  /// Some keys, and the indices that belong to them.
  private static final class Pairs {
    private final long[] keys;
    private final int[] order;
    private final int from;

    Pairs(long[] keys, int[] order, int from) {
      this.keys = keys;
      this.order = order;
      this.from = from;
    }
  }

  private final int[] next = new int[DIGITS];
  private long[] spareKeys = {};
  private int[] spareOrder = {};

  /// @param keys sorted, too
  /// @param order what belongs to the keys
  /// @param from the first
  /// @param to behind the last
  void sort(long[] keys, int[] order, int from, int to) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean sorted = true;
    long last = Long.MIN_VALUE;
    for (int i = from; i < to; i++) {
      long key = keys[i];
      sorted &= last <= key;
      last = key;
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    if (sorted) {
      return;
    }
    if (to - from < FEW) {
      insert(keys, order, from, to);
    } else {
      byDigits(new Pairs(keys, order, from), to - from, low, high - low);
    }
  }

  private static void insert(long[] keys, int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int index = order[i];
      int at = i;
      while (at > from && keys[at - 1] > key) {
        keys[at] = keys[at - 1];
        order[at] = order[at - 1];
        at--;
      }
      keys[at] = key;
      order[at] = index;
    }
  }

  /// @param low the lowest key, above which others are taken as numbers without sign
  /// @param most the highest of these
  private void byDigits(Pairs pairs, int n, long low, long most) {
    if (spareKeys.length < n) {
      spareKeys = new long[n];
      spareOrder = new int[n];
    }
    int bits = n < MANY ? Byte.SIZE : BITS;
    Pairs source = pairs;
    Pairs target = new Pairs(spareKeys, spareOrder, 0);
    for (int shift = 0; shift < Long.SIZE && most >>> shift != 0; shift += bits) {
      if (byDigit(source, target, n, low, shift, (1 << bits) - 1)) {
        Pairs sorted = target;
        target = source;
        source = sorted;
      }
    }
    if (!source.equals(pairs)) {
      System.arraycopy(source.keys, 0, pairs.keys, pairs.from, n);
      System.arraycopy(source.order, 0, pairs.order, pairs.from, n);
    }
  }

  /// Sorts by one digit.
  ///
  /// @return whether there was anything to do
  private boolean byDigit(Pairs source, Pairs target, int n, long low, int shift, int mask) {
    long[] keys = source.keys;
    int[] order = source.order;
    long[] toKeys = target.keys;
    int[] toOrder = target.order;
    int[] to = next;
    int end = source.from + n;
    Arrays.fill(to, 0, mask + 1, 0);
    for (int i = source.from; i < end; i++) {
      to[(int) ((keys[i] - low) >>> shift) & mask]++;
    }
    int at = target.from;
    for (int digit = 0; digit <= mask; digit++) {
      int count = to[digit];
      if (count == n) {
        return false;
      }
      to[digit] = at;
      at += count;
    }
    for (int i = source.from; i < end; i++) {
      long key = keys[i];
      int place = to[(int) ((key - low) >>> shift) & mask]++;
      toKeys[place] = key;
      toOrder[place] = order[i];
    }
    return true;
  }
}
