package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Many items brought down to few, along axes: sums, extremes, moments, counts. Of dtypes,
/// rounding, NaN and threads, what [ViewReductions] says holds here, too.
///
/// @param <V> the leaf itself
public abstract sealed class ViewAxisReductions<V extends NdView<V>> extends ViewReductions<V>
    permits ViewDistributions {

  ViewAxisReductions(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewAxisReductions(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  // ---- any reduction

  /// Brings the items down along some axes, or all of them.
  ///
  /// @param op what is computed
  /// @param axes which axes disappear, negative ones counted from the end; all of them if none is
  ///   given
  /// @return a new array in memory of the axes that are left, in C order, of NumPy's dtype
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, if the place of an extreme is
  ///   looked for along several but not all axes, if an extreme is looked for among no items, or
  ///   its place among items that are all NaN and to be ignored
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> reduce(Reduction op, int... axes) {
    return AxisReduction.of(self(), op, axes);
  }

  private NdView<?> along(Reduction op, int axis, int... more) {
    return reduce(op, IntStream.concat(IntStream.of(axis), Arrays.stream(more)).toArray());
  }

  // ---- each by its name

  /// Sums along axes, `np.sum(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> sum(int axis, int... more) {
    return along(Reduction.SUM, axis, more);
  }

  /// Means along axes, `np.mean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> mean(int axis, int... more) {
    return along(Reduction.MEAN, axis, more);
  }

  /// Variances along axes, `np.var(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> var(int ddof, int axis, int... more) {
    return along(Reduction.var(ddof), axis, more);
  }

  /// Standard deviations along axes, `np.std(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> std(int ddof, int axis, int... more) {
    return along(Reduction.std(ddof), axis, more);
  }

  /// The smallest along axes, `np.min(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> min(int axis, int... more) {
    return along(Reduction.MIN, axis, more);
  }

  /// The largest along axes, `np.max(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> max(int axis, int... more) {
    return along(Reduction.MAX, axis, more);
  }

  /// Where the first smallest are along an axis, `np.argmin(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> argMin(int axis) {
    return reduce(Reduction.ARG_MIN, axis);
  }

  /// Where the first largest are along an axis, `np.argmax(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> argMax(int axis) {
    return reduce(Reduction.ARG_MAX, axis);
  }

  /// Sums of what is not NaN along axes, `np.nansum(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanSum(int axis, int... more) {
    return along(Reduction.NAN_SUM, axis, more);
  }

  /// Means of what is not NaN along axes, `np.nanmean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanMean(int axis, int... more) {
    return along(Reduction.NAN_MEAN, axis, more);
  }

  /// Variances of what is not NaN along axes, `np.nanvar(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanVar(int ddof, int axis, int... more) {
    return along(Reduction.nanVar(ddof), axis, more);
  }

  /// Standard deviations of what is not NaN along axes, `np.nanstd(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanStd(int ddof, int axis, int... more) {
    return along(Reduction.nanStd(ddof), axis, more);
  }

  /// The smallest of what is not NaN along axes, `np.nanmin(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanMin(int axis, int... more) {
    return along(Reduction.NAN_MIN, axis, more);
  }

  /// The largest of what is not NaN along axes, `np.nanmax(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanMax(int axis, int... more) {
    return along(Reduction.NAN_MAX, axis, more);
  }

  /// Where the first smallest of what is not NaN are along an axis, `np.nanargmin(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanArgMin(int axis) {
    return reduce(Reduction.NAN_ARG_MIN, axis);
  }

  /// Where the first largest of what is not NaN are along an axis, `np.nanargmax(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> nanArgMax(int axis) {
    return reduce(Reduction.NAN_ARG_MAX, axis);
  }

  /// Whether an item is not zero along axes, `np.any(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> any(int axis, int... more) {
    return along(Reduction.ANY, axis, more);
  }

  /// Whether no item is zero along axes, `np.all(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> all(int axis, int... more) {
    return along(Reduction.ALL, axis, more);
  }

  /// How many items are not zero along axes, `np.count_nonzero(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> countNonZero(int axis, int... more) {
    return along(Reduction.COUNT_NONZERO, axis, more);
  }

  /// How many items are neither NaN nor `NaT` along axes, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws RuntimeException as [#reduce]
  public final NdView<?> count(int axis, int... more) {
    return along(Reduction.COUNT, axis, more);
  }
}
