package io.ndmap.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.ndmap.spark.encode.RowLayout;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/// The rows that a task has written. Spark sends this object to the driver with `spark.serializer`;
/// that may be Kryo, which does not support records, hence the serializer below.
///
/// @param partition the number of the task
/// @param layout the layout of the rows, or null if there are none
/// @param runs the indices of the rows as runs of consecutive ones, in writing order
@DefaultSerializer(JavaSerializer.class)
record RowsWritten(int partition, @Nullable RowLayout layout, IndexRuns runs)
    implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;
}
