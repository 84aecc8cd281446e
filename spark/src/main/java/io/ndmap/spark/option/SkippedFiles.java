package io.ndmap.spark.option;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/// Counts the files that a query skipped; Spark's user interface shows the sum beside the scan.
public final class SkippedFiles extends CustomSumMetric {

  private static final String NAME = "skippedFiles";

  /// Creates the metric; Spark does.
  public SkippedFiles() {
    // It has no state.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "number of files skipped";
  }

  /// The value that one task, or the driver, adds to the sum.
  ///
  /// @param files how many files it skipped
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
