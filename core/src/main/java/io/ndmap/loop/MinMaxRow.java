package io.ndmap.loop;

import io.ndmap.op.Binary;

/// Reduces elements to a row of [#BYTES] bytes: element k of the row is the minimum or maximum of
/// all elements whose index, modulo the length of the row, is k. There must be at least one whole
/// row; elements after the last whole row are ignored. Results have the same bits with and without
/// vectors, except for the bits of NaNs.
public enum MinMaxRow {
  ROW_OF_MINIMA(Binary.MINIMUM),
  ROW_OF_MAXIMA(Binary.MAXIMUM);

  /// Bytes of a row: two or four vectors, which are reduced independently.
  public static final int BYTES = 128;

  private final Binary operation;

  MinMaxRow(Binary operation) {
    this.operation = operation;
  }

  /// Returns the operation that combines two rows.
  public Binary operation() {
    return operation;
  }
}
