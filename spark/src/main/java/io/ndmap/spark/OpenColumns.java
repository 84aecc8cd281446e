package io.ndmap.spark;

import io.ndmap.dtype.StructType;
import io.ndmap.nd.NdView;
import io.ndmap.spark.column.BatchColumns;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import io.ndmap.spark.option.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;

/// An array that a task has opened. It provides columns of a batch: one for each field or the
/// column `value`, or a single column if it is one of several arrays that are read as columns.
final class OpenColumns implements Closeable {

  private final String path;
  private final RowSource source;
  private final String column;
  private final List<StructField> fields;

  private OpenColumns(String path, RowSource source, String column, List<StructField> fields) {
    this.path = path;
    this.source = source;
    this.column = column;
    this.fields = fields;
  }

  /// Opens the array of a slice.
  ///
  /// @param fields the requested columns, without the index and hidden columns
  /// @throws NpySourceException if the file has changed since the query was planned
  static OpenColumns open(
      RowSlice slice, List<StructField> fields, ReadOptions options, Configuration hadoop)
      throws IOException {
    RowSource source = openSource(slice, options, hadoop);
    try {
      List<StructField> own =
          slice.column().isEmpty()
              ? fields
              : fields.stream().filter(field -> field.name().equals(slice.column())).toList();
      OpenColumns array = new OpenColumns(slice.path(), source, slice.column(), own);
      array.requireSame(new TypeMapping(options.inexact()));
      array.requireUnchanged(slice);
      return array;
    } catch (Throwable e) {
      source.close();
      throw e;
    }
  }

  private static RowSource openSource(RowSlice slice, ReadOptions options, Configuration hadoop)
      throws IOException {
    try {
      return RowSources.open(slice, hadoop, options.axis());
    } catch (FileSystemException e) {
      String hint =
          e instanceof NoSuchFileException
              ? "; the driver has read it: all executors must see its file system at the same path"
              : "";
      throw new IOException(slice.path() + ": " + Reason.of(e, slice.path()) + hint, e);
    }
  }

  /// Requires that the array still has the planned columns, because the file may have been replaced
  /// since the query was planned.
  private void requireSame(TypeMapping types) {
    NdView<?> none = source.noRows();
    List<StructField> now =
        column.isEmpty()
            ? types.columns(source.name(), none.dtype(), none.rank() - 1)
            : List.of(types.column(source.name(), column, none.dtype(), none.rank() - 1));
    var there = new org.apache.spark.sql.types.StructType(now.toArray(StructField[]::new));
    for (StructField field : fields) {
      boolean same =
          Stream.of(there.fieldNames()).anyMatch(field.name()::equals)
              && Pruned.fits(field.dataType(), there.apply(field.name()).dataType());
      if (!same) {
        throw new NpySourceException(
            source.name()
                + ": the file was changed after the query was planned: expected a column "
                + field.name()
                + " of "
                + field.dataType().simpleString()
                + ", found "
                + there.simpleString());
      }
    }
  }

  /// Requires that the file still has the planned version. Otherwise tasks would read values of
  /// different files.
  private void requireUnchanged(RowSlice opened) throws IOException {
    FileVersion planned = new FileVersion(opened.length(), opened.modified(), opened.number());
    FileVersion now = source.version();
    if (!planned.isIn(now)) {
      throw new NpySourceException(
          source.name()
              + ": the file was replaced after the query was planned: expected "
              + planned
              + ", found "
              + now
              + "; load it anew");
    }
  }

  /// Requires that the array has at least the given number of rows.
  void requireRows(long end) {
    if (source.size() < end) {
      throw new NpySourceException(
          source.name()
              + ": the file was changed after the query was planned: expected at least "
              + end
              + " rows, found "
              + source.size());
    }
  }

  /// The number of elements of a row.
  long rowItems() {
    NdView<?> none = source.noRows();
    long items = 1;
    for (int axis = 1; axis < none.rank(); axis++) {
      items = Math.multiplyExact(items, none.size(axis));
    }
    if (items > Integer.MAX_VALUE) {
      throw new NpySourceException(
          source.name() + ": a row has " + items + " elements, an array of Spark at most 2^31-1");
    }
    return items;
  }

  /// The number of bytes of a row in memory. If the file is read by ranges, all bytes of the row
  /// count, otherwise only the bytes of the requested columns.
  long rowBytes() {
    NdView<?> none = source.noRows();
    return rowItems()
        * (source.isPrivate()
            ? none.dtype().itemsize()
            : column.isEmpty()
                ? Pruned.bytes(none.dtype(), fields)
                : Pruned.bytesOf(none.dtype(), fields.getFirst().dataType()));
  }

  /// Whether the array provides a column.
  boolean has(StructField field) {
    return fields.contains(field);
  }

  NdView<?> rows(long start, long end, long last) throws IOException {
    return source.rows(start, end, last);
  }

  /// The column with the values of a field.
  ColumnVector column(StructField field, NdView<?> items, BatchColumns columns) {
    NdView<?> own =
        column.isEmpty() && items.dtype() instanceof StructType ? items.field(field.name()) : items;
    return columns.column(own, field.dataType());
  }

  /// Whether the memory of the rows can be read in place, without a copy.
  boolean isPrivate() {
    return source.isPrivate();
  }

  /// The file as a Hadoop URI.
  String path() {
    return path;
  }

  String name() {
    return source.name();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
