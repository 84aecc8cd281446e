package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A real or complex function that is piecewise linear between points, as `numpy.interp` computes
/// it.
///
/// @param parts the real part and, for complex values, the imaginary part, over the same points
record Interpolation(List<Line> parts) {

  /// A real function.
  private static final class Line {

    private final double[] x;
    private final double[] y;
    private final double left;
    private final double right;

    /// The result for NaN if there are several points.
    private final double nowhere;

    /// Whether the values are parts of complex numbers, whose slopes NumPy rounds differently.
    private final boolean isPart;

    /// @param x the x coordinates of the points, ascending
    /// @param y the values at the points
    /// @param left the value before the first point
    /// @param right the value after the last point
    Line(double[] x, double[] y, double left, double right, double nowhere, boolean isPart) {
      this.x = x;
      this.y = y;
      this.left = left;
      this.right = right;
      this.nowhere = nowhere;
      this.isPart = isPart;
    }

    Line(double[] x, double[] y, double nowhere, boolean isPart) {
      this(x, y, y[0], y[y.length - 1], nowhere, isPart);
    }

    private double at(double position) {
      int last = x.length - 1;
      if (last == 0) {
        return position < x[0] ? left : position > x[0] ? right : y[0];
      }
      if (Double.isNaN(position)) {
        return nowhere;
      }
      if (position < x[0]) {
        return left;
      }
      if (position > x[last]) {
        return right;
      }
      int k = before(position);
      return k == last || x[k] == position ? y[k] : between(k, position);
    }

    /// Returns the index of the last point that is not after a position.
    private int before(double position) {
      int low = 0;
      int high = x.length;
      while (high - low > 1) {
        int middle = (low + high) >>> 1;
        if (position >= x[middle]) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private double between(int k, double position) {
      double rise = y[k + 1] - y[k];
      double run = x[k + 1] - x[k];
      double slope = isPart ? rise * (1 / run) : rise / run;
      double forward = slope * (position - x[k]) + y[k];
      if (!Double.isNaN(forward)) {
        return forward;
      }
      double backward = slope * (position - x[k + 1]) + y[k + 1];
      return Double.isNaN(backward) && y[k] == y[k + 1] ? y[k] : backward;
    }

    /// Returns the line over one period: all points are moved into the period and sorted, and the
    /// nearest points of the periods before and after are added.
    Line periodic(double period) {
      double[] positions = Arrays.stream(x).map(position -> modulo(position, period)).toArray();
      int[] order =
          IntStream.range(0, x.length)
              .boxed()
              .sorted(Comparator.comparingDouble(k -> positions[k]))
              .mapToInt(Integer::intValue)
              .toArray();
      int n = x.length;
      double[] around = new double[n + 2];
      double[] values = new double[n + 2];
      for (int k = 0; k < n + 2; k++) {
        int from = order[Math.floorMod(k - 1, n)];
        around[k] = positions[from] + (k == 0 ? -period : k == n + 1 ? period : 0);
        values[k] = y[from];
      }
      return new Line(around, values, nowhere, isPart);
    }
  }

  /// @throws IllegalArgumentException if there is no point, a rank is not 1, or the lengths differ
  static Interpolation of(NdView<?> x, NdView<?> y) {
    if (x.rank() != 1 || y.rank() != 1 || x.size(0) != y.size(0) || x.size(0) == 0) {
      throw new IllegalArgumentException(
          "points of shape %s and values of shape %s do not match, or are none"
              .formatted(x.shape(), y.shape()));
    }
    double[] positions = doubles(x);
    boolean complex = y.dtype() instanceof ScalarType scalar && scalar.kind().isComplex();
    return new Interpolation(
        complex
            ? List.of(
                new Line(positions, doubles(y.real()), Double.NaN, true),
                new Line(positions, doubles(y.imag()), 0, true))
            : List.of(new Line(positions, doubles(y), Double.NaN, false)));
  }

  private static double[] doubles(NdView<?> view) {
    return view.astype(DType.FLOAT64, Casting.SAME_KIND).as(DoubleView.class).toArray();
  }

  /// Returns the same function with other values outside the points.
  Interpolation outside(double left, double right) {
    Line first = parts.getFirst();
    Line real = new Line(first.x, first.y, left, right, Double.NaN, first.isPart);
    return new Interpolation(
        parts.size() == 1
            ? List.of(real)
            : List.of(real, new Line(first.x, parts.getLast().y, 0, 0, 0, true)));
  }

  /// Returns a periodic function with these points in one period.
  Interpolation periodic(double period) {
    return new Interpolation(parts.stream().map(part -> part.periodic(period)).toList());
  }

  /// Python's `%`.
  static double modulo(double number, double period) {
    double rest = number % period;
    return rest < 0 ? rest + period : rest + 0.0;
  }

  /// Returns the values of the function at all elements of an array.
  ///
  /// @param period the period of the function, infinite if it has none
  NdView<?> of(NdView<?> array, double period) {
    if (!Casting.SAME_KIND.allows(array.dtype(), DType.FLOAT64)) {
      throw new DTypeException(
          array.backing().name()
              + ": elements of "
              + array.dtype()
              + " are not positions of real numbers");
    }
    boolean complex = parts.size() > 1;
    NdView<?> values =
        ViewItems.emptyLike(
            array, complex ? DType.COMPLEX128 : DType.FLOAT64, array.shape(), Order.C);
    NdView<?> flat = values.flatten(Order.C).on(Execution.SEQUENTIAL);
    List<NdView<?>> targets = complex ? List.of(flat.real(), flat.imag()) : List.of(flat);
    FlatBlocks.forEach(
        array,
        array.execution(),
        (block, from) -> {
          double[] positions = doubles(block);
          for (int i = 0; i < positions.length && period < Double.POSITIVE_INFINITY; i++) {
            positions[i] = modulo(positions[i], period);
          }
          double[] results = new double[positions.length];
          for (int part = 0; part < parts.size(); part++) {
            Line line = parts.get(part);
            Arrays.setAll(results, i -> line.at(positions[i]));
            targets.get(part).slice(0, from, from + results.length).copyFrom(NdView.of(results));
          }
        });
    return values;
  }
}
