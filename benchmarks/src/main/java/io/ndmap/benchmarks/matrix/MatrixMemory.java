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
