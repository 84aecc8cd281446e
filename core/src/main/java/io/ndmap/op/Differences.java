package io.ndmap.op;

/// The differences between two arrays of the same shape. Positions are flat indices in C order, as
/// `numpy.argmax` returns them; -1 means that there is no such element.
///
/// The size of a difference is defined for numbers, and for times of one unit, whose ticks are
/// subtracted. It is not defined if one of the elements is NaN or `NaT`. Sizes are exact before
/// rounding to a double, except for complex numbers, for long doubles, for 64-bit integers against
/// floating-point numbers, and for a negative integer against an integer of 2⁶³ or more.
///
/// @param count the number of elements that differ
/// @param first the position of the first difference
/// @param largestAbsolute the largest `|a - b|` of elements that differ, or 0
/// @param largestAbsoluteAt the position of the first element with this `|a - b|`, or -1
/// @param largestRelative the largest `|a - b| / |b|` of elements that differ and whose `b` is not
///   0, as `numpy.testing` reports it, or 0
/// @param largestRelativeAt the position of the first element with this quotient, or -1
public record Differences(
    long count,
    long first,
    double largestAbsolute,
    long largestAbsoluteAt,
    double largestRelative,
    long largestRelativeAt) {

  /// No differences.
  public static final Differences NONE = new Differences(0, -1, 0, -1, 0, -1);
}
