package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Weighted averages, `np.average(a, axis, weights, returned=True)`. For unweighted averages see
/// [NdView#mean(int, int...)].
///
/// @param average the averages, in the shape of a reduction's result
/// @param weights the sums of the weights, of the same shape and dtype
public record Average(NdView<?> average, NdView<?> weights) {

  /// {@return the averages along axes, or of all elements}
  ///
  /// Products and sums are computed in two passes and in bounded memory, in the common dtype of
  /// both arrays; if the array has integers or booleans, this dtype is `f8` or wider. Sums are
  /// computed as by [NdView#sum(int, int...)].
  ///
  /// @param array numbers, but no long doubles
  /// @param weights numbers; their shape is that of the array, or consists of the lengths of the
  ///   array's axes `axes`, in this order
  /// @param axes the axes, all of them if there are none
  /// @throws IllegalArgumentException if the weights have another shape, or an axis is repeated
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws ArithmeticException if weights sum to 0
  /// @throws DTypeException if elements are long doubles or not numbers
  public static Average of(NdView<?> array, NdView<?> weights, int... axes) {
    NdView<?> factors = along(array, weights, axes);
    DType dtype = dtype(array, weights);
    NdView<?> items = array.on(array.execution().withoutAllocator());
    Expression scaled = Expression.of(factors.on(items.execution())).astype(dtype);
    NdView<?> scale = scaled.reduce(Reduction.SUM, axes);
    if (!scale.all()) {
      throw new ArithmeticException(
          weights.backing().name() + ": the weights sum to zero, so there is no average");
    }
    NdView<?> sums = Expression.of(items).astype(dtype).times(scaled).reduce(Reduction.SUM, axes);
    NdView<?> all = scale.broadcastTo(sums.shape());
    NdView<?> average = ViewItems.emptyLike(array, sums.dtype(), sums.shape(), Order.C);
    sums.combine(Binary.DIVIDED_BY, all, average);
    return new Average(average, all.isReadOnly() ? all.copy() : all);
  }

  private static DType dtype(NdView<?> array, NdView<?> weights) {
    ScalarKind items = kind(array);
    ScalarKind common = Promotion.of(items, kind(weights));
    boolean integers = items.isInteger() || items == ScalarKind.BOOL;
    return new ScalarType(
        integers ? Promotion.of(common, ScalarKind.FLOAT64) : common, ByteOrder.LITTLE_ENDIAN);
  }

  private static ScalarKind kind(NdView<?> view) {
    if (view.dtype() instanceof ScalarType scalar) {
      return scalar.kind();
    }
    throw new DTypeException(
        view.backing().name() + ": elements of " + view.dtype() + " have no average");
  }

  /// Transposes the weights into the order of the array's axes, and adds an axis of length 1 for
  /// each axis of the array that the weights lack.
  private static NdView<?> along(NdView<?> array, NdView<?> weights, int... axes) {
    if (weights.shape().equals(array.shape())) {
      return weights;
    }
    int[] chosen = Arrays.stream(axes).map(array.shape()::axis).toArray();
    Shape expected = Shape.of(Arrays.stream(chosen).mapToLong(array::size).toArray());
    if (axes.length == 0
        || Arrays.stream(chosen).distinct().count() < chosen.length
        || !weights.shape().equals(expected)) {
      throw new IllegalArgumentException(
          "weights of shape %s do not match an array of shape %s along axes %s"
              .formatted(weights.shape(), array.shape(), Arrays.toString(axes)));
    }
    NdView<?> view =
        weights.transpose(
            IntStream.range(0, chosen.length)
                .boxed()
                .sorted(Comparator.comparingInt(k -> chosen[k]))
                .mapToInt(Integer::intValue)
                .toArray());
    for (int axis = 0; axis < array.rank(); axis++) {
      int at = axis;
      if (Arrays.stream(chosen).noneMatch(k -> k == at)) {
        view = view.newAxis(axis);
      }
    }
    return view;
  }
}
