package io.ndmap.spark;

import io.ndmap.spark.encode.WritePlan;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/// Creates the writer for an attempt of a task.
///
/// @param plan the plan of the write
record NpyWriterFactory(WritePlan plan) implements DataWriterFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    RequiredJava.checkExecutor();
    return new RowsWriter(plan, partition, attempt);
  }
}
