package io.ndmap.spark;

import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.spark.column.BatchColumns;
import io.ndmap.spark.column.BatchMemory;
import io.ndmap.spark.column.IndexVector;
import io.ndmap.spark.option.Reason;
import io.ndmap.spark.option.SkippedFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// Reads slices of arrays batch by batch. A batch is valid until the next one is read.
final class BatchReader implements PartitionReader<ColumnarBatch> {

  /// The maximum number of bytes of a batch with more than one row, so that its copy stays in the
  /// CPU cache.
  private static final long MOST_BYTES = 1 << 20;

  private final Deque<RowSlice> slices;
  private final StructType columns;
  private final ReadOptions options;
  private final Configuration hadoop;
  private final BatchMemory memory = new BatchMemory();

  private final List<StructField> fields;

  /// The open arrays of the current slice, each with its columns.
  private final List<OpenColumns> arrays = new ArrayList<>();

  private @Nullable RowSlice slice;
  private @Nullable ColumnarBatch batch;

  /// The index of the first row of the next batch.
  private long position;

  /// The maximum number of rows of a batch of the current arrays.
  private int mostRows;

  /// The number of files that were skipped.
  private long skipped;

  BatchReader(
      List<RowSlice> slices, StructType columns, ReadOptions options, Configuration hadoop) {
    this.slices = new ArrayDeque<>(slices);
    this.columns = columns;
    this.options = options;
    this.hadoop = hadoop;
    this.fields =
        Stream.of(columns.fields()).filter(field -> !isIndex(field) && !isMetadata(field)).toList();
  }

  @Override
  public boolean next() throws IOException {
    while (true) {
      try {
        return advance();
      } catch (IOException | RuntimeException e) {
        RowSlice failed = slice;
        if (failed == null || !options.skipping().skips(e, failed.path())) {
          throw e;
        }
        skipped++;
        closeArrays();
        slice = null;
        slices.removeIf(each -> each.isOfSameArray(failed));
      }
    }
  }

  private boolean advance() throws IOException {
    while (slice == null || position == slice.end()) {
      if (slices.isEmpty()) {
        closeArrays();
        return false;
      }
      begin(slices.remove());
    }
    int rows = (int) Math.min(mostRows, slice.end() - position);
    batch = new ColumnarBatch(vectors(slice, rows), rows);
    position += rows;
    return true;
  }

  /// Begins a slice. Arrays that are open stay open if the slice has the same arrays as the
  /// previous one.
  private void begin(RowSlice next) throws IOException {
    boolean isOpen = slice != null && next.isOfSameArray(slice);
    slice = next;
    position = next.start();
    if (!isOpen) {
      closeArrays();
      open(next);
    }
    arrays.forEach(array -> array.requireRows(next.end()));
  }

  private void open(RowSlice opened) throws IOException {
    mostRows = options.batchRows();
    if (fields.isEmpty()) {
      return;
    }
    for (RowSlice each : opened.parts().isEmpty() ? List.of(opened) : opened.parts()) {
      arrays.add(OpenColumns.open(each, fields, options, hadoop));
    }
    long bytes = 0;
    long items = 1;
    for (OpenColumns array : arrays) {
      bytes = Math.addExact(bytes, array.rowBytes());
      items = Math.max(items, array.rowItems());
    }
    mostRows =
        Math.clamp(
            Math.min(MOST_BYTES / Math.max(1, bytes), Integer.MAX_VALUE / items),
            1,
            options.batchRows());
  }

  private boolean isIndex(StructField field) {
    return field.name().equals(options.indexColumn());
  }

  private static boolean isMetadata(StructField field) {
    return field.name().equals(ReadOptions.METADATA);
  }

  private ColumnVector[] vectors(RowSlice from, int rows) throws IOException {
    memory.begin();
    ColumnVector[] vectors = new ColumnVector[columns.length()];
    for (int k = 0; k < vectors.length; k++) {
      StructField field = columns.apply(k);
      if (isIndex(field)) {
        vectors[k] = new IndexVector(position);
      } else if (isMetadata(field)) {
        vectors[k] = metadata(field, from, rows);
      }
    }
    for (OpenColumns array : arrays) {
      NdView<?> items = array.rows(position, position + rows, from.end());
      boolean inPlace = options.inPlace() || array.isPrivate();
      BatchColumns made =
          new BatchColumns(memory, inPlace, options.inexact(), array.name(), position);
      for (int k = 0; k < vectors.length; k++) {
        if (array.has(columns.apply(k))) {
          vectors[k] = column(array, columns.apply(k), items, made);
        }
      }
    }
    return vectors;
  }

  private ColumnVector column(
      OpenColumns array, StructField field, NdView<?> items, BatchColumns made) {
    try {
      return array.column(field, items, made);
    } catch (MappingFaultException e) {
      throw fault(array, e);
    }
  }

  /// Returns the exception without the JVM's `Error` as its cause. Spark's executors treat an
  /// `Error` anywhere in the chain of causes as fatal and exit.
  private MappingFaultException fault(OpenColumns array, MappingFaultException e) {
    java.nio.file.Path path = RowSources.local(new Path(array.path()));
    IOException cause =
        new IOException(
            "rows from " + position + " on could not be read; the file " + sizeNow(path));
    MappingFaultException plain = new MappingFaultException(path.toString(), cause);
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

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return new CustomTaskMetric[] {SkippedFiles.of(skipped)};
  }

  /// Closes all arrays, even if closing one of them fails.
  private void closeArrays() throws IOException {
    IOUtils.close(arrays.toArray(Closeable[]::new));
    arrays.clear();
  }

  @Override
  public void close() throws IOException {
    try {
      closeArrays();
    } finally {
      memory.close();
    }
  }
}
