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

/// Accepts what Spark's optimizer pushes down: the required columns, conditions on the index and on
/// file names, and limits.
final class NpyScanBuilder
    implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {

  private final FileListing listing;
  private final StructType schema;
  private final NpyOptions options;
  private final String table;
  private StructType columns;

  // The rows and the files that the accepted conditions select.
  private RowRanges rows = RowRanges.ALL;
  private java.util.function.Predicate<Path> files = _ -> true;
  private final List<Predicate> pushed = new ArrayList<>();
  private long limit = Long.MAX_VALUE;

  /// @param schema the columns of the table, which must be those of the arrays
  /// @param table the name of the table in messages
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

  /// Accepts conditions that are equivalent to ranges of rows or sets of files. Returns all other
  /// conditions; Spark evaluates them row by row.
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

  /// Accepts a limit. Spark calls this only if no condition remains to be evaluated row by row.
  @Override
  public boolean pushLimit(int most) {
    Skipping skipping = options.reading().skipping();
    if (skipping.corrupt() || skipping.missing()) {
      // If a task skips a file, the missing rows must come from other files.
      return false;
    }
    limit = most;
    return true;
  }

  /// Returns false because the scan enforces the limit completely: all tasks together read at most
  /// that many rows, so Spark does not need to count them.
  @Override
  public boolean isPartiallyPushed() {
    return false;
  }

  /// Opens only the files that the conditions select.
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
    // A schema that the user passes as text may allow nulls.
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
