package io.ndmap.spark.filter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Sets of row indices as disjoint ranges in ascending order.
///
/// @param ranges the ranges, none empty, none touching the next
public record RowRanges(List<Range> ranges) {

  /// The rows from one index to another.
  ///
  /// @param start the first index
  /// @param end the index behind the last; [Long#MAX_VALUE] for all that follow
  public record Range(long start, long end) {}

  private static final int SHOWN = 3;

  /// All rows.
  public static final RowRanges ALL = of(0, Long.MAX_VALUE);

  /// No rows.
  public static final RowRanges NONE = new RowRanges(List.of());

  /// Creates the set.
  public RowRanges {
    ranges = List.copyOf(ranges);
  }

  /// One range.
  ///
  /// @param start the first index, which may be negative
  /// @param end the index behind the last
  /// @return the rows from 0 on
  public static RowRanges of(long start, long end) {
    return start < end ? new RowRanges(List.of(new Range(Math.max(0, start), end))) : NONE;
  }

  /// The rows that both have.
  ///
  /// @param other the other set
  /// @return the rows
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

  /// The rows that one of them has.
  ///
  /// @param other the other set
  /// @return the rows
  public RowRanges or(RowRanges other) {
    List<Range> both = new ArrayList<>(ranges);
    both.addAll(other.ranges);
    return of(both);
  }

  /// Ranges in any order, which may touch and overlap.
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

  /// The ranges of an array.
  ///
  /// @param rows how many it has
  /// @return the rows
  public RowRanges within(long rows) {
    return and(of(0, rows));
  }

  /// The first of them, for people.
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

  /// The first of them.
  ///
  /// @param count how many at most
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
