package io.ndmap.cli.demo;

import io.ndmap.fill.Claim;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;

/// The array of the demo: numbers that look random, but whose results are known.
///
/// Every row holds each of 1024 numbers equally often, multiples of a quarter: sums are exact in
/// whatever order they are added up.
///
/// @param rows the length of axis 0
public record DemoArray(long rows) {

  public static final int COLUMNS = 1 << 14;
  public static final long ROW_BYTES = (long) COLUMNS * Double.BYTES;

  private static final int ROW_STEP = 7;
  private static final int COLUMN_STEP = 5;
  private static final int NUMBERS = 1024;
  private static final double UNIT = 0.25;

  /// What `fill work --with` calls this; for the demo's own processes.
  public static final String CONTENT = "demo";

  public static final double MIN = 0;
  public static final double MAX = (NUMBERS - 1) * UNIT;
  public static final double MEAN = MAX / 2;
  public static final double DEVIATION = Math.sqrt((NUMBERS * (double) NUMBERS - 1) / 12) * UNIT;

  /// The formula in Python, of the integer arrays `i` and `j`.
  public static final String PYTHON =
      "((i * " + ROW_STEP + " + j * " + COLUMN_STEP + ") & " + (NUMBERS - 1) + ") * " + UNIT;

  public static DemoArray ofBytes(long bytes) {
    return new DemoArray(bytes / ROW_BYTES);
  }

  public Shape shape() {
    return Shape.of(rows, COLUMNS);
  }

  public long bytes() {
    return rows * ROW_BYTES;
  }

  /// What is at a position.
  public static double value(long row, int column) {
    return ((int) (row * ROW_STEP + (long) column * COLUMN_STEP) & (NUMBERS - 1)) * UNIT;
  }

  /// Fills a chunk of it.
  public static void write(Claim claim) {
    DoubleView part = claim.view(DoubleView.class);
    long row = claim.box().start(0);
    int column = Math.toIntExact(claim.box().start(1));
    int columns = (int) part.size(1);
    for (long i = 0; i < part.size(0); i++) {
      for (int j = 0; j < columns; j++) {
        part.set(i, j, value(row + i, column + j));
      }
    }
  }

  /// The sum of whole rows.
  public static double sum(long rows) {
    return rows * (COLUMNS * MEAN);
  }
}
