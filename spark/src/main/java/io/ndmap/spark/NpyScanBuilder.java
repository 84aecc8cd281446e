package io.ndmap.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/// Takes what Spark's optimizer pushes down: the columns that are needed, conditions on the index,
/// and how many rows are enough.
final class NpyScanBuilder
    implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {

  private final List<ArrayFile> arrays;
  private final NpyOptions options;
  private StructType columns;
  private RowRanges rows = RowRanges.ALL;
  private final List<Predicate> pushed = new ArrayList<>();
  private long limit = Long.MAX_VALUE;

  NpyScanBuilder(List<ArrayFile> arrays, StructType schema, NpyOptions options) {
    this.arrays = arrays;
    this.columns = schema;
    this.options = options;
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  /// Takes the conditions that ranges of rows decide, and returns all others: they are evaluated
  /// row by row.
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    IndexPredicate index = new IndexPredicate(options.indexColumn());
    List<Predicate> others = new ArrayList<>();
    for (Predicate predicate : predicates) {
      Optional<RowRanges> found = index.rows(predicate);
      if (found.isPresent()) {
        rows = rows.and(found.get());
        pushed.add(predicate);
      } else {
        others.add(predicate);
      }
    }
    return others.toArray(Predicate[]::new);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(Predicate[]::new);
  }

  /// Takes the limit; Spark asks only if no condition is left to be evaluated row by row.
  @Override
  public boolean pushLimit(int most) {
    limit = most;
    return true;
  }

  /// The limit is kept as a whole, and Spark counts no rows: all tasks together are given that
  /// many.
  @Override
  public boolean isPartiallyPushed() {
    return false;
  }

  @Override
  public Scan build() {
    List<ArrayRanges> ranges = new ArrayList<>();
    long left = limit;
    for (ArrayFile array : arrays) {
      RowRanges some = rows.within(array.array().rows()).first(left);
      left -= some.rows();
      ranges.add(new ArrayRanges(array, some));
    }
    return new NpyScan(ranges, columns, options, pushed);
  }
}
