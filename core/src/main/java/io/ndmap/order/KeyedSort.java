package io.ndmap.order;

import java.util.Arrays;

/// Sorts indices by their keys, stably. The highest bits of a key and the place of the item are one
/// number of 64 bits; these numbers are sorted by digits of the key from the lowest on, of which
/// those that all have in common cost little. Items that are equal in these bits, which are few
/// unless most keys are, are sorted by the others. For one thread.
final class KeyedSort {

  /// Keys below which insertion is faster.
  private static final int FEW = 64;

  /// Keys below which bytes take fewer steps than larger digits.
  private static final int MANY = 1 << 13;

  private static final int BITS = 11;

  /// Bits of a place: those of an index of a Java array.
  private static final int PLACE = Integer.SIZE - 1;

  private final int[] next = new int[1 << BITS];
  private long[] spare = {};
  private long[] other = {};

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
      return;
    }
    // Above the lowest key, others are numbers without sign.
    int digit = to - from < MANY ? Byte.SIZE : BITS;
    int most = (Long.SIZE - PLACE) / digit * digit;
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(high - low) - most);
    byHighBits(keys, order, from, to - from, low, shift, digit);
    if (shift > 0) {
      byLowBits(keys, order, from, to, low, shift);
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

  /// Sorts items that are equal in their high bits.
  private void byLowBits(long[] keys, int[] order, int from, int to, long low, int shift) {
    int begin = from;
    for (int end = from + 1; end <= to; end++) {
      if (end == to || (keys[end] - low) >>> shift != (keys[begin] - low) >>> shift) {
        if (end - begin > 1) {
          sort(keys, order, begin, end);
        }
        begin = end;
      }
    }
  }

  /// @param shift how many low bits are left out
  /// @param digit bits of a digit
  private void byHighBits(
      long[] keys, int[] order, int from, int n, long low, int shift, int digit) {
    if (spare.length < n) {
      spare = new long[n];
      other = new long[n];
    }
    long[] source = spare;
    long[] target = other;
    for (int i = 0; i < n; i++) {
      source[i] = (keys[from + i] - low) >>> shift << PLACE | i;
    }
    for (int at = PLACE; at + digit <= Long.SIZE; at += digit) {
      if (byDigit(source, target, n, at, (1 << digit) - 1)) {
        long[] sorted = target;
        target = source;
        source = sorted;
      }
    }
    for (int i = 0; i < n; i++) {
      int place = from + ((int) source[i] & Integer.MAX_VALUE);
      target[i] = shift == 0 ? (source[i] >>> PLACE) + low : keys[place];
      source[i] = order[place];
    }
    System.arraycopy(target, 0, keys, from, n);
    for (int i = 0; i < n; i++) {
      order[from + i] = (int) source[i];
    }
  }

  /// Sorts by one digit.
  ///
  /// @return whether there was anything to do
  private boolean byDigit(long[] source, long[] target, int n, int shift, int mask) {
    int[] to = next;
    Arrays.fill(to, 0, mask + 1, 0);
    for (int i = 0; i < n; i++) {
      to[(int) (source[i] >>> shift) & mask]++;
    }
    int at = 0;
    for (int digit = 0; digit <= mask; digit++) {
      int count = to[digit];
      if (count == n) {
        return false;
      }
      to[digit] = at;
      at += count;
    }
    for (int i = 0; i < n; i++) {
      long number = source[i];
      target[to[(int) (number >>> shift) & mask]++] = number;
    }
    return true;
  }
}
