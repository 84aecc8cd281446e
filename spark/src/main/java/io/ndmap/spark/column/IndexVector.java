package io.ndmap.spark.column;

import org.apache.spark.sql.types.DataTypes;

/// The indices of the rows of a batch.
public final class IndexVector extends NdVector {

  private final long first;

  /// Creates the vector.
  ///
  /// @param first the index of the first row
  public IndexVector(long first) {
    super(DataTypes.LongType);
    this.first = first;
  }

  @Override
  public long getLong(int row) {
    return first + row;
  }
}
