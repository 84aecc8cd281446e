package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import io.ndmap.value.Promotion;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// NumPy's routines of array creation: arrays of one value, evenly spaced numbers, matrices and
/// grids. For Java arrays, lists and zeros see [NdView#of(double\[\], long...)] and
/// [NdView#zeros(DType, long...)].
///
/// Values equal NumPy's bit by bit, except for [#logspace] and [#geomspace]. Arrays created without
/// another array are in C order, and are allocated as described at [NdView#zeros(DType, long...)].
/// Arrays created from a view are allocated like the results of the view's own operations, and have
/// the view's [io.ndmap.op.Execution].
public final class Creation {

  private Creation() {}

  // ---- one value

  /// {@return a new array of ones, `np.ones`} Text is `"1"`, all fields of a structure are 1, and a
  /// time is one tick.
  ///
  /// @param dtype the dtype of the elements
  /// @param sizes the lengths of the axes
  /// @throws IllegalArgumentException if a size is negative
  /// @throws DTypeException if the dtype holds Python objects
  public static NdView<?> ones(DType dtype, long... sizes) {
    return full(dtype, 1L, sizes);
  }

  /// {@return a new array filled with one value, `np.full`}
  ///
  /// Values are stored as by [NdView#setValue]: a value that does not fit the dtype is an error,
  /// whereas NumPy truncates or wraps it. The elements of a view are converted as by
  /// [NdView#copyTo(NdView, Casting)].
  ///
  /// @param dtype the dtype of the elements
  /// @param value a value accepted by [NdView#setValue], or a view, which is broadcast to the shape
  /// @param sizes the lengths of the axes
  /// @throws ArithmeticException if a number does not fit the dtype
  /// @throws IllegalArgumentException if text or bytes do not fit the dtype, a view cannot be
  ///   broadcast or converted, or a size is negative
  /// @throws DTypeException if the dtype cannot hold a value of this class, or holds Python objects
  public static NdView<?> full(DType dtype, Object value, long... sizes) {
    NdView<?> full = NdView.zeros(dtype, sizes);
    ViewItems.fill(full, value);
    return full;
  }

  /// {@return a new zero-filled array with the dtype, shape and order of another array,
  /// `np.zeros_like`} For another dtype or order use [NdView#zeros(DType, Shape, Order)].
  ///
  /// @param like the other array
  /// @param <V> the array's class
  public static <V extends NdView<V>> V zerosLike(NdView<V> like) {
    V zeros = like.emptyLike();
    ViewItems.clear(zeros);
    return zeros;
  }

  /// {@return a new array of ones with the dtype, shape and order of another array, `np.ones_like`}
  ///
  /// @param like the other array
  /// @param <V> the array's class
  /// @throws DTypeException if the dtype holds Python objects
  public static <V extends NdView<V>> V onesLike(NdView<V> like) {
    return fullLike(like, 1L);
  }

  /// {@return a new array of one value, with the dtype, shape and order of another array,
  /// `np.full_like`}
  ///
  /// @param like the other array
  /// @param value see [#full]
  /// @param <V> the array's class
  /// @throws ArithmeticException as [#full]
  /// @throws IllegalArgumentException as [#full]
  /// @throws DTypeException as [#full]
  public static <V extends NdView<V>> V fullLike(NdView<V> like, Object value) {
    if (value instanceof NdView<?> items) {
      var _ = items.broadcastTo(like.shape());
    } else {
      var _ = ViewItems.item(like.dtype(), value);
    }
    V full = like.emptyLike();
    ViewItems.fill(full, value);
    return full;
  }

  // ---- evenly spaced numbers

  /// {@return the integers from 0 to `stop - 1`, `np.arange(stop)`}
  ///
  /// @param stop the exclusive end; the array is empty if `stop` is 0 or negative
  public static LongView arange(long stop) {
    return arange(0, stop, 1);
  }

  /// {@return the integers `start`, `start + step`, … before `stop`, `np.arange(start, stop,
  /// step)`}
  ///
  /// @param start the first number
  /// @param stop the exclusive end
  /// @param step the distance, of either sign
  /// @throws IllegalArgumentException if the step is 0, or `(stop - start) / step` is above 2^63 or
  ///   below -2^63
  public static LongView arange(long start, long stop, long step) {
    return arange(DType.INT64, start, stop, step).as(LongView.class);
  }

  /// {@return the numbers `start`, `start + step`, … before `stop`, `np.arange(start, stop, step)`}
  ///
  /// There are `ceil((stop - start) / step)` numbers. Number k is `start + k * d`, where `d` is
  /// `(start + step) - start`. Because the count and the numbers are rounded separately, the last
  /// number may be `stop` or beyond, unlike with [#linspace].
  ///
  /// @param start the first number
  /// @param stop the exclusive end
  /// @param step the distance, of either sign
  /// @throws IllegalArgumentException if the step is 0, or `(stop - start) / step` is NaN, above
  ///   2^63 or below -2^63
  public static DoubleView arange(double start, double stop, double step) {
    return arange(DType.FLOAT64, start, stop, step).as(DoubleView.class);
  }

  /// {@return integers as elements of a dtype, `np.arange(start, stop, step, dtype)`; see
  /// [#arange(long, long, long)]}
  ///
  /// The first two elements must fit the dtype; later integers wrap, as in NumPy.
  ///
  /// @param dtype an integer dtype, a time dtype (the integers become ticks), or a dtype of
  ///   [#arange(DType, double, double, double)]
  /// @param start the first number
  /// @param stop the exclusive end
  /// @param step the distance, of either sign
  /// @throws ArithmeticException if one of the first two elements does not fit the dtype
  /// @throws IllegalArgumentException if the step is 0, or `(stop - start) / step` is above 2^63 or
  ///   below -2^63
  /// @throws DTypeException if the dtype is not one of the dtypes above
  public static NdView<?> arange(DType dtype, long start, long stop, long step) {
    requireStep((double) step);
    BigDecimal span = BigDecimal.valueOf(stop).subtract(BigDecimal.valueOf(start));
    BigDecimal by = BigDecimal.valueOf(step);
    // NumPy divides numbers as doubles, and times as integers.
    long count =
        count(
            dtype instanceof TimeType
                ? span.divide(by, RoundingMode.CEILING).doubleValue()
                : span.divide(by, new MathContext(60)).doubleValue());
    if (!isInteger(dtype)) {
      long second = count > 1 ? Math.addExact(start, step) : start;
      return floating(dtype, (double) start, (double) second, count);
    }
    NdView<?> first = NdView.zeros(dtype);
    if (count > 0) {
      first.fill(start);
    }
    if (count > 1) {
      first.fill(Math.addExact(start, step));
    }
    return as(dtype, Ramps.longs(start, step, count));
  }

  /// {@return floating-point or complex numbers as elements of a dtype, `np.arange(start, stop,
  /// step, dtype)`; see [#arange(double, double, double)]}
  ///
  /// Numbers are computed in the precision of the dtype, or in the precision of `f4` for `f2` and
  /// other narrow dtypes.
  ///
  /// @param dtype `f2` or another narrow floating-point dtype, `f4`, `f8`, `c8` or `c16`. For other
  ///   dtypes use `astype`: for integers NumPy truncates start and step, which is seldom intended,
  ///   and long doubles are not supported.
  /// @param start the first number
  /// @param stop the exclusive end
  /// @param step the distance, of either sign
  /// @throws IllegalArgumentException if the step is 0, or `(stop - start) / step` is NaN, above
  ///   2^63 or below -2^63
  /// @throws DTypeException if the dtype is not one of the dtypes above
  public static NdView<?> arange(DType dtype, double start, double stop, double step) {
    requireStep(step);
    double span = stop - start;
    double steps = span / step;
    long count = steps == 0 && span != 0 ? (1 / steps > 0 ? 1 : 0) : count(steps);
    return floating(dtype, start, start + step, count);
  }

  private static void requireStep(double step) {
    if (step == 0) {
      throw new IllegalArgumentException("the step of a range must not be 0");
    }
  }

  private static long count(double steps) {
    double count = Math.ceil(steps);
    if (!(Math.abs(count) <= Long.MAX_VALUE)) {
      throw new IllegalArgumentException("a range cannot have " + steps + " elements");
    }
    return Math.max(0, (long) count);
  }

  private static boolean isInteger(DType dtype) {
    return dtype instanceof TimeType
        || (dtype instanceof ScalarType scalar
            && scalar.kind() != ScalarKind.BOOL
            && !scalar.kind().isFloat()
            && !scalar.kind().isComplex());
  }

  private static NdView<?> floating(DType dtype, double first, double second, long count) {
    ScalarKind part = dtype instanceof ScalarType scalar ? scalar.kind().part() : ScalarKind.BOOL;
    if (part.isNarrow()) {
      NdView<?> two = NdView.of(new double[] {first, second}).astype(dtype);
      return as(dtype, Ramps.floats((float) two.getDouble(0), (float) two.getDouble(1), count));
    }
    return switch (part) {
      case FLOAT64 -> as(dtype, Ramps.doubles(first, second, count));
      case FLOAT32 -> as(dtype, Ramps.floats((float) first, (float) second, count));
      default ->
          throw new DTypeException(
              "a range of " + dtype + " cannot be computed; use one of <f8 or <i8, and astype");
    };
  }

  private static NdView<?> as(DType dtype, NdView<?> items) {
    return items.dtype().equals(dtype) ? items : items.astype(dtype);
  }

  /// {@return evenly spaced numbers from `start` to `stop`, both included, `np.linspace(start,
  /// stop, count)`}
  ///
  /// @param start the first number
  /// @param stop the last number, unless `count` is 1
  /// @param count the number of elements
  /// @throws IllegalArgumentException if `count < 0`
  public static DoubleView linspace(double start, double stop, long count) {
    return linspace(DType.FLOAT64, start, stop, count, true).as(DoubleView.class);
  }

  /// {@return evenly spaced numbers as elements of a dtype, `np.linspace(start, stop, count,
  /// endpoint, dtype=dtype)`} The numbers are computed as `f8` and converted; for integer dtypes
  /// they are rounded down first.
  ///
  /// @param dtype a dtype to which doubles can be converted
  /// @param start the first number
  /// @param stop the last number, or the exclusive end
  /// @param count the number of elements
  /// @param endpoint whether `stop` is the last number
  /// @throws IllegalArgumentException if `count < 0`
  /// @throws DTypeException if doubles cannot be converted to the dtype
  public static NdView<?> linspace(
      DType dtype, double start, double stop, long count, boolean endpoint) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "the number of elements must not be negative, found " + count);
    }
    double span = stop - start;
    long steps = endpoint ? count - 1 : count;
    double step = span / steps;
    DoubleView line = Ramps.doubles(0, 1, count);
    if (steps <= 0) {
      line.times(span, line);
    } else if (step == 0) {
      line.dividedBy((double) steps, line);
      line.times(span, line);
    } else {
      line.times(step, line);
    }
    line.plus(start, line);
    if (endpoint && count > 1) {
      line.set(count - 1, stop);
    }
    // In NumPy, timedeltas are integers, and datetimes are not.
    boolean isDate = dtype instanceof TimeType time && time.kind() == TimeType.Kind.DATETIME;
    if (isInteger(dtype) && !isDate) {
      line.map(Unary.FLOOR, line);
    }
    return as(dtype, line);
  }

  /// {@return the powers of a base with evenly spaced exponents, `np.logspace(start, stop, count,
  /// base=base)`} As with [Binary#POWER], results may differ from NumPy's in the last place.
  ///
  /// @param start the first exponent
  /// @param stop the last exponent, unless `count` is 1
  /// @param count the number of elements
  /// @param base the base of the powers
  /// @throws IllegalArgumentException if `count < 0`
  public static DoubleView logspace(double start, double stop, long count, double base) {
    return raised(base, linspace(start, stop, count));
  }

  private static DoubleView raised(double base, DoubleView exponents) {
    return NdView.of(new double[] {base}).combine(Binary.POWER, exponents).as(DoubleView.class);
  }

  /// {@return numbers from `start` to `stop`, both included, with a constant ratio between
  /// neighbours, `np.geomspace(start, stop, count)`} All numbers except the first and the last may
  /// differ from NumPy's in the last places.
  ///
  /// @param start the first number
  /// @param stop the last number, unless `count` is 1
  /// @param count the number of elements
  /// @throws IllegalArgumentException if `count < 0`, one of the ends is 0 or NaN, or the ends have
  ///   different signs (where NumPy's result is NaN)
  public static DoubleView geomspace(double start, double stop, long count) {
    if (!(start * Math.signum(stop) > 0)) {
      throw new IllegalArgumentException(
          "a geometric sequence does not lead from " + start + " to " + stop);
    }
    double sign = Math.signum(start);
    DoubleView line = logspace(Math.log10(sign * start), Math.log10(sign * stop), count, 10);
    line.times(sign, line);
    if (count > 0) {
      line.set(0, start);
    }
    if (count > 1) {
      line.set(count - 1, stop);
    }
    return line;
  }

  // ---- matrices

  /// {@return a new square matrix with ones on the main diagonal and zeros elsewhere, `np.eye(n)`,
  /// `np.identity(n)`}
  ///
  /// @param dtype the dtype of the elements
  /// @param size the number of rows and of columns
  /// @throws IllegalArgumentException if the size is negative
  /// @throws DTypeException if the dtype holds Python objects
  public static NdView<?> eye(DType dtype, long size) {
    return eye(dtype, size, size, 0);
  }

  /// {@return a new matrix with ones on a diagonal and zeros elsewhere, `np.eye(rows, columns, k)`}
  ///
  /// @param dtype the dtype of the elements
  /// @param rows the number of rows
  /// @param columns the number of columns
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @throws IllegalArgumentException if a size is negative
  /// @throws DTypeException if the dtype holds Python objects
  public static NdView<?> eye(DType dtype, long rows, long columns, long k) {
    NdView<?> eye = NdView.zeros(dtype, rows, columns);
    ViewItems.fill(eye.diagonal(k, 0, 1), 1L);
    return eye;
  }

  /// {@return a new square matrix with the elements of a vector on a diagonal and zeros elsewhere,
  /// `np.diag(vector, k)`} For the diagonal of a matrix see [NdView#diagonal].
  ///
  /// @param vector a view of rank 1
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @param <V> the array's class
  /// @throws IllegalArgumentException if the rank is not 1
  public static <V extends NdView<V>> V diag(NdView<V> vector, long k) {
    requireRank(vector, 1);
    long size = ViewItems.sum(vector.size(0), Math.abs(Math.max(k, -Long.MAX_VALUE)));
    V matrix = vector.emptyLike(Shape.of(size, size), Order.C);
    ViewItems.clear(matrix);
    vector.copyTo(matrix.diagonal(k, 0, 1));
    return matrix;
  }

  private static void requireRank(NdView<?> view, int rank) {
    if (view.rank() != rank) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": an array of rank "
              + rank
              + " is needed, found shape "
              + view.shape());
    }
  }

  /// {@return a new matrix with ones at and below a diagonal and zeros above it, `np.tri(rows,
  /// columns, k)`}
  ///
  /// @param dtype a dtype to which booleans can be converted
  /// @param rows the number of rows
  /// @param columns the number of columns
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @throws IllegalArgumentException if a size is negative
  /// @throws DTypeException if booleans cannot be converted to the dtype
  public static NdView<?> tri(DType dtype, long rows, long columns, long k) {
    var _ = Shape.of(rows, columns);
    return as(dtype, triangle(0, rows, columns, k));
  }

  /// Returns a mask of the elements at and below a diagonal, for the rows `first` to `end - 1` of a
  /// matrix.
  private static ByteView triangle(long first, long end, long columns, long k) {
    // Beyond the corners, all diagonals are equivalent.
    long shift = Math.clamp(k, -end, columns);
    return arange(first, end, 1)
        .newAxis(1)
        .compare(Comparison.GREATER_EQUAL, arange(-shift, columns - shift, 1));
  }

  /// {@return a new array in which the matrices of the last two axes have zeros above a diagonal,
  /// `np.tril(a, k)`, in C order and little-endian}
  ///
  /// @param matrices an array of rank 2 or more
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @throws IllegalArgumentException if the rank is less than 2
  /// @throws DTypeException if the elements are or hold Python objects
  public static NdView<?> tril(NdView<?> matrices, long k) {
    NdView<?> result = emptyLike(matrices);
    tril(matrices, k, result);
    return result;
  }

  /// Stores the lower triangles of the matrices in the last two axes in a target, with zeros above
  /// the diagonal, see [#tril(NdView, long)].
  ///
  /// @param matrices an array of rank 2 or more
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @param target a view of the same shape, and of a dtype to which the elements can be cast by
  ///   same-kind casting; may be the array itself
  public static void tril(NdView<?> matrices, long k, NdView<?> target) {
    half(matrices, k, true, target);
  }

  /// {@return a new array in which the matrices of the last two axes have zeros below a diagonal,
  /// `np.triu(a, k)`, in C order and little-endian}
  ///
  /// @param matrices an array of rank 2 or more
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @throws IllegalArgumentException if the rank is less than 2
  /// @throws DTypeException if the elements are or hold Python objects
  public static NdView<?> triu(NdView<?> matrices, long k) {
    NdView<?> result = emptyLike(matrices);
    triu(matrices, k, result);
    return result;
  }

  /// Stores the upper triangles of the matrices in the last two axes in a target, with zeros below
  /// the diagonal, see [#triu(NdView, long)].
  ///
  /// @param matrices an array of rank 2 or more
  /// @param k the diagonal: 0 is the main diagonal, positive numbers are diagonals above it,
  ///   negative numbers below it
  /// @param target as for [#tril(NdView, long, NdView)]
  public static void triu(NdView<?> matrices, long k, NdView<?> target) {
    half(matrices, Math.max(k, -Long.MAX_VALUE) - 1, false, target);
  }

  private static NdView<?> emptyLike(NdView<?> view) {
    requireMatrices(view);
    return ViewItems.emptyLike(view, DType.canonical(view.dtype()), view.shape(), Order.C);
  }

  private static void requireMatrices(NdView<?> view) {
    if (view.rank() < 2) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": an array of rank 2 at least is needed, found shape "
              + view.shape());
    }
  }

  /// Stores the triangles of matrices on one side of a diagonal, and zeros on the other side. Rows
  /// are processed in blocks, so that the masks are small.
  ///
  /// @param lower true: keep the elements at and below the diagonal; false: keep the elements above
  ///   it
  private static void half(NdView<?> matrices, long k, boolean lower, NdView<?> target) {
    requireMatrices(matrices);
    int rank = matrices.rank();
    ViewItems.requireShape(target, matrices.shape());
    long rows = matrices.size(rank - 2);
    long columns = matrices.size(rank - 1);
    NdView<?> source = ViewItems.apartOrSame(matrices, target);
    NdView<?> zero = NdView.zeros(matrices.dtype());
    long block = Math.max(1, (1 << 20) / Math.max(1, columns));
    for (long first = 0; first < rows; first += block) {
      long end = Math.min(rows, first + block);
      ByteView stays = triangle(first, end, columns, k);
      if (!lower) {
        stays = stays.map(Unary.INVERTED).as(ByteView.class);
      }
      source.slice(-2, first, end).where(stays, zero, target.slice(-2, first, end));
    }
  }

  /// {@return a new matrix of the powers of the elements of a vector, `np.vander(vector, columns,
  /// increasing)`}
  ///
  /// @param vector numbers, of rank 1
  /// @param columns the number of powers
  /// @param increasing whether powers increase from left to right
  /// @throws IllegalArgumentException if the rank is not 1 or `columns < 0`
  /// @throws DTypeException if the elements are not numbers, or are long doubles, which arithmetic
  ///   does not support
  public static NdView<?> vander(NdView<?> vector, long columns, boolean increasing) {
    requireRank(vector, 1);
    if (!(vector.dtype() instanceof ScalarType scalar)) {
      throw new DTypeException(
          vector.backing().name() + ": elements of " + vector.dtype() + " have no powers");
    }
    DType dtype =
        new ScalarType(Promotion.of(scalar.kind(), ScalarKind.INT64), ByteOrder.LITTLE_ENDIAN);
    NdView<?> powers =
        ViewItems.emptyLike(vector, dtype, Shape.of(vector.size(0), columns), Order.C);
    NdView<?> ascending = increasing ? powers : powers.flip(1);
    for (long k = 0; k < columns; k++) {
      switch ((int) Math.min(k, 2)) {
        case 0 -> ViewItems.fill(ascending.index(1, 0), 1L);
        case 1 -> vector.copyTo(ascending.index(1, 1), Casting.SAFE);
        default -> ascending.index(1, k - 1).times(vector, ascending.index(1, k));
      }
    }
    return powers;
  }

  // ---- grids

  /// {@return views that broadcast to a grid: the elements of vector i run along axis i, all other
  /// axes have length 1; `np.ix_`, `np.ogrid`, `np.meshgrid(…, indexing='ij', sparse=True)`}
  ///
  /// @param vectors one vector for each axis; arrays of other ranks are flattened in C order
  /// @throws IllegalArgumentException if an array that must be flattened has elements that are not
  ///   equally spaced, see [NdView#flatten]
  public static List<NdView<?>> openGrid(List<? extends NdView<?>> vectors) {
    return IntStream.range(0, vectors.size())
        .<NdView<?>>mapToObj(axis -> along(vectors.get(axis), axis, vectors.size()))
        .toList();
  }

  private static NdView<?> along(NdView<?> vector, int axis, int rank) {
    long[] sizes = new long[rank];
    Arrays.fill(sizes, 1);
    sizes[axis] = vector.itemCount();
    return vector.flatten(Order.C).reshape(sizes);
  }

  /// {@return for each vector a view of a grid in which the elements of vector i run along axis i,
  /// `np.meshgrid(…, indexing='ij', copy=False)`} The views are read-only, because elements repeat;
  /// `copy()` returns writable arrays.
  ///
  /// @param vectors one vector for each axis, see [#openGrid]
  /// @throws IllegalArgumentException as [#openGrid]
  public static List<NdView<?>> matrixGrid(List<? extends NdView<?>> vectors) {
    return Manipulation.broadcast(openGrid(vectors));
  }

  /// {@return the views of [#matrixGrid] with the first two axes exchanged: the elements of the
  /// first vector run along the rows, `np.meshgrid(…, copy=False)`}
  ///
  /// @param vectors see [#openGrid]
  /// @throws IllegalArgumentException as [#openGrid]
  public static List<NdView<?>> meshgrid(List<? extends NdView<?>> vectors) {
    List<NdView<?>> grids = matrixGrid(vectors);
    return grids.size() < 2
        ? grids
        : grids.stream().<NdView<?>>map(grid -> grid.swapAxes(0, 1)).toList();
  }

  /// {@return a new array of the indices of a grid: element `(k, i, j, …)` is the k-th of `i, j,
  /// …`, `np.indices`}
  ///
  /// @param sizes the lengths of the axes
  /// @throws IllegalArgumentException if a size is negative
  public static LongView indices(long... sizes) {
    long[] all = new long[sizes.length + 1];
    all[0] = sizes.length;
    System.arraycopy(sizes, 0, all, 1, sizes.length);
    LongView indices = NdView.zeros(DType.INT64, all).as(LongView.class);
    for (int axis = 0; axis < sizes.length; axis++) {
      LongView along = indices.index(0, axis);
      along.copyFrom(along(arange(sizes[axis]), axis, sizes.length).broadcastTo(along.shape()));
    }
    return indices;
  }
}
