package io.ndmap.order;

import java.util.Arrays;

/// Sorts indices by their keys, stably, with an LSD radix sort. The lowest key is subtracted from
/// all keys. The highest bits of each difference and the position of its element are packed into
/// one `long`, and these `long`s are sorted digit by digit. A digit that is equal in all of them is
/// skipped. Elements that are equal in the packed bits, usually few, are then sorted by the
/// remaining bits. For one thread.
final class KeyedSort {

  /// Fewer keys than this are sorted by insertion sort.
  private static final int FEW = 64;

  /// For fewer keys than this, a digit has eight bits, otherwise [#BITS].
  private static final int MANY = 1 << 13;

  private static final int BITS = 11;

  /// The number of bits of a position, which is an index of a Java array.
  private static final int POSITION = Integer.SIZE - 1;

  private final int[] next = new int[1 << BITS];
  private long[] spare = {};
  private long[] other = {};

  /// Sorts a range of keys and their indices.
  ///
  /// @param keys the keys; they are reordered like the indices
  /// @param order the indices to sort, one for each key
  /// @param from the first position
  /// @param to the position after the last
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
    // The differences from the lowest key are unsigned.
    int digit = to - from < MANY ? Byte.SIZE : BITS;
    int most = (Long.SIZE - POSITION) / digit * digit;
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

  /// Sorts each run of elements that are equal in their high bits by all bits.
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

  /// Sorts a range of keys by their high bits only.
  ///
  /// @param n the number of keys
  /// @param low the lowest key
  /// @param shift the number of low bits that are ignored
  /// @param digit the number of bits of a digit
  private void byHighBits(
      long[] keys, int[] order, int from, int n, long low, int shift, int digit) {
    if (spare.length < n) {
      spare = new long[n];
      other = new long[n];
    }
    long[] source = spare;
    long[] target = other;
    for (int i = 0; i < n; i++) {
      source[i] = (keys[from + i] - low) >>> shift << POSITION | i;
    }
    for (int at = POSITION; at + digit <= Long.SIZE; at += digit) {
      if (byDigit(source, target, n, at, (1 << digit) - 1)) {
        long[] sorted = target;
        target = source;
        source = sorted;
      }
    }
    for (int i = 0; i < n; i++) {
      int position = from + ((int) source[i] & Integer.MAX_VALUE);
      target[i] = shift == 0 ? (source[i] >>> POSITION) + low : keys[position];
      source[i] = order[position];
    }
    System.arraycopy(target, 0, keys, from, n);
    for (int i = 0; i < n; i++) {
      order[from + i] = (int) source[i];
    }
  }

  /// Sorts by one digit.
  ///
  /// @return false if all digits are equal; then `target` is not written
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
