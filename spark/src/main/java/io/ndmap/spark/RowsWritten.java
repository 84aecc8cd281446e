package io.ndmap.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.ndmap.spark.encode.RowLayout;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/// The rows that a task has written, as sent to the driver by `spark.serializer`, which may be
/// Kryo, and that knows no records.
///
/// @param partition the number of the task
/// @param layout how its rows lie, or null if there are none
/// @param runs its rows: runs of indices that follow each other, in the order of writing
@DefaultSerializer(JavaSerializer.class)
record RowsWritten(int partition, @Nullable RowLayout layout, IndexRuns runs)
    implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;
}
