package io.ndmap.op;

/// How two arrays of one shape differ. Positions count the items in C order, as `numpy.argmax` does
/// of a whole array; -1 stands for none.
///
/// Differences have a size if the items are numbers or times of one unit, whose ticks are
/// subtracted; those with NaN or `NaT` have none. They are exact before they are rounded to a
/// double, except those of complex numbers and long doubles.
///
/// @param count how many items differ
/// @param first the position of the first that differs
/// @param largestAbsolute the largest `|a - b|` of items that differ, or 0
/// @param largestAbsoluteAt its first position
/// @param largestRelative the largest `|a - b| / |b|` of items that differ and whose `b` is not 0,
///   as `numpy.testing` reports it, or 0
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
