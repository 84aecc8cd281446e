package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.encode.RowLayout;
import io.ndmap.spark.filter.RowRanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/// The rows that all tasks of a write have written.
///
/// @param target the written file, for messages
/// @param layout the layout of the rows, or null if there are none
/// @param runs all runs of consecutive indices, in ascending order
record RowsOfAll(Path target, @Nullable RowLayout layout, List<Run> runs) {

  /// A run of consecutive indices that a task has written.
  ///
  /// @param start the first index
  /// @param end the index after the last one
  /// @param partition the number of the task
  record Run(long start, long end, int partition) {}

  /// Collects the rows from the messages of all tasks.
  ///
  /// @throws NpySourceException if the rows of tasks differ in shape or dtype
  static RowsOfAll of(Path target, WriterCommitMessage[] messages) {
    RowsWritten first = null;
    List<Run> runs = new ArrayList<>();
    for (WriterCommitMessage message : messages) {
      if (message instanceof RowsWritten rows && rows.layout() != null) {
        if (first == null) {
          first = rows;
        }
        if (!rows.layout().equals(first.layout())) {
          throw new NpySourceException(
              "%s: task %s wrote %s, task %s wrote %s"
                  .formatted(
                      target, first.partition(), first.layout(), rows.partition(), rows.layout()));
        }
        for (int k = 0; k < rows.runs().count(); k++) {
          long start = rows.runs().start(k);
          runs.add(new Run(start, start + rows.runs().length(k), rows.partition()));
        }
      }
    }
    runs.sort(Comparator.comparingLong(Run::start));
    return new RowsOfAll(target, first == null ? null : first.layout(), runs);
  }

  /// Requires that each index from the first to the last one occurs exactly once.
  ///
  /// @param rowsThere the number of rows of the file that is appended to, or 0; the first index
  ///   must be this number or 0
  /// @return the range of the indices
  /// @throws NpySourceException if an index is missing or occurs twice; the message names the first
  ///   such index
  RowRanges.Range requireDense(long rowsThere) {
    long first = !runs.isEmpty() && runs.getFirst().start() == rowsThere ? rowsThere : 0;
    long next = first;
    int writer = -1;
    for (Run run : runs) {
      if (run.start() > next) {
        throw new NpySourceException(
            "%s: expected each index once from %s on, found none for %s: the rows before end there, and the next has index %s (written by task %s)"
                .formatted(target, first, next, run.start(), run.partition()));
      }
      if (run.start() < next) {
        throw new NpySourceException(
            ("%s: expected each index once, found %s twice (written by task %s%s); rows of several"
                 + " arrays are numbered from 0 in each: number them anew, as docs/spark.md shows"
                 + " under \"One array from several\"")
                .formatted(
                    target,
                    run.start(),
                    run.partition(),
                    writer == run.partition() || writer < 0 ? "" : " and task " + writer));
      }
      next = run.end();
      writer = run.partition();
    }
    return new RowRanges.Range(first, next);
  }
}
