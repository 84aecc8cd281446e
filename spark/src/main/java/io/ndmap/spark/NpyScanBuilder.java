package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.filter.IndexPredicate;
import io.ndmap.spark.filter.RowRanges;
import io.ndmap.spark.option.Skipping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/// Takes what Spark's optimizer pushes down: the columns that are needed, conditions on the index,
/// and how many rows are enough.
final class NpyScanBuilder
    implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {

  private final FileListing listing;
  private final StructType schema;
  private final NpyOptions options;
  private final String table;
  private StructType columns;
  private RowRanges rows = RowRanges.ALL;
  private java.util.function.Predicate<Path> files = _ -> true;
  private final List<Predicate> pushed = new ArrayList<>();
  private long limit = Long.MAX_VALUE;

  /// @param schema the columns of the table, which those of the arrays must be
  /// @param table what it is called in messages
  NpyScanBuilder(FileListing listing, StructType schema, NpyOptions options, String table) {
    this.listing = listing;
    this.schema = schema;
    this.columns = schema;
    this.options = options;
    this.table = table;
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  /// Takes the conditions that ranges of rows decide, or the names of files, and returns all
  /// others: they are evaluated row by row.
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    IndexPredicate index = new IndexPredicate(options.indexColumn());
    List<Predicate> others = new ArrayList<>();
    for (var predicate : predicates) {
      Optional<RowRanges> some = index.rows(predicate);
      var few = FileMetadata.PREDICATE.files(predicate);
      rows = some.map(rows::and).orElse(rows);
      files = few.map(files::and).orElse(files);
      (some.isPresent() || few.isPresent() ? pushed : others).add(predicate);
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
    Skipping skipping = options.reading().skipping();
    if (skipping.corrupt() || skipping.missing()) {
      // Rows of a file that a task skips are taken from others.
      return false;
    }
    limit = most;
    return true;
  }

  /// The limit is kept as a whole, and Spark counts no rows: all tasks together are given that
  /// many.
  @Override
  public boolean isPartiallyPushed() {
    return false;
  }

  /// Opens the files that are left, and no others.
  @Override
  public Scan build() {
    FileListing.Opened opened = listing.open(files);
    requireColumns(opened.arrays());
    List<ArrayRanges> ranges = new ArrayList<>();
    long left = limit;
    for (ArrayFile array : opened.arrays()) {
      RowRanges some = rows.within(array.array().rows()).first(left);
      left -= some.rows();
      ranges.add(new ArrayRanges(array.of(columns), some));
    }
    return new NpyScan(ranges, columns, options, pushed, opened.skipped());
  }

  private void requireColumns(List<ArrayFile> arrays) {
    if (arrays.isEmpty()) {
      return;
    }
    StructType found = new ArraySchema(options.reading()).of(arrays);
    // A schema that is given as text may hold nulls.
    if (!DataType.equalsIgnoreNullability(found, schema)) {
      throw new NpySourceException(
          table
              + ": the rows are "
              + found.simpleString()
              + ", expected "
              + schema.simpleString()
              + "; a schema follows from the files and need not be given");
    }
  }
}
