package io.ndmap.benchmarks.matrix;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.operations.MeasuredOperation.Layouts;
import java.util.Locale;

/// The layouts of the matrix, as expressions of numpy ([#numpy()], [#other()]) and of ndmap
/// ([#of(NdView)], [#other(NdView, long)]). An expression is applied to `flat`, which has `n`
/// contiguous elements, or to `records`, an array of records with a field `x`. The number of
/// elements `n` is the product of the numbers of rows `r` and of columns `c`.
enum MatrixLayout {
  CONTIGUOUS("flat.reshape(r, c)"),
  /// Both operands and the target are in Fortran order.
  FORTRAN("flat.reshape(c, r).T"),
  /// The first operand is in Fortran order; the second operand and the target are in C order.
  TRANSPOSED("flat.reshape(c, r).T", "flat.reshape(r, c)"),
  STRIDED("flat.reshape(r, c)[::2, ::3]"),
  REVERSED("flat.reshape(r, c)[::-1, ::-1]"),
  COLUMN("flat.reshape(n // 16, 16)[:, 3]"),
  ROWS("flat.reshape(r, c)[::2]"),
  /// The second operand is contiguous and has as many elements as the first.
  FIELD("records['x']", "flat[: n * flat.itemsize // (flat.itemsize + 5)]"),
  AXIS_0("flat.reshape(r, c)"),
  AXIS_1("flat.reshape(r, c)"),
  AXIS_MIDDLE("flat.reshape(16, n // 1024, 64)");

  private static final int INNER = 64;
  private static final int OUTER = 16;
  private static final int WIDTH = 16;

  private final String numpy;
  private final String other;

  MatrixLayout(String numpy) {
    this(numpy, numpy);
  }

  MatrixLayout(String numpy, String other) {
    this.numpy = numpy;
    this.other = other;
  }

  /// Returns the numpy expression of the first operand.
  String numpy() {
    return numpy;
  }

  /// Returns the numpy expression of the second operand.
  String other() {
    return other;
  }

  /// Returns the axis along which an operation works in this layout.
  int axis() {
    return this == AXIS_1 || this == AXIS_MIDDLE ? 1 : 0;
  }

  /// Returns whether this is a layout of operations along an axis.
  boolean isAxis() {
    return compareTo(AXIS_0) >= 0;
  }

  /// Returns whether operations with the given choice of layouts are measured in this layout.
  boolean isOf(Layouts layouts) {
    return switch (layouts) {
      case ALL -> !isAxis();
      case FEW -> this == CONTIGUOUS || this == STRIDED;
      case ONE -> this == CONTIGUOUS;
      case AXES -> isAxis();
    };
  }

  /// Returns the memory order of targets.
  Order order() {
    return this == FORTRAN ? Order.F : Order.C;
  }

  /// Returns the first operand in this layout.
  ///
  /// @param flat the contiguous elements, whose number is a power of two; for [#FIELD], the records
  NdView<?> of(NdView<?> flat) {
    long n = flat.itemCount();
    long rows = 1L << ((63 - Long.numberOfLeadingZeros(n)) / 2);
    return switch (this) {
      case CONTIGUOUS, AXIS_0, AXIS_1 -> flat.reshape(rows, n / rows);
      case FORTRAN, TRANSPOSED -> flat.reshape(n / rows, rows).transpose();
      case STRIDED -> flat.reshape(rows, n / rows).slice("::2, ::3");
      case REVERSED -> flat.reshape(rows, n / rows).slice("::-1, ::-1");
      case COLUMN -> flat.reshape(n / WIDTH, WIDTH).slice(":, 3");
      case ROWS -> flat.reshape(rows, n / rows).slice("::2");
      case FIELD -> flat.field("x");
      case AXIS_MIDDLE -> flat.reshape(OUTER, n / (OUTER * INNER), INNER);
    };
  }

  /// Returns the second operand in this layout.
  ///
  /// @param flat the contiguous elements, whose number is a power of two
  /// @param count the number of elements of the first operand
  NdView<?> other(NdView<?> flat, long count) {
    return switch (this) {
      case TRANSPOSED -> CONTIGUOUS.of(flat);
      case FIELD -> flat.slice(0, 0, count, 1);
      default -> of(flat);
    };
  }

  /// Returns the layout as it appears in the names of cells.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
