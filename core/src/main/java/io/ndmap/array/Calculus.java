package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;

/// Gradients, integrals, interpolation and unwrapped angles: NumPy's functions of samples.
///
/// All functions run with the execution of the first array, in bounded memory: only the coordinates
/// of [#gradient(NdView, NdView, int, int)] and the points of [#interp(NdView, NdView, NdView)] are
/// copied to Java arrays. New arrays are in C order, and are allocated as described at [NdView].
/// Long doubles are not supported, except by `interp`, which rounds them to `f8`.
public final class Calculus {

  private Calculus() {}

  // ---- gradients

  /// {@return for each element, the difference of its two neighbours along an axis, divided by
  /// twice the spacing, `np.gradient(a, spacing, axis=axis, edge_order=edgeOrder)`} Results have
  /// the dtype of the elements, or `f8` for integers.
  ///
  /// @param array numbers, at least `edgeOrder + 1` along the axis
  /// @param spacing the distance between neighbours
  /// @param axis the axis
  /// @param edgeOrder 1 or 2: the first and the last gradient are computed from two or from three
  ///   elements
  /// @throws IllegalArgumentException if there are too few elements, or the order is neither 1 nor
  ///   2
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements are booleans, long doubles or not numbers
  public static NdView<?> gradient(NdView<?> array, double spacing, int axis, int edgeOrder) {
    return new Gradient(array, axis, edgeOrder, false).uniform(spacing);
  }

  /// {@return the derivatives along an axis with given coordinates, `np.gradient(a, coordinates,
  /// axis=axis, edge_order=edgeOrder)`} Derivatives are computed in double precision, and have the
  /// dtype of [#gradient(NdView, double, int, int)].
  ///
  /// @param array numbers, at least `edgeOrder + 1` along the axis
  /// @param coordinates real numbers, one for each position of the axis
  /// @param axis the axis
  /// @param edgeOrder see [#gradient(NdView, double, int, int)]
  /// @throws IllegalArgumentException as [#gradient(NdView, double, int, int)], or if the
  ///   coordinates are not of rank 1 and as many as the axis is long
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException as [#gradient(NdView, double, int, int)], or if the coordinates are not
  ///   real numbers
  public static NdView<?> gradient(
      NdView<?> array, NdView<?> coordinates, int axis, int edgeOrder) {
    return new Gradient(array, axis, edgeOrder, true).along(coordinates);
  }

  // ---- integrals

  /// {@return the integral along an axis by the trapezoidal rule, `np.trapezoid(a, dx=spacing,
  /// axis=axis)`} Sums are computed as by [NdView#sum(int, int...)].
  ///
  /// @param array numbers
  /// @param spacing the distance between neighbours
  /// @param axis the axis
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements are long doubles or not numbers
  public static NdView<?> trapezoid(NdView<?> array, double spacing, int axis) {
    int along = array.shape().axis(axis);
    return neighbours(array, along).times(spacing).dividedBy(2).reduce(Reduction.SUM, along);
  }

  /// {@return the integral along an axis with given coordinates, `np.trapezoid(a, coordinates,
  /// axis=axis)`; see [#trapezoid(NdView, double, int)]}
  ///
  /// @param array numbers
  /// @param coordinates numbers, one for each position of the axis, or of a shape that broadcasts
  ///   with that of the array
  /// @param axis the axis
  /// @throws IllegalArgumentException if the coordinates do not match the length of the axis, or do
  ///   not broadcast
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements are long doubles or not numbers
  public static NdView<?> trapezoid(NdView<?> array, NdView<?> coordinates, int axis) {
    int along = array.shape().axis(axis);
    // An expression runs with the execution of its first array.
    NdView<?> points = coordinates.on(array.execution());
    if (coordinates.rank() == 1) {
      for (int k = along + 1; k < array.rank(); k++) {
        points = points.newAxis(points.rank());
      }
    }
    int from = along - array.rank() + points.rank();
    if (from < 0 || points.size(from) != array.size(along)) {
      throw new IllegalArgumentException(
          "coordinates of shape %s do not match axis %s of shape %s"
              .formatted(coordinates.shape(), along, array.shape()));
    }
    return steps(points, from)
        .times(neighbours(array, along))
        .dividedBy(2)
        // Coordinates may have more axes than the array, so the axis is counted from the end.
        .reduce(Reduction.SUM, along - array.rank());
  }

  /// Returns the sum of each element and the next one along the axis.
  private static Expression neighbours(NdView<?> array, int axis) {
    return last(array, axis).plus(first(array, axis));
  }

  /// Returns the next element along the axis minus each element; of booleans, as `np.diff`, whether
  /// they differ.
  private static Expression steps(NdView<?> array, int axis) {
    Expression next = last(array, axis);
    return array.dtype().equals(DType.BOOL)
        ? next.compare(Comparison.NOT_EQUAL, first(array, axis))
        : next.minus(first(array, axis));
  }

  private static Expression first(NdView<?> array, int axis) {
    return Expression.of(array.slice(axis, 0, -1));
  }

  private static Expression last(NdView<?> array, int axis) {
    return Expression.of(array.slice(axis, 1, array.size(axis)));
  }

  // ---- interpolation

  /// {@return the values of a piecewise linear function through points, `np.interp(a, x, y)`}
  /// Before the first point the result is the first y coordinate, after the last point the last y
  /// coordinate. Results have the shape of the array and are `f8`, or `c16` for complex values.
  ///
  /// @param array real numbers
  /// @param x the x coordinates of the points: real numbers in ascending order, of rank 1
  /// @param y the y coordinates of the points: real or complex numbers, one for each of `x`
  /// @throws IllegalArgumentException if there is no point, a rank is not 1, or `x` and `y` have
  ///   different lengths
  /// @throws DTypeException if the elements of `array` or of `x` are not real numbers, or those of
  ///   `y` are neither real nor complex numbers
  public static NdView<?> interp(NdView<?> array, NdView<?> x, NdView<?> y) {
    return Interpolation.of(x, y).of(array, Double.POSITIVE_INFINITY);
  }

  /// {@return the values of [#interp(NdView, NdView, NdView)], with given values outside the
  /// points, `np.interp(a, x, y, left, right)`}
  ///
  /// @param array real numbers
  /// @param x the x coordinates of the points
  /// @param y the y coordinates of the points
  /// @param left the value before the first point
  /// @param right the value after the last point
  /// @throws IllegalArgumentException as [#interp(NdView, NdView, NdView)]
  /// @throws DTypeException as [#interp(NdView, NdView, NdView)]
  public static NdView<?> interp(
      NdView<?> array, NdView<?> x, NdView<?> y, double left, double right) {
    return Interpolation.of(x, y).outside(left, right).of(array, Double.POSITIVE_INFINITY);
  }

  /// {@return the values of [#interp(NdView, NdView, NdView)] for a periodic function,
  /// `np.interp(a, x, y, period=period)`}
  ///
  /// @param array real numbers
  /// @param x the x coordinates of the points, in any order
  /// @param y the y coordinates of the points
  /// @param period the period of the function, not 0
  /// @throws IllegalArgumentException as [#interp(NdView, NdView, NdView)], or if the period is 0
  /// @throws DTypeException as [#interp(NdView, NdView, NdView)]
  public static NdView<?> interp(NdView<?> array, NdView<?> x, NdView<?> y, double period) {
    double length = Math.abs(period);
    if (length == 0) {
      throw new IllegalArgumentException("the period of a function must not be 0");
    }
    return Interpolation.of(x, y).periodic(length).of(array, length);
  }

  // ---- angles

  /// {@return a new array of angles without jumps: where two neighbours along an axis differ by
  /// more than half a period, all later elements are shifted by whole periods, `np.unwrap(a,
  /// period=period, axis=axis)`} Results have the dtype of the elements, or `f8` for integers.
  ///
  /// @param array real numbers
  /// @param period the period, `2 * Math.PI` for angles
  /// @param axis the axis
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the elements are booleans, complex numbers, long doubles or not
  ///   numbers
  public static NdView<?> unwrap(NdView<?> array, double period, int axis) {
    int along = array.shape().axis(axis);
    NdView<?> unwrapped =
        ViewItems.emptyLike(
            array, ViewItems.floating("unwrap", array, false), array.shape(), Order.C);
    Expression.of(array).into(unwrapped);
    if (array.size(along) < 2) {
      return unwrapped;
    }
    double high = period / 2;
    Expression jumps = steps(array, along);
    Expression within =
        jumps.combine(Binary.MINUS, -high).combine(Binary.REMAINDER, period).minus(high);
    Expression ambiguous =
        within
            .compare(Comparison.EQUAL, -high)
            .combine(Binary.AND, jumps.compare(Comparison.GREATER, 0.0));
    Expression shifts = within.where(ambiguous.map(Unary.INVERTED), high).minus(jumps);
    NdView<?> rest = unwrapped.slice(along, 1, array.size(along)).on(array.execution());
    Expression small = jumps.abs().compare(Comparison.LESS, high);
    shifts.where(small.map(Unary.INVERTED), 0.0).into(rest);
    rest.cumSum(along, rest);
    rest.plus(array.slice(along, 1, array.size(along)), rest);
    return unwrapped;
  }
}
