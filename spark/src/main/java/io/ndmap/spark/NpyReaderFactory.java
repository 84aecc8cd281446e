package io.ndmap.spark;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/// Creates the reader of a task.
///
/// @param columns the requested columns
/// @param options the options of the read
/// @param hadoop the configuration of file systems
record NpyReaderFactory(
    StructType columns, ReadOptions options, Broadcast<SerializableConfiguration> hadoop)
    implements PartitionReaderFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    RequiredJava.checkExecutor();
    return new BatchReader(
        ((NpyPartition) partition).slices(), columns, options, hadoop.value().value());
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new UnsupportedOperationException("rows are read in batches");
  }
}
