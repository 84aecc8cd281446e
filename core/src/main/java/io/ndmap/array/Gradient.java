package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Computes gradients along an axis by NumPy's formulas: central differences in the interior,
/// one-sided differences at the ends.
final class Gradient {

  private final NdView<?> array;
  private final NdView<?> result;
  private final int axis;
  private final int edgeOrder;
  private final DType computed;
  private final long size;

  /// @param doubles whether to compute in double precision
  Gradient(NdView<?> array, int which, int edgeOrder, boolean doubles) {
    this.axis = array.shape().axis(which);
    this.size = array.size(axis);
    this.array = array;
    this.edgeOrder = edgeOrder;
    if (edgeOrder < 1 || edgeOrder > 2) {
      throw new IllegalArgumentException("the order at the edges is 1 or 2, found " + edgeOrder);
    }
    if (size < edgeOrder + 1) {
      throw new IllegalArgumentException(
          "a gradient needs %s elements along axis %s, found shape %s"
              .formatted(edgeOrder + 1, axis, array.shape()));
    }
    DType dtype = ViewItems.floating("differentiate", array, true);
    ScalarKind kind = ((ScalarType) dtype).kind();
    this.computed =
        doubles
            ? new ScalarType(Promotion.of(kind, ScalarKind.FLOAT64), ByteOrder.LITTLE_ENDIAN)
            : dtype;
    this.result = ViewItems.emptyLike(array, dtype, array.shape(), Order.C);
  }

  /// Computes the gradient of equally spaced elements.
  NdView<?> uniform(double dx) {
    Expression central = at(2, size).minus(at(0, size - 2)).dividedBy(2 * dx);
    central.into(to(1, size - 1));
    if (edgeOrder == 1) {
      difference(0, 0, dx);
      difference(size - 1, size - 2, dx);
    } else {
      edge(0, 0, -1.5 / dx, 2 / dx, -0.5 / dx);
      edge(size - 1, size - 3, 0.5 / dx, -2 / dx, 1.5 / dx);
    }
    return result;
  }

  /// Computes the gradient of elements at given coordinates.
  NdView<?> along(NdView<?> coordinates) {
    if (coordinates.rank() != 1 || coordinates.size(0) != size) {
      throw new IllegalArgumentException(
          "coordinates of shape %s do not match axis %s of shape %s"
              .formatted(coordinates.shape(), axis, array.shape()));
    }
    double[] x =
        coordinates.astype(DType.FLOAT64, Casting.SAME_KIND).as(DoubleView.class).toArray();
    double[] dx = new double[x.length - 1];
    for (int i = 0; i < dx.length; i++) {
      dx[i] = x[i + 1] - x[i];
    }
    if (Arrays.stream(dx).allMatch(d -> d == dx[0])) {
      return uniform(dx[0]);
    }
    interior(dx);
    int n = dx.length;
    if (edgeOrder == 1) {
      difference(0, 0, dx[0]);
      difference(size - 1, size - 2, dx[n - 1]);
    } else {
      double d1 = dx[0];
      double d2 = dx[1];
      edge(0, 0, -(2 * d1 + d2) / (d1 * (d1 + d2)), (d1 + d2) / (d1 * d2), -d1 / (d2 * (d1 + d2)));
      d1 = dx[n - 2];
      d2 = dx[n - 1];
      edge(
          size - 1,
          size - 3,
          d2 / (d1 * (d1 + d2)),
          -(d2 + d1) / (d1 * d2),
          (2 * d2 + d1) / (d2 * (d1 + d2)));
    }
    return result;
  }

  private void interior(double... dx) {
    int n = dx.length - 1;
    double[] a = new double[n];
    double[] b = new double[n];
    double[] c = new double[n];
    for (int i = 0; i < n; i++) {
      double d1 = dx[i];
      double d2 = dx[i + 1];
      a[i] = -d2 / (d1 * (d1 + d2));
      b[i] = (d2 - d1) / (d1 * d2);
      c[i] = d1 / (d2 * (d1 + d2));
    }
    Expression sum =
        Expression.of(column(a))
            .times(at(0, size - 2))
            .plus(Expression.of(column(b)).times(at(1, size - 1)))
            .plus(Expression.of(column(c)).times(at(2, size)));
    sum.into(to(1, size - 1));
  }

  /// Returns a view of one number for each position on the axis. The view broadcasts along the
  /// other axes.
  private NdView<?> column(double... numbers) {
    NdView<?> column = NdView.of(numbers);
    for (int k = axis + 1; k < array.rank(); k++) {
      column = column.newAxis(column.rank());
    }
    return column;
  }

  /// Stores `(x[from + 1] - x[from]) / dx` at `position`, one end of the axis, where `x` is the
  /// array.
  private void difference(long position, long from, double dx) {
    at(from + 1, from + 2).minus(at(from, from + 1)).dividedBy(dx).into(to(position, position + 1));
  }

  /// Stores `a * x[from] + b * x[from + 1] + c * x[from + 2]` at `position`, one end of the axis,
  /// where `x` is the array.
  private void edge(long position, long from, double a, double b, double c) {
    at(from, from + 1)
        .times(a)
        .plus(at(from + 1, from + 2).times(b))
        .plus(at(from + 2, from + 3).times(c))
        .into(to(position, position + 1));
  }

  private Expression at(long from, long to) {
    return Expression.of(array.slice(axis, from, to)).astype(computed);
  }

  private NdView<?> to(long from, long end) {
    return result.slice(axis, from, end).on(array.execution());
  }
}
