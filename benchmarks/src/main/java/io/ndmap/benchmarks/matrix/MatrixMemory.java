package io.ndmap.benchmarks.matrix;

import java.util.Locale;

/// The memory of a cell's operands in ndmap; numpy maps their files in all cases.
enum MatrixMemory {
  MAPPED("mapped files"),
  OWN("new arrays"),
  PROMISED("mapped files whose size is promised");

  private final String words;

  MatrixMemory(String words) {
    this.words = words;
  }

  /// Returns the ending that the name of a cell has for this memory; empty for [#MAPPED].
  String suffix() {
    return this == MAPPED ? "" : " " + name().toLowerCase(Locale.ROOT);
  }

  /// Returns whether the operands of a cell are in this memory.
  ///
  /// @param cell the name of the cell
  boolean isOf(String cell) {
    return this == MAPPED ? !OWN.isOf(cell) && !PROMISED.isOf(cell) : cell.endsWith(suffix());
  }

  /// Returns the memory as it appears in reports.
  @Override
  public String toString() {
    return words;
  }
}
