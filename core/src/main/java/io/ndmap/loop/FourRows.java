package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// Combines four rows with a row of results by an operation on two operands. The four rows are
/// first combined into one, in order; then the results are combined with this row.
///
/// The operands of the loop are the four rows and a buffer for a row; the results are read and
/// written. Results have the same bits with and without vectors, except for the payloads of NaNs.
///
/// @param operation a [io.ndmap.op.Binary] or [InternalOperation]
/// @param results the scalar type of the results: the type of the elements; or `FLOAT64` for
///   floats, or `INT64` for signed integers of 16 and 32 bits
public record FourRows(Object operation, ScalarKind results) {

  /// The number of rows: with more, HotSpot no longer keeps vectors in registers.
  public static final int ROWS = 4;

  /// The number of operands: the rows and the buffer.
  public static final int OPERANDS = ROWS + 1;

  /// Returns the name for `Diagnostics`.
  @Override
  public String toString() {
    return operation + "_OF_ROWS_TO_" + results;
  }
}
