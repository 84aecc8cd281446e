package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Many items brought down to few, along axes: sums, extremes, moments, counts. Of dtypes,
/// rounding, NaN and threads, what [ViewReductions] says holds here, too.
///
/// And how the items add up on the way: cumulative sums, which need the memory of some blocks, and
/// have the same bits for every number of threads, layout and place of the memory.
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
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> sum(int axis, int... more) {
    return along(Reduction.SUM, axis, more);
  }

  /// Means along axes, `np.mean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> mean(int axis, int... more) {
    return along(Reduction.MEAN, axis, more);
  }

  /// Variances along axes, `np.var(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> var(int ddof, int axis, int... more) {
    return along(Reduction.var(ddof), axis, more);
  }

  /// Standard deviations along axes, `np.std(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> std(int ddof, int axis, int... more) {
    return along(Reduction.std(ddof), axis, more);
  }

  /// The smallest along axes, `np.min(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> min(int axis, int... more) {
    return along(Reduction.MIN, axis, more);
  }

  /// The largest along axes, `np.max(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> max(int axis, int... more) {
    return along(Reduction.MAX, axis, more);
  }

  /// Where the first smallest are along an axis, `np.argmin(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> argMin(int axis) {
    return reduce(Reduction.ARG_MIN, axis);
  }

  /// Where the first largest are along an axis, `np.argmax(axis=…)`, see [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> argMax(int axis) {
    return reduce(Reduction.ARG_MAX, axis);
  }

  /// Sums of what is not NaN along axes, `np.nansum(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanSum(int axis, int... more) {
    return along(Reduction.NAN_SUM, axis, more);
  }

  /// Means of what is not NaN along axes, `np.nanmean(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMean(int axis, int... more) {
    return along(Reduction.NAN_MEAN, axis, more);
  }

  /// Variances of what is not NaN along axes, `np.nanvar(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanVar(int ddof, int axis, int... more) {
    return along(Reduction.nanVar(ddof), axis, more);
  }

  /// Standard deviations of what is not NaN along axes, `np.nanstd(axis=…)`, see [#reduce].
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanStd(int ddof, int axis, int... more) {
    return along(Reduction.nanStd(ddof), axis, more);
  }

  /// The smallest of what is not NaN along axes, `np.nanmin(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMin(int axis, int... more) {
    return along(Reduction.NAN_MIN, axis, more);
  }

  /// The largest of what is not NaN along axes, `np.nanmax(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice, or a result has no items
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMax(int axis, int... more) {
    return along(Reduction.NAN_MAX, axis, more);
  }

  /// Where the first smallest of what is not NaN are along an axis, `np.nanargmin(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it, or all of a result are NaN
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanArgMin(int axis) {
    return reduce(Reduction.NAN_ARG_MIN, axis);
  }

  /// Where the first largest of what is not NaN are along an axis, `np.nanargmax(axis=…)`, see
  /// [#reduce].
  ///
  /// @param axis the axis that disappears, negative ones counted from the end
  /// @return a new array in memory of the axes that are left, of positions along the axis
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if there are no items along it, or all of a result are NaN
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanArgMax(int axis) {
    return reduce(Reduction.NAN_ARG_MAX, axis);
  }

  /// Whether an item is not zero along axes, `np.any(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> any(int axis, int... more) {
    return along(Reduction.ANY, axis, more);
  }

  /// Whether no item is zero along axes, `np.all(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> all(int axis, int... more) {
    return along(Reduction.ALL, axis, more);
  }

  /// How many items are not zero along axes, `np.count_nonzero(axis=…)`, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> countNonZero(int axis, int... more) {
    return along(Reduction.COUNT_NONZERO, axis, more);
  }

  /// How many items are neither NaN nor `NaT` along axes, see [#reduce].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> count(int axis, int... more) {
    return along(Reduction.COUNT, axis, more);
  }

  // ---- cumulative sums

  /// The sums of all items up to each, in C order, `np.cumsum(a)`.
  ///
  /// @return a new array with one axis, little-endian: `i8` of booleans and signed integers, `u8`
  ///   of unsigned ones, both wrapping, else of the items' dtype, `m8` in its unit
  /// @throws DTypeException if the items are no numbers and no spans of time; points of time (`M8`)
  ///   cannot be added, as in NumPy
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> cumSum() {
    NdView<?> sums = Fresh.view(Accumulation.dtype(self()), Shape.of(itemCount()), Order.C);
    Accumulation.flat(self(), sums);
    return sums;
  }

  /// The sums of all items up to each, in C order, into a target: `np.cumsum(a, out=target)`, as
  /// [#cumSum(int, NdView)]. One thread computes them.
  ///
  /// @param target with one axis, as long as there are items
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException as [#cumSum(int, NdView)]
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted; some sums are
  ///   written then
  public final void cumSum(NdView<?> target) {
    Accumulation.flat(self(), target);
  }

  /// The sums up to each item along an axis, `np.cumsum(a, axis)`.
  ///
  /// @param axis along which to add up, negative ones counted from the end
  /// @return a new array of the same shape in C order, of the dtype of [#cumSum()]
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are no numbers and no spans of time
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> cumSum(int axis) {
    int at = along(axis);
    NdView<?> sums = Fresh.view(Accumulation.dtype(self()), shape(), Order.C);
    Accumulation.along(self(), at, sums);
    return sums;
  }

  /// The sums up to each item along an axis into a target, `np.cumsum(a, axis, out=target)`, in
  /// bounded memory.
  ///
  /// Items are added up one after the other in what their dtype and the target's have in common
  /// (`numpy.result_type`), each sum rounded to it (`f2` too; long doubles to 64 bits of
  /// significand, as x86-64 does), and the sums then converted to the target's dtype, as NumPy
  /// does. Integers wrap in the target's bits, `u8` in signed ones too, which NumPy adds up as
  /// doubles; booleans in booleans are true from the first true one on. The first sum is the first
  /// item, so that negative zeros stay. A NaN makes all sums after it NaN, always the same one; a
  /// `NaT` makes them `NaT`.
  ///
  /// @param axis along which to add up, negative ones counted from the end
  /// @param target of the same shape, in any layout and byte order. It may be this view or share
  ///   its memory in any other way, which takes a copy of the items in memory unless they lie where
  ///   their sums go
  /// @throws IndexOutOfBoundsException if the axis is below `-rank()` or not below `rank()`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if one of the two has items that are neither numbers nor spans of time;
  ///   if numbers do not go into the target by same-kind casting, or the target of spans has not
  ///   their unit, where NumPy would convert them unasked
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted; some sums are
  ///   written then
  public final void cumSum(int axis, NdView<?> target) {
    Accumulation.along(self(), along(axis), target);
  }

  private int along(int axis) {
    return Axes.normal(axis, rank());
  }
}
