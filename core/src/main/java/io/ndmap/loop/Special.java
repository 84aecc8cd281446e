package io.ndmap.loop;

import io.ndmap.op.Binary;

/// Operations that are none of the public ones: of byte orders, of ranges, and of ticks of
/// `datetime64` and `timedelta64`, which are integers of 64 bits, but `NaT` with anything is `NaT`.
public enum Special {
  /// The operand with the other byte order. Its lane is a number of bytes, whatever these mean.
  SWAPPED,
  /// The second operand where the first, a mask, is true, else the third one. Their lane is a
  /// number of bytes, whatever these mean.
  CHOICE,
  /// The first operand, but at least the second and at most the third one; NaN stays NaN, and a
  /// zero the zero that it is.
  CLIP,
  /// Whether the first operand is at least the second and at most the third one; a range has both
  /// zeros or none.
  WITHIN,
  /// Whether it is not.
  BEYOND,
  /// Ticks and ticks.
  TICKS_PLUS,
  /// Ticks less ticks.
  TICKS_MINUS,
  /// The earlier.
  TICKS_MINIMUM,
  /// The later.
  TICKS_MAXIMUM,
  /// The earlier, or the one that is no `NaT`.
  TICKS_FMIN,
  /// The later, or the one that is no `NaT`.
  TICKS_FMAX,
  /// Ticks times integers, which know no `NaT`.
  TICKS_TIMES,
  /// Ticks divided by integers, without the fraction; by 0 `NaT`.
  TICKS_DIVIDED,
  /// Ticks times doubles, given by their bits, without the fraction; what is no number of 64 bits
  /// becomes `NaT`.
  TICKS_TIMES_DOUBLES,
  /// The same of quotients.
  TICKS_DIVIDED_BY_DOUBLES,
  /// Ticks in terms of ticks, as bits of doubles; `NaT` is NaN.
  TICKS_RATIO;

  /// The operation of ticks and ticks.
  public static Special ofTicks(Binary operation) {
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
