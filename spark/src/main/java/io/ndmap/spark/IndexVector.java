package io.ndmap.spark;

import org.apache.spark.sql.types.DataTypes;

/// The indices of the rows of a batch.
final class IndexVector extends NdVector {

  private final long first;

  IndexVector(long first) {
    super(DataTypes.LongType);
    this.first = first;
  }

  @Override
  public long getLong(int row) {
    return first + row;
  }
}
