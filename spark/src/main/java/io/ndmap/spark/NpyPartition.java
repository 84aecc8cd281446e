package io.ndmap.spark;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/// What one task reads.
///
/// @param slices rows of one array or several, in this order
record NpyPartition(List<RowSlice> slices) implements InputPartition {

  private static final long serialVersionUID = 1L;
}
