package io.ndmap.spark.option;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/// A metric that counts the files that a query skipped. Spark's user interface shows the sum with
/// the scan.
public final class SkippedFiles extends CustomSumMetric {

  private static final String NAME = "skippedFiles";

  /// Creates the metric. Called by Spark.
  public SkippedFiles() {
    // There is no state to initialise.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "number of files skipped";
  }

  /// Returns the value that a task or the driver adds to the sum.
  ///
  /// @param files the number of files that the task or the driver skipped
  /// @return the value
  public static CustomTaskMetric of(long files) {
    return new CustomTaskMetric() {
      @Override
      public String name() {
        return NAME;
      }

      @Override
      public long value() {
        return files;
      }
    };
  }
}
