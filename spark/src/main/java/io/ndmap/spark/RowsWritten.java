package io.ndmap.spark;

import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/// What a task has written, as it tells the driver.
///
/// @param partition the number of the task
/// @param layout how its rows lie, or null if there are none
/// @param runs its rows: runs of indices that follow each other, in the order of writing
record RowsWritten(int partition, @Nullable RowLayout layout, IndexRuns runs)
    implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;
}
