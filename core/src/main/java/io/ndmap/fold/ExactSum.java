package io.ndmap.fold;

import java.math.BigInteger;
import java.util.Arrays;

/// An exact sum of binary floating-point numbers with up to 64 bits of significand and 15 bits of
/// exponent. The sum is a fixed-point number that is wide enough for all such numbers (Kulisch's
/// accumulator).
public final class ExactSum {

  /// The exponent of the lowest bit of the sum: the exponent of the smallest positive long double.
  public static final int LOWEST = -16445;

  private static final int LIMBS = (16384 - LOWEST) / 32 + 4;
  private static final long LIMB = 0xffff_ffffL;

  // Carries are propagated after this many additions, before a limb can overflow.
  private static final int MOST_ADDED = 1 << 29;

  private final long[] limbs = new long[LIMBS];
  private int added;

  /// Adds `± significand × 2^exponent`.
  ///
  /// @param significand an unsigned integer
  /// @param exponent the exponent of the significand's lowest bit, at least [#LOWEST]
  public void add(boolean negative, long significand, int exponent) {
    int position = exponent - LOWEST;
    int limb = position >>> 5;
    int shift = position & 31;
    long low = (significand & LIMB) << shift;
    long high = (significand >>> 32) << shift;
    long first = low & LIMB;
    long second = (low >>> 32) + (high & LIMB);
    long third = high >>> 32;
    limbs[limb] += negative ? -first : first;
    limbs[limb + 1] += negative ? -second : second;
    limbs[limb + 2] += negative ? -third : third;
    if (++added == MOST_ADDED) {
      normalize();
    }
  }

  private void normalize() {
    added = 0;
    for (int k = 0; k < LIMBS - 1; k++) {
      limbs[k + 1] += limbs[k] >> 32;
      limbs[k] &= LIMB;
    }
  }

  /// Adds another sum.
  public void add(ExactSum other) {
    normalize();
    other.normalize();
    for (int k = 0; k < LIMBS; k++) {
      limbs[k] += other.limbs[k];
    }
    added = 1;
  }

  /// Resets the sum to zero.
  public void clear() {
    Arrays.fill(limbs, 0);
    added = 0;
  }

  /// Returns the sum in units of `2^LOWEST`.
  ///
  /// @return the integer `sum / 2^LOWEST`
  public BigInteger value() {
    normalize();
    BigInteger value = BigInteger.valueOf(limbs[LIMBS - 1]);
    for (int k = LIMBS - 2; k >= 0; k--) {
      value = value.shiftLeft(32).add(BigInteger.valueOf(limbs[k]));
    }
    return value;
  }
}
