package io.ndmap.pickle;

/// Limits on the time and memory that a pickle needs.
///
/// @param maxBytes the maximum length of a pickle, in bytes
/// @param maxOpcodes the maximum number of instructions of a pickle
/// @param maxDepth the maximum nesting of containers
/// @param maxMemo the maximum number of values in the pickle's memo
/// @param maxDigits the maximum number of decimal digits of an integer (up to 16 more may be
///   accepted), and of characters of a decimal or a fraction
/// @param maxValues the maximum number of values in the result; a shared value counts once for each
///   reference
public record PickleLimits(
    long maxBytes, long maxOpcodes, int maxDepth, int maxMemo, int maxDigits, long maxValues) {

  /// 2 GiB, 2³¹ instructions, 500 levels, 2²⁸ memo entries, 4,300 digits (Python's limit), 2²⁸
  /// values. A thread's default stack suffices for this depth.
  public static final PickleLimits DEFAULT =
      new PickleLimits(1L << 31, 1L << 31, 500, 1 << 28, 4300, 1L << 28);

  /// Creates the limits.
  ///
  /// @throws IllegalArgumentException if a limit is negative
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

  /// {@return these limits with another maximum number of bytes}
  ///
  /// @param bytes the maximum length of a pickle, in bytes
  public PickleLimits withMaxBytes(long bytes) {
    return new PickleLimits(bytes, maxOpcodes, maxDepth, maxMemo, maxDigits, maxValues);
  }

  /// {@return these limits with another maximum number of digits}
  ///
  /// @param digits the maximum number of decimal digits of an integer, and of characters of a
  ///   decimal or a fraction
  public PickleLimits withMaxDigits(int digits) {
    return new PickleLimits(maxBytes, maxOpcodes, maxDepth, maxMemo, digits, maxValues);
  }

  /// {@return these limits with another maximum number of values}
  ///
  /// @param values the maximum number of values in the result
  public PickleLimits withMaxValues(long values) {
    return new PickleLimits(maxBytes, maxOpcodes, maxDepth, maxMemo, maxDigits, values);
  }
}
