package io.ndmap.spark;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/// The rows that one task reads.
///
/// @param slices the rows, of one or several arrays, in reading order
/// @param hosts the preferred hosts for the task, the best one first; empty if there is no
///   preference
record NpyPartition(List<RowSlice> slices, List<String> hosts) implements InputPartition {

  private static final long serialVersionUID = 1L;

  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }
}
