package io.ndmap.distribution;

import java.util.Arrays;

/// One pass of a radix select: a histogram of the next digit among keys with given prefixes.
///
/// Keys have 64 bits. A base is subtracted from each key. Digits are bits of the unsigned
/// difference, from the highest bits to the lowest. For one thread.
final class RadixCounts {

  private final long base;
  private final int rest;
  private final int digit;
  private final long[] prefixes;
  private final long[] counts;

  /// @param base the number that is subtracted from each key: no key is lower
  /// @param width the number of bits of the difference between the highest key and `base`
  /// @param known the number of bits of the prefixes
  /// @param digit the number of bits of the digit that is counted, at most `width - known`
  /// @param prefixes the prefixes in ascending order; a single 0 if `known` is 0
  public RadixCounts(long base, int width, int known, int digit, long... prefixes) {
    this.base = base;
    this.rest = width - known;
    this.digit = digit;
    this.prefixes = prefixes;
    this.counts = new long[Math.multiplyExact(prefixes.length, 1 << digit)];
  }

  /// Counts the digits of keys.
  ///
  /// @param count the number of valid keys
  public void add(long[] keys, int count) {
    int shift = rest - digit;
    int mask = (1 << digit) - 1;
    if (prefixes.length == 1) {
      long prefix = prefixes[0];
      for (int i = 0; i < count; i++) {
        long number = keys[i] - base;
        // Shift in two steps: Java would shift by `rest` modulo 64.
        if (number >>> (rest - 1) >>> 1 == prefix) {
          counts[(int) (number >>> shift) & mask]++;
        }
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      long number = keys[i] - base;
      int at = Arrays.binarySearch(prefixes, number >>> rest);
      if (at >= 0) {
        counts[(at << digit) + ((int) (number >>> shift) & mask)]++;
      }
    }
  }

  /// Adds the counts of another histogram with the same prefixes.
  public void add(RadixCounts other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /// Returns a copy of the counts of the keys with a prefix, indexed by the digit after the prefix.
  ///
  /// @param prefix the index of the prefix
  public long[] of(int prefix) {
    return Arrays.copyOfRange(counts, prefix << digit, (prefix + 1) << digit);
  }
}
