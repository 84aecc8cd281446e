package io.ndmap.spark;

import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.spark.column.BatchColumns;
import io.ndmap.spark.column.BatchMemory;
import io.ndmap.spark.column.IndexVector;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// Reads slices of arrays batch by batch. A batch can be used until the next.
final class BatchReader implements PartitionReader<ColumnarBatch> {

  /// Bytes of a batch, as far as one row has not more: its copy stays in the processor's cache.
  private static final long MOST_BYTES = 1 << 20;

  private final Iterator<RowSlice> slices;
  private final StructType columns;
  private final ReadOptions options;
  private final Configuration hadoop;
  private final BatchMemory memory = new BatchMemory();

  private @Nullable RowSlice slice;
  private @Nullable RowSource source;
  private @Nullable ColumnarBatch batch;
  private long position;
  private int mostRows;

  BatchReader(
      List<RowSlice> slices, StructType columns, ReadOptions options, Configuration hadoop) {
    this.slices = slices.iterator();
    this.columns = columns;
    this.options = options;
    this.hadoop = hadoop;
  }

  @Override
  public boolean next() throws IOException {
    while (slice == null || position == slice.end()) {
      if (!slices.hasNext()) {
        closeSource();
        return false;
      }
      begin(slices.next());
    }
    int rows = (int) Math.min(mostRows, slice.end() - position);
    batch = new ColumnarBatch(vectors(slice, rows), rows);
    position += rows;
    return true;
  }

  private void begin(RowSlice next) throws IOException {
    if (slice == null || !next.isOfSameArray(slice)) {
      closeSource();
      open(next);
    }
    if (source != null && source.size() < next.end()) {
      throw new NpySourceException(
          source.name()
              + ": the file was changed after the query was planned: expected at least "
              + next.end()
              + " rows, found "
              + source.size());
    }
    slice = next;
    position = next.start();
  }

  private void open(RowSlice opened) throws IOException {
    mostRows = options.batchRows();
    if (!needsItems()) {
      return;
    }
    source = openSource(opened);
    requireSame(source);
    requireUnchanged(source, opened);
    NdView<?> none = source.noRows();
    long items = 1;
    for (int axis = 1; axis < none.rank(); axis++) {
      items = Math.multiplyExact(items, none.size(axis));
    }
    // Of what is read by ranges, whole rows are in memory.
    long itemBytes =
        source.isPrivate() ? none.dtype().itemsize() : Pruned.bytes(none.dtype(), columns);
    long bytes = Math.max(1, items * itemBytes);
    if (items > Integer.MAX_VALUE) {
      throw new NpySourceException(
          source.name() + ": a row has " + items + " items, an array of Spark at most 2^31-1");
    }
    mostRows =
        Math.clamp(
            Math.min(MOST_BYTES / bytes, Integer.MAX_VALUE / Math.max(1, items)),
            1,
            options.batchRows());
  }

  private RowSource openSource(RowSlice opened) throws IOException {
    try {
      return RowSources.open(opened, hadoop, options.axis());
    } catch (FileSystemException e) {
      String hint =
          e instanceof NoSuchFileException
              ? "; the driver has read it: all executors must see its file system at the same path"
              : "";
      throw new IOException(opened.path() + ": " + Reason.of(e, opened.path()) + hint, e);
    }
  }

  private boolean needsItems() {
    for (StructField field : columns.fields()) {
      if (!isIndex(field) && !isMetadata(field)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIndex(StructField field) {
    return field.name().equals(options.indexColumn());
  }

  private static boolean isMetadata(StructField field) {
    return field.name().equals(ReadOptions.METADATA);
  }

  /// The file may have been replaced since the query was planned.
  private void requireSame(RowSource found) {
    NdView<?> none = found.noRows();
    List<StructField> now =
        new TypeMapping(options.inexact()).columns(found.name(), none.dtype(), none.rank() - 1);
    StructType there = new StructType(now.toArray(StructField[]::new));
    for (StructField field : columns.fields()) {
      if (!isIndex(field) && !isMetadata(field)) {
        requireColumn(found, there, field);
      }
    }
  }

  /// Or some tasks would read the values of one file, and some those of the other.
  private void requireUnchanged(RowSource found, RowSlice opened) throws IOException {
    FileVersion planned = new FileVersion(opened.length(), opened.modified(), opened.number());
    FileVersion now = found.version();
    if (!planned.isIn(now)) {
      throw new NpySourceException(
          found.name()
              + ": the file was replaced after the query was planned: expected "
              + planned
              + ", found "
              + now
              + "; load it anew");
    }
  }

  private static void requireColumn(RowSource found, StructType there, StructField field) {
    boolean same =
        List.of(there.fieldNames()).contains(field.name())
            && Pruned.fits(field.dataType(), there.apply(field.name()).dataType());
    if (!same) {
      throw new NpySourceException(
          found.name()
              + ": the file was changed after the query was planned: expected a column "
              + field.name()
              + " of "
              + field.dataType().simpleString()
              + ", found "
              + there.simpleString());
    }
  }

  private ColumnVector[] vectors(RowSlice from, int rows) throws IOException {
    memory.begin();
    NdView<?> items = source == null ? null : source.rows(position, position + rows, from.end());
    ColumnVector[] vectors = new ColumnVector[columns.length()];
    for (int k = 0; k < vectors.length; k++) {
      StructField field = columns.apply(k);
      vectors[k] =
          isIndex(field)
              ? new IndexVector(position)
              : items == null || isMetadata(field)
                  ? metadata(field, from, rows)
                  : column(field, items);
    }
    return vectors;
  }

  private ColumnVector column(StructField field, NdView<?> items) {
    NdView<?> column =
        items.dtype() instanceof io.ndmap.dtype.StructType ? items.field(field.name()) : items;
    try {
      return new BatchColumns(
              memory,
              isInPlace(),
              options.inexact(),
              Objects.requireNonNull(source).name(),
              position)
          .column(column, field.dataType());
    } catch (MappingFaultException e) {
      throw fault(e);
    }
  }

  private boolean isInPlace() {
    return options.inPlace() || (source != null && source.isPrivate());
  }

  /// The same without the JVM's error as its cause: an executor that finds one, however deep, takes
  /// it for its own end and exits.
  private MappingFaultException fault(MappingFaultException e) {
    RowSlice where = Objects.requireNonNull(slice);
    java.nio.file.Path path = RowSources.local(new Path(where.path()));
    IOException told =
        new IOException(
            "rows from " + position + " on could not be read; the file " + sizeNow(path));
    MappingFaultException plain = new MappingFaultException(path.toString(), told);
    plain.setStackTrace(e.getStackTrace());
    return plain;
  }

  private static String sizeNow(java.nio.file.Path path) {
    try {
      return "has " + Files.size(path) + " bytes now";
    } catch (IOException e) {
      return "cannot be found any more: " + Reason.of(e, path);
    }
  }

  private static ColumnVector metadata(StructField field, RowSlice from, int rows) {
    StructType type = (StructType) field.dataType();
    ConstantColumnVector struct = new ConstantColumnVector(rows, type);
    struct.setNotNull();
    for (int k = 0; k < type.length(); k++) {
      String text = FileMetadata.value(type.apply(k).name(), from);
      ConstantColumnVector child = new ConstantColumnVector(rows, type.apply(k).dataType());
      child.setNotNull();
      child.setUtf8String(UTF8String.fromString(text));
      struct.setChild(k, child);
    }
    return struct;
  }

  @Override
  public ColumnarBatch get() {
    return Objects.requireNonNull(batch);
  }

  private void closeSource() throws IOException {
    if (source != null) {
      source.close();
      source = null;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeSource();
    } finally {
      memory.close();
    }
  }
}
