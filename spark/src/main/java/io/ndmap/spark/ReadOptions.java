package io.ndmap.spark;

import io.ndmap.spark.column.Inexact;
import io.ndmap.spark.option.Skipping;
import java.io.Serializable;

/// The options of a read that tasks need.
///
/// @param axis the axis along which the rows lie; negative values count from the end
/// @param indexColumn the name of the column with the index of a row
/// @param inexact the treatment of values for which Spark has no exact type
/// @param inPlace whether Spark reads the mapping of local files directly instead of copies of each
///   batch
/// @param batchRows the maximum number of rows of a batch
/// @param skipping which files are skipped instead of failing the query
record ReadOptions(
    int axis,
    String indexColumn,
    Inexact inexact,
    boolean inPlace,
    int batchRows,
    Skipping skipping)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The name of the hidden column that says where a row comes from.
  static final String METADATA = "_metadata";
}
