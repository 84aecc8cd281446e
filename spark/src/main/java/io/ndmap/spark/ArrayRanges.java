package io.ndmap.spark;

import io.ndmap.spark.filter.RowRanges;

/// The rows of an array that a query reads.
///
/// @param file the array
/// @param rows the rows, all within the array
record ArrayRanges(ArrayFile file, RowRanges rows) {

  long bytes() {
    return Math.multiplyExact(rows.rows(), file.rowBytes());
  }
}
