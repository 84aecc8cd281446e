package io.ndmap.benchmarks.matrix;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.operations.MeasuredOperation.Layouts;
import java.util.Locale;

/// The layouts of the matrix, in the words of numpy and of ndmap. Both begin with `flat` elements,
/// of which there are `r` rows of `c`, or with `records` that have the field `x`.
enum MatrixLayout {
  CONTIGUOUS("flat.reshape(r, c)"),
  /// Both operands and the target.
  FORTRAN("flat.reshape(c, r).T"),
  /// The first operand; the others are in C order.
  TRANSPOSED("flat.reshape(c, r).T", "flat.reshape(r, c)"),
  STRIDED("flat.reshape(r, c)[::2, ::3]"),
  REVERSED("flat.reshape(r, c)[::-1, ::-1]"),
  COLUMN("flat.reshape(n // 16, 16)[:, 3]"),
  ROWS("flat.reshape(r, c)[::2]"),
  /// The second operand is contiguous and as long.
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

  /// The first operand.
  String numpy() {
    return numpy;
  }

  /// The second operand.
  String other() {
    return other;
  }

  /// The axis that an operation along one takes.
  int axis() {
    return this == AXIS_1 || this == AXIS_MIDDLE ? 1 : 0;
  }

  /// Whether it says along which axis.
  boolean isAxis() {
    return compareTo(AXIS_0) >= 0;
  }

  /// Whether operations with operands of some layouts are measured in this one.
  boolean isOf(Layouts layouts) {
    return switch (layouts) {
      case ALL -> !isAxis();
      case FEW -> this == CONTIGUOUS || this == STRIDED;
      case ONE -> this == CONTIGUOUS;
      case AXES -> isAxis();
    };
  }

  /// The order of targets.
  Order order() {
    return this == FORTRAN ? Order.F : Order.C;
  }

  /// Arranges elements.
  ///
  /// @param flat a power of two of elements; for [#FIELD] records
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

  /// Arranges the elements of the second operand.
  ///
  /// @param flat a power of two of elements
  /// @param count how many elements the first operand has
  NdView<?> other(NdView<?> flat, long count) {
    return switch (this) {
      case TRANSPOSED -> CONTIGUOUS.of(flat);
      case FIELD -> flat.slice(0, 0, count, 1);
      default -> of(flat);
    };
  }

  /// As in the names of cells.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
