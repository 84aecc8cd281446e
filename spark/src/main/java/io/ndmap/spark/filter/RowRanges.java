package io.ndmap.spark.filter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// A set of row indices, as disjoint ranges in ascending order.
///
/// @param ranges the ranges; none is empty, and no two are adjacent
public record RowRanges(List<Range> ranges) {

  /// A range of rows.
  ///
  /// @param start the first index
  /// @param end the index after the last one; [Long#MAX_VALUE] for all following rows
  public record Range(long start, long end) {}

  /// The maximum number of ranges in the text.
  private static final int SHOWN = 3;

  /// All rows.
  public static final RowRanges ALL = of(0, Long.MAX_VALUE);

  /// No rows.
  public static final RowRanges NONE = new RowRanges(List.of());

  /// Creates the set.
  public RowRanges {
    ranges = List.copyOf(ranges);
  }

  /// Returns the set of a single range, without negative indices.
  ///
  /// @param start the first index, which may be negative if `end` is positive
  /// @param end the index after the last one
  /// @return the rows
  public static RowRanges of(long start, long end) {
    return start < end ? new RowRanges(List.of(new Range(Math.max(0, start), end))) : NONE;
  }

  /// Returns the intersection with another set.
  ///
  /// @param other the other set
  /// @return the rows in both sets
  public RowRanges and(RowRanges other) {
    List<Range> both = new ArrayList<>();
    for (int i = 0, j = 0; i < ranges.size() && j < other.ranges.size(); ) {
      Range left = ranges.get(i);
      Range right = other.ranges.get(j);
      long start = Math.max(left.start(), right.start());
      long end = Math.min(left.end(), right.end());
      if (start < end) {
        both.add(new Range(start, end));
      }
      if (left.end() <= right.end()) {
        i++;
      } else {
        j++;
      }
    }
    return new RowRanges(both);
  }

  /// Returns the union with another set.
  ///
  /// @param other the other set
  /// @return the rows in either set
  public RowRanges or(RowRanges other) {
    List<Range> both = new ArrayList<>(ranges);
    both.addAll(other.ranges);
    return of(both);
  }

  /// Returns the union of ranges, which may be in any order, adjacent or overlapping.
  ///
  /// @param ranges the ranges
  /// @return the rows
  public static RowRanges of(List<Range> ranges) {
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(Range::start));
    List<Range> either = new ArrayList<>();
    for (Range range : sorted) {
      Range last = either.isEmpty() ? null : either.getLast();
      if (last != null && range.start() <= last.end()) {
        either.set(either.size() - 1, new Range(last.start(), Math.max(last.end(), range.end())));
      } else {
        either.add(range);
      }
    }
    return new RowRanges(either);
  }

  /// Returns the rows that are within an array.
  ///
  /// @param rows the number of rows of the array
  /// @return the rows
  public RowRanges within(long rows) {
    return and(of(0, rows));
  }

  /// The first ranges, as text for messages.
  @Override
  public String toString() {
    return ranges.stream()
        .limit(SHOWN)
        .map(range -> range.start() + ":" + range.end())
        .collect(Collectors.joining(", ", "[", ranges.size() > SHOWN ? ", ...]" : "]"));
  }

  /// How many rows there are.
  ///
  /// @return the number
  public long rows() {
    long rows = 0;
    for (Range range : ranges) {
      rows += range.end() - range.start();
    }
    return rows;
  }

  /// Returns the first rows of the set.
  ///
  /// @param count the maximum number of rows
  /// @return the rows
  public RowRanges first(long count) {
    List<Range> some = new ArrayList<>();
    long left = count;
    for (Range range : ranges) {
      if (left > 0) {
        long end = range.end() - range.start() > left ? range.start() + left : range.end();
        some.add(new Range(range.start(), end));
        left -= end - range.start();
      }
    }
    return new RowRanges(some);
  }
}
