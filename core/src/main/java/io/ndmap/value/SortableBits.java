package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// Maps the bits of real numbers and times to 64-bit integers in the same order, so that one
/// vectorized loop finds the minimum or maximum of any type: `(bits ^ signMask) ^ (bits >> 63 &
/// negativeMask)`.
///
/// The key of -0.0 is one less than that of 0.0. The keys of NaN and `NaT` are outside the range
/// from `low` to `high`.
///
/// @param signMask XOR mask from unsigned to signed order
/// @param negativeMask XOR mask that reverses the order of negative floating-point numbers
/// @param low the key of the least number, which is -∞ in types with infinities
/// @param high the key of the greatest number, which is ∞ in types with infinities
public record SortableBits(long signMask, long negativeMask, long low, long high) {

  /// Keys of signed integers, and of unsigned ones of less than 64 bits.
  public static final SortableBits SIGNED = new SortableBits(0, 0, Long.MIN_VALUE, Long.MAX_VALUE);

  /// Keys of unsigned integers of 64 bits.
  public static final SortableBits UNSIGNED =
      new SortableBits(Long.MIN_VALUE, 0, Long.MIN_VALUE, Long.MAX_VALUE);

  /// Keys of times, whose smallest integer is `NaT`.
  public static final SortableBits TIMES =
      new SortableBits(0, 0, Long.MIN_VALUE + 1, Long.MAX_VALUE);

  /// Keys of `f2`.
  public static final SortableBits HALVES = floats(0x7c00L, 0x7fffL);

  /// Keys of `f4`.
  public static final SortableBits FLOATS = floats(0x7f80_0000L, 0x7fff_ffffL);

  /// Keys of `f8`.
  public static final SortableBits DOUBLES = floats(0x7ff0_0000_0000_0000L, Long.MAX_VALUE);

  private static final SortableBits BFLOATS = floats(0x7f80L, 0x7fffL);
  private static final SortableBits E4M3FN = floats(0x7eL, 0x7fL);
  private static final SortableBits E5M2 = floats(0x7cL, 0x7fL);

  /// Keys of the real numbers of a type of at most eight bytes.
  public static SortableBits of(ScalarKind kind) {
    return switch (kind) {
      case FLOAT16 -> HALVES;
      case BFLOAT16 -> BFLOATS;
      case FLOAT8_E4M3FN -> E4M3FN;
      case FLOAT8_E5M2 -> E5M2;
      case FLOAT32 -> FLOATS;
      case FLOAT64 -> DOUBLES;
      case UINT64 -> UNSIGNED;
      default -> SIGNED;
    };
  }

  private static SortableBits floats(long infinity, long magnitude) {
    return new SortableBits(0, magnitude, ~infinity, infinity);
  }

  /// The key of an element.
  ///
  /// @param bits the bits of the element; unsigned integers of less than 64 bits zero-extended, all
  ///   others sign-extended
  /// @return the key
  public long key(long bits) {
    return (bits ^ signMask) ^ (bits >> 63 & negativeMask);
  }

  /// The element of a key.
  ///
  /// @return its bits, extended as those of [#key]
  public long bits(long key) {
    return (key ^ signMask) ^ (key >> 63 & negativeMask);
  }

  /// Whether a key is that of NaN or `NaT`.
  ///
  /// @return true outside `low` to `high`
  public boolean isNaN(long key) {
    return key < low || key > high;
  }

  /// Whether the type has neither NaN nor `NaT`.
  ///
  /// @return true for integers and booleans
  public boolean hasNoNaN() {
    return low == Long.MIN_VALUE && high == Long.MAX_VALUE;
  }

  /// The bits that are 0 if and only if the number is a zero: all but the sign for floating-point
  /// numbers, all for integers.
  ///
  /// @return the mask
  public long magnitude() {
    return negativeMask == 0 ? -1 : negativeMask;
  }

  /// Converts bits to keys, in place.
  ///
  /// @param count the number of array elements, from index `from`
  public void toKeys(long[] items, int from, int count) {
    long f = signMask;
    long t = negativeMask;
    if (f == 0 && t == 0) {
      return;
    }
    for (int i = from; i < from + count; i++) {
      long bits = items[i];
      items[i] = (bits ^ f) ^ (bits >> 63 & t);
    }
  }

  /// Removes the keys of NaN and `NaT`, and moves the other keys to the front.
  ///
  /// @param count the number of array elements, from index `from`
  /// @return the number of keys that remain, from index `from`
  public int withoutNaN(long[] keys, int from, int count) {
    int kept = from;
    for (int i = from; i < from + count; i++) {
      long key = keys[i];
      keys[kept] = key;
      kept += key < low || key > high ? 0 : 1;
    }
    return kept - from;
  }
}
