package io.ndmap.op;

/// The differences between two arrays of one shape. Positions are indices in C order, as those of
/// `numpy.argmax` over a whole array; -1 stands for none.
///
/// Differences have a size if the elements are numbers or times of one unit, whose ticks are
/// subtracted; those with NaN or `NaT` have none. Sizes are exact before rounding to a double,
/// except those of complex numbers and long doubles.
///
/// @param count the number of elements that differ
/// @param first the position of the first difference
/// @param largestAbsolute the largest `|a - b|` of elements that differ, or 0
/// @param largestAbsoluteAt its first position
/// @param largestRelative the largest `|a - b| / |b|` of elements that differ and whose `b` is not
///   0, as `numpy.testing` reports it, or 0
/// @param largestRelativeAt its first position
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
