package io.ndmap.cli;

import io.ndmap.fill.Claim;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;

/// The array of the demo: numbers that look mixed up, but of which everything is known beforehand.
///
/// Every row holds each of 1024 numbers equally often, multiples of a quarter: sums are exact in
/// whatever order they are added up.
///
/// @param rows the length of axis 0
record DemoArray(long rows) {

  static final int COLUMNS = 1 << 14;
  static final long ROW_BYTES = (long) COLUMNS * Double.BYTES;

  private static final int ROW_STEP = 7;
  private static final int COLUMN_STEP = 5;
  private static final int NUMBERS = 1024;
  private static final double UNIT = 0.25;

  /// What `fill work --with` calls this; for the demo's own processes.
  static final String CONTENT = "demo";

  static final double MIN = 0;
  static final double MAX = (NUMBERS - 1) * UNIT;
  static final double MEAN = MAX / 2;
  static final double DEVIATION = Math.sqrt((NUMBERS * (double) NUMBERS - 1) / 12) * UNIT;

  /// The formula in Python, of the integer arrays `i` and `j`.
  static final String PYTHON =
      "((i * " + ROW_STEP + " + j * " + COLUMN_STEP + ") & " + (NUMBERS - 1) + ") * " + UNIT;

  static DemoArray ofBytes(long bytes) {
    return new DemoArray(bytes / ROW_BYTES);
  }

  Shape shape() {
    return Shape.of(rows, COLUMNS);
  }

  long bytes() {
    return rows * ROW_BYTES;
  }

  /// What stands at a position.
  static double value(long row, int column) {
    return ((int) (row * ROW_STEP + (long) column * COLUMN_STEP) & (NUMBERS - 1)) * UNIT;
  }

  /// Fills a chunk of it.
  static void write(Claim claim) {
    DemoLoops.fill(
        claim.view(DoubleView.class), claim.box().start(0), Math.toIntExact(claim.box().start(1)));
  }

  /// The sum of whole rows.
  static double sum(long rows) {
    return rows * (COLUMNS * MEAN);
  }
}
