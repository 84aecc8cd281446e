package io.ndmap.pickle;

/// Limits on what a pickle may cost.
///
/// @param maxBytes the longest pickle that is read, in bytes
/// @param maxOpcodes the most instructions of a pickle
/// @param maxDepth how deep containers may be nested in one another
/// @param maxMemo the most values that a pickle remembers, to refer to them again
/// @param maxDigits the most decimal digits of an integer, as many as Python reads
/// @param maxValues the most values of the result, where one that is referred to from several
///   places counts for each of them
public record PickleLimits(
    long maxBytes, long maxOpcodes, int maxDepth, int maxMemo, int maxDigits, long maxValues) {

  /// 2 GiB, 2³¹ instructions, 500 levels, 2²⁸ remembered values, 4,300 digits, 2²⁸ values. The
  /// depth fits any thread's stack.
  public static final PickleLimits DEFAULT =
      new PickleLimits(1L << 31, 1L << 31, 500, 1 << 28, 4300, 1L << 28);

  /// Creates the limits.
  ///
  /// @throws IllegalArgumentException if one is negative
  public PickleLimits {
    if (maxBytes < 0
        || maxOpcodes < 0
        || maxDepth < 0
        || maxMemo < 0
        || maxDigits < 0
        || maxValues < 0) {
      throw new IllegalArgumentException("limits must not be negative, found " + this);
    }
  }

  /// {@return these limits with another one for bytes}
  ///
  /// @param bytes the longest pickle
  public PickleLimits withMaxBytes(long bytes) {
    return new PickleLimits(bytes, maxOpcodes, maxDepth, maxMemo, maxDigits, maxValues);
  }

  /// {@return these limits with another one for digits}
  ///
  /// @param digits the most decimal digits of an integer
  public PickleLimits withMaxDigits(int digits) {
    return new PickleLimits(maxBytes, maxOpcodes, maxDepth, maxMemo, digits, maxValues);
  }

  /// {@return these limits with another one for values}
  ///
  /// @param values the most values of the result
  public PickleLimits withMaxValues(long values) {
    return new PickleLimits(maxBytes, maxOpcodes, maxDepth, maxMemo, maxDigits, values);
  }
}
