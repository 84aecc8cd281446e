package io.ndmap.spark;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/// The rows that one task reads.
///
/// @param slices rows of one array or several, in this order
/// @param hosts where the task best runs, the best first; none if it makes no difference
record NpyPartition(List<RowSlice> slices, List<String> hosts) implements InputPartition {

  private static final long serialVersionUID = 1L;

  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }
}
