package io.ndmap.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.ndmap.spark.encode.RowLayout;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/// The rows that a task has written. Spark sends this object to the driver with the serializer that
/// `spark.serializer` names. Kryo does not support records, so the annotation selects Java
/// serialization for this class.
///
/// @param partition the number of the task
/// @param layout the layout of the rows, or null if there are none
/// @param runs the indices of the rows as runs of consecutive indices, in writing order
@DefaultSerializer(JavaSerializer.class)
record RowsWritten(int partition, @Nullable RowLayout layout, IndexRuns runs)
    implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;
}
