package io.ndmap.spark;

/// Rows of an array that a query reads.
///
/// @param file the array
/// @param rows the rows, all within it
record ArrayRanges(ArrayFile file, RowRanges rows) {

  long bytes() {
    return Math.multiplyExact(rows.rows(), file.array().rowBytes());
  }
}
