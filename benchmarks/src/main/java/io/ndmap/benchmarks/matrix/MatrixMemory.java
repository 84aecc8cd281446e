package io.ndmap.benchmarks.matrix;

import java.util.Locale;

/// Where the operands of a cell are, as ndmap has them; numpy maps their files in all cases.
enum MatrixMemory {
  MAPPED("mapped files"),
  OWN("new arrays"),
  PROMISED("mapped files whose size is promised");

  private final String words;

  MatrixMemory(String words) {
    this.words = words;
  }

  /// The end of a cell's name.
  String suffix() {
    return this == MAPPED ? "" : " " + name().toLowerCase(Locale.ROOT);
  }

  /// Whether a cell of this name has its operands here.
  boolean isOf(String cell) {
    return this == MAPPED ? !OWN.isOf(cell) && !PROMISED.isOf(cell) : cell.endsWith(suffix());
  }

  /// As in reports.
  @Override
  public String toString() {
    return words;
  }
}
