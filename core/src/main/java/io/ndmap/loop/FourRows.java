package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;

/// Folds four rows into a row of results by an operation of two operands: first the rows, from the
/// first to the last, then the results and what came of them.
///
/// A loop of it takes the four rows and, as a fifth operand, room for a row; the results are read
/// and written. Results have the same bits by vectors and without, but for those within a NaN.
///
/// @param operation a [io.ndmap.op.Binary] or [Special]
/// @param results the kind of the results: that of the items; or doubles of floats, or integers of
///   64 bits of those of 16 and 32 with a sign
public record FourRows(Object operation, ScalarKind results) {

  /// How many rows there are: of more HotSpot no longer keeps vectors in registers.
  public static final int ROWS = 4;

  /// How many operands a loop has: the rows and the room.
  public static final int OPERANDS = ROWS + 1;

  /// As in `Diagnostics`.
  @Override
  public String toString() {
    return operation + "_OF_ROWS_TO_" + results;
  }
}
