package io.ndmap.loop;

import io.ndmap.op.Binary;

/// Operations without a public name: on byte orders, on ranges, and on ticks of `datetime64` and
/// `timedelta64`. Ticks are 64-bit integers. An operation with a `NaT` operand returns `NaT`,
/// unless stated otherwise.
public enum InternalOperation {
  /// The operand with its bytes reversed. The compute type only determines the number of bytes.
  SWAPPED,
  /// The second operand if the first operand, a mask, is true, else the third. The compute type
  /// only determines the number of bytes.
  CHOICE,
  /// The first operand clipped to the range from the second to the third; NaN stays NaN, and zeros
  /// keep their sign.
  CLIP,
  /// Whether the first operand is in the range from the second to the third, inclusive. Callers
  /// pass a zero as -0.0 for the lower end and as +0.0 for the upper end, so that both zeros are in
  /// the range.
  WITHIN,
  /// The negation of [#WITHIN].
  BEYOND,
  /// Whether the first operand, a float or double, is in the range from the second to infinity;
  /// otherwise like [#WITHIN].
  AT_LEAST,
  /// Whether the first operand, a float or double, is in the range from -infinity to the second;
  /// otherwise like [#WITHIN].
  AT_MOST,
  /// The number of elements for which the operand, a mask, is true: a single integer of 64 bits.
  COUNT,
  /// Ticks plus ticks.
  TICKS_PLUS,
  /// Ticks minus ticks.
  TICKS_MINUS,
  /// The earlier of two ticks.
  TICKS_MINIMUM,
  /// The later of two ticks.
  TICKS_MAXIMUM,

  /// The earlier of two ticks; if one is `NaT`, the result is the other one.
  TICKS_FMIN,

  /// The later of two ticks; if one is `NaT`, the result is the other one.
  TICKS_FMAX,
  /// Ticks times integers, which have no `NaT`.
  TICKS_TIMES,
  /// Ticks divided by integers, truncated; `NaT` for a divisor of 0.
  TICKS_DIVIDED,
  /// Ticks times doubles, truncated; the doubles are passed as their bits. Results that do not fit
  /// 64 bits become `NaT`.
  TICKS_TIMES_DOUBLES,
  /// Ticks divided by doubles, otherwise like [#TICKS_TIMES_DOUBLES].
  TICKS_DIVIDED_BY_DOUBLES,
  /// The quotient of two ticks as the bits of a double; NaN if either is `NaT`.
  TICKS_RATIO;

  /// Returns the number of operands.
  public int operandCount() {
    return switch (this) {
      case SWAPPED, COUNT -> 1;
      case TICKS_PLUS, TICKS_MINUS, TICKS_MINIMUM, TICKS_MAXIMUM, TICKS_FMIN, TICKS_FMAX -> 2;
      case TICKS_TIMES, TICKS_DIVIDED, TICKS_TIMES_DOUBLES, TICKS_DIVIDED_BY_DOUBLES -> 2;
      case TICKS_RATIO, AT_LEAST, AT_MOST -> 2;
      case CHOICE, CLIP, WITHIN, BEYOND -> 3;
    };
  }

  /// Returns the mask of operands that are always single numbers (bit k: operand k), such as the
  /// ends of a range. See [Fused#numbers].
  public int numbers() {
    return switch (this) {
      case CLIP, WITHIN, BEYOND -> 0b110;
      case AT_LEAST, AT_MOST -> 0b10;
      default -> 0;
    };
  }

  /// Returns the form of an operation for two ticks.
  public static InternalOperation ofTicks(Binary operation) {
    return switch (operation) {
      case PLUS -> TICKS_PLUS;
      case MINUS -> TICKS_MINUS;
      case MINIMUM -> TICKS_MINIMUM;
      case MAXIMUM -> TICKS_MAXIMUM;
      case FMIN -> TICKS_FMIN;
      case FMAX -> TICKS_FMAX;
      default -> throw new AssertionError(operation);
    };
  }
}
