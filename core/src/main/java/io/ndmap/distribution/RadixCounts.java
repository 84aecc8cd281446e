package io.ndmap.distribution;

import java.util.Arrays;

/// Counts each digit that follows certain first digits among numbers: what one more pass tells of
/// an order statistic.
///
/// The numbers are 64-bit keys, of which a lowest one is subtracted; what is left is unsigned and
/// read from its highest bit on. Not for several threads.
final class RadixCounts {

  private final long base;
  private final int rest;
  private final int digit;
  private final long[] prefixes;
  private final long[] counts;

  /// @param base the lowest key
  /// @param width bits of the largest key less the lowest
  /// @param known bits of the prefixes
  /// @param digit bits of the digit that is counted, at most `width - known`
  /// @param prefixes the first bits of the numbers that count, in ascending order; one zero where
  ///   none are known
  public RadixCounts(long base, int width, int known, int digit, long... prefixes) {
    this.base = base;
    this.rest = width - known;
    this.digit = digit;
    this.prefixes = prefixes;
    this.counts = new long[Math.multiplyExact(prefixes.length, 1 << digit)];
  }

  /// Counts.
  ///
  /// @param count how many of the first keys are there
  public void add(long[] keys, int count) {
    int shift = rest - digit;
    int mask = (1 << digit) - 1;
    if (prefixes.length == 1) {
      long prefix = prefixes[0];
      for (int i = 0; i < count; i++) {
        long number = keys[i] - base;
        // In two steps: nothing is left of a number by shifting it 64 bits.
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

  /// Takes in what another one with the same prefixes has counted.
  public void add(RadixCounts other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /// How often each digit follows a prefix.
  ///
  /// @param prefix its index
  /// @return an array of the caller's own
  public long[] of(int prefix) {
    return Arrays.copyOfRange(counts, prefix << digit, (prefix + 1) << digit);
  }
}
