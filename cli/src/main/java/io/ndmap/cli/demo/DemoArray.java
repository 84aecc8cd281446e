package io.ndmap.cli.demo;

import io.ndmap.fill.Claim;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;

/// The array of the demo: pseudo-random numbers whose statistics are known.
///
/// Every row holds each of 1024 numbers equally often. All numbers are multiples of 0.25, so sums
/// are exact in any order of addition.
///
/// @param rows the length of axis 0
public record DemoArray(long rows) {

  public static final int COLUMNS = 1 << 14;
  public static final long ROW_BYTES = (long) COLUMNS * Double.BYTES;

  /// The factors of the row and of the column in the formula of [#value].
  private static final int ROW_STEP = 7;

  private static final int COLUMN_STEP = 5;
  private static final int NUMBERS = 1024;
  private static final double UNIT = 0.25;

  /// The name of this content for `fill work --with`, used by the demo's own processes.
  public static final String CONTENT = "demo";

  public static final double MIN = 0;
  public static final double MAX = (NUMBERS - 1) * UNIT;
  public static final double MEAN = MAX / 2;
  public static final double DEVIATION = Math.sqrt((NUMBERS * (double) NUMBERS - 1) / 12) * UNIT;

  /// The formula of [#value] in Python, with the integer arrays `i` of rows and `j` of columns.
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

  /// The value of an element.
  public static double value(long row, int column) {
    return ((int) (row * ROW_STEP + (long) column * COLUMN_STEP) & (NUMBERS - 1)) * UNIT;
  }

  /// Fills a chunk of the array.
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

  /// The sum of the first rows.
  public static double sum(long rows) {
    return rows * (COLUMNS * MEAN);
  }
}
