package io.ndmap.fold;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// An exact sum of 64-bit integers, signed or unsigned, in 128 bits.
public final class Int128Sum {

  private static final double EXACT = 0x1p53;

  private long high;
  private long low;

  /// Adds a signed number.
  public void add(long value) {
    add(value >> 63, value);
  }

  /// Adds `high × 2³² + low`.
  ///
  /// @param high signed
  /// @param low not negative
  public void addHalves(long high, long low) {
    add(high >> 32, high << 32);
    add(0, low);
  }

  /// Adds another sum.
  public void add(Int128Sum other) {
    add(other.high, other.low);
  }

  private void add(long otherHigh, long otherLow) {
    long sum = low + otherLow;
    high += otherHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
  }

  /// Resets the sum to zero.
  public void clear() {
    high = 0;
    low = 0;
  }

  /// Returns the sum modulo 2⁶⁴.
  ///
  /// @return the low 64 bits
  public long wrapped() {
    return low;
  }

  /// Returns the exact sum.
  ///
  /// @return the sum
  public BigInteger exact() {
    BigInteger lows = BigInteger.valueOf(low & Long.MAX_VALUE);
    return BigInteger.valueOf(high).shiftLeft(64).add(low < 0 ? lows.setBit(63) : lows);
  }

  /// Returns the sum, rounded to nearest, ties to even.
  ///
  /// @return the double
  public double total() {
    return high == low >> 63 ? (double) low : exact().doubleValue();
  }

  /// Returns the sum divided by a count, rounded to nearest.
  ///
  /// @param count not 0
  /// @return the double
  public double mean(long count) {
    if (high == low >> 63 && Math.abs((double) low) <= EXACT && count <= EXACT) {
      return (double) low / count;
    }
    return new BigDecimal(exact())
        .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
        .doubleValue();
  }
}
