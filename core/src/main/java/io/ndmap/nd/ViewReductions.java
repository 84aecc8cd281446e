package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import java.lang.foreign.MemorySegment;

/// Many items brought down to one or, along axes, to few: sums, extremes, moments, counts.
///
/// All give what NumPy 2.4 gives, in its dtype ([Reduction] lists them), save for the rounding of
/// sums:
///
/// **Sums of floating-point numbers** are computed in double precision, in an order that depends on
/// the layout alone: of a view of fewer than 128 items that of their indices, else as they stand in
/// memory; chunks of 8192 in 512 lanes of sixteen, lanes added up in a tree, what does not fill a
/// quarter of a chunk in chunks of 128 in eight lanes, chunks with their rounding errors carried
/// along (Neumaier), parts of 65536 in a tree of pairs. The result has the same bits on every
/// machine, for every number of threads, for either byte order and wherever the memory is. With `u
/// = 2⁻⁵³` its error is at most `24 u Σ|x| + u |Σx|` for up to 2⁴⁰ items, however many there are;
/// NumPy's bound grows with the logarithm of the count, and along an axis of C order with the
/// count. Items of `f2` and `f4` are not rounded before the end, and a sum of long doubles is exact
/// before it is rounded once. A copy in another layout may differ in the last bits.
///
/// **Sums of integers** wrap in 64 bits, as NumPy's; [#sum()] and all means take the exact sum.
///
/// **Variances** are computed in one pass through memory: squared deviations of blocks of 2048 from
/// the block's mean, merged by Chan, Golub and LeVeque's formula, so that no large squares cancel.
/// Those of long doubles are as exact as of doubles.
///
/// **NaN**, where it is the result, is always the same one, `0x7ff8_0000_0000_0000` or what that is
/// in the result's dtype, whichever NaN was among the items.
///
/// **Threads and interrupts**: as [Execution] of the view says; the calling thread's interrupt ends
/// an operation of more than 65536 items with [OperationInterruptedException].
///
/// @param <V> the leaf itself
public abstract sealed class ViewReductions<V extends NdView<V>> extends ViewArithmetic<V>
    permits ViewDistributions {

  ViewReductions(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewReductions(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  // ---- all items: sums

  /// The sum of all items, `np.sum`, in double precision: floating-point items are not rounded to
  /// their own size, integers do not wrap.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double sum() {
    return sumOf(Reduction.SUM);
  }

  /// The mean of all items, `np.mean`, in double precision.
  ///
  /// @return the mean, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double mean() {
    return meanOf(Reduction.MEAN);
  }

  /// The population's variance of all items, `np.var`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double var() {
    return momentOf(Reduction.VAR);
  }

  /// The variance of all items, `np.var(ddof=…)`, in double precision.
  ///
  /// The first `int` is ddof and not an axis, unlike that of [NdView#sum(int, int...)]: `var(0)`
  /// takes all items.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN of nothing, NaN or infinite where the divisor is not above zero
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double var(int ddof) {
    return momentOf(Reduction.var(ddof));
  }

  /// The population's standard deviation of all items, `np.std`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double std() {
    return momentOf(Reduction.STD);
  }

  /// The standard deviation of all items, `np.std(ddof=…)`, in double precision.
  ///
  /// The first `int` is ddof and not an axis, unlike that of [NdView#sum(int, int...)]: `std(0)`
  /// takes all items.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN of nothing, NaN or infinite where the divisor is not above zero
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double std(int ddof) {
    return momentOf(Reduction.std(ddof));
  }

  /// Count, mean and variance of all items in one pass through memory, where `np.mean` and `np.std`
  /// take three. Of `f4` and `f2` its mean may differ from [#mean()] in the last bit.
  ///
  /// @return with the population's or any other variance
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Moments moments() {
    var _ = realKind();
    return ((MomentsFold) fold(Reduction.VAR)).moments();
  }

  // ---- all items: extremes

  /// The smallest item, `np.min`, as a double.
  ///
  /// @return the item, NaN if there is one; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double min() {
    return extremeOf(Reduction.MIN);
  }

  /// The smallest item, `np.min`, as an integer: of integers, booleans (0 and 1) and times (ticks).
  ///
  /// @return the item, exactly; of times `NaT` if there is one
  /// @throws ArithmeticException if it exceeds 64 signed bits
  /// @throws DTypeException if the items are neither integers, booleans nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long minLong() {
    return wholeExtremeOf(Reduction.MIN);
  }

  /// The largest item, `np.max`, as a double.
  ///
  /// @return the item, NaN if there is one; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double max() {
    return extremeOf(Reduction.MAX);
  }

  /// The largest item, `np.max`, as an integer: of integers, booleans (0 and 1) and times (ticks).
  ///
  /// @return the item, exactly; of times `NaT` if there is one
  /// @throws ArithmeticException if it exceeds 64 signed bits
  /// @throws DTypeException if the items are neither integers, booleans nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long maxLong() {
    return wholeExtremeOf(Reduction.MAX);
  }

  /// Where the first smallest item is, `np.argmin`, or the first NaN or `NaT` if there is one.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long argMin() {
    return placeOf(Reduction.ARG_MIN);
  }

  /// Where the first largest item is, `np.argmax`, or the first NaN or `NaT` if there is one.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long argMax() {
    return placeOf(Reduction.ARG_MAX);
  }

  /// The sum of integers or booleans in 64 bits, wrapping as `np.sum` does, of unsigned integers as
  /// the bits of a `u8`; of timedeltas their ticks, `NaT` if there is one.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are neither integers, booleans nor timedeltas
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long sumLong() {
    return wholeSum();
  }

  /// The sum of what is not NaN, `np.nansum`, in double precision: floating-point items are not
  /// rounded to their own size, integers do not wrap.
  ///
  /// @return the sum, 0 of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanSum() {
    return sumOf(Reduction.NAN_SUM);
  }

  /// The mean of what is not NaN, `np.nanmean`, in double precision.
  ///
  /// @return the mean, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMean() {
    return meanOf(Reduction.NAN_MEAN);
  }

  /// The population's variance of what is not NaN, `np.nanvar`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanVar() {
    return momentOf(Reduction.NAN_VAR);
  }

  /// The variance of what is not NaN, `np.nanvar(ddof=…)`, in double precision.
  ///
  /// The first `int` is ddof and not an axis, unlike that of [NdView#sum(int, int...)]: `nanVar(0)`
  /// takes all items.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN of nothing, NaN or infinite where the divisor is not above zero
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanVar(int ddof) {
    return momentOf(Reduction.nanVar(ddof));
  }

  /// The population's standard deviation of what is not NaN, `np.nanstd`, in double precision.
  ///
  /// @return NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanStd() {
    return momentOf(Reduction.NAN_STD);
  }

  /// The standard deviation of what is not NaN, `np.nanstd(ddof=…)`, in double precision.
  ///
  /// The first `int` is ddof and not an axis, unlike that of [NdView#sum(int, int...)]: `nanStd(0)`
  /// takes all items.
  ///
  /// @param ddof subtracted from the count that is divided by
  /// @return NaN of nothing, NaN or infinite where the divisor is not above zero
  /// @throws DTypeException if the items are not real numbers
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanStd(int ddof) {
    return momentOf(Reduction.nanStd(ddof));
  }

  /// The smallest item that is not NaN, `np.nanmin`, as a double.
  ///
  /// @return the item, NaN if all are; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMin() {
    return extremeOf(Reduction.NAN_MIN);
  }

  /// The largest item that is not NaN, `np.nanmax`, as a double.
  ///
  /// @return the item, NaN if all are; rounded to nearest where a double cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are no items
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMax() {
    return extremeOf(Reduction.NAN_MAX);
  }

  /// Where the first smallest item that is not NaN is, `np.nanargmin`.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long nanArgMin() {
    return placeOf(Reduction.NAN_ARG_MIN);
  }

  /// Where the first largest item that is not NaN is, `np.nanargmax`.
  ///
  /// @return its place in C order, from 0 to `itemCount() - 1`
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws IllegalArgumentException if there are no items, or all are NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long nanArgMax() {
    return placeOf(Reduction.NAN_ARG_MAX);
  }

  // ---- all items: counts

  /// Whether an item is not zero, `np.any`; NaN and `NaT` are not.
  ///
  /// @return false of nothing
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final boolean any() {
    return countOf(Reduction.ANY) != 0;
  }

  /// Whether no item is zero, `np.all`; NaN and `NaT` are not.
  ///
  /// @return true of nothing
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final boolean all() {
    return countOf(Reduction.ALL) != 0;
  }

  /// How many items are neither NaN nor `NaT`.
  ///
  /// @return the count
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long count() {
    return countOf(Reduction.COUNT);
  }

  /// How many items are not zero, `np.count_nonzero`.
  ///
  /// @return the count
  /// @throws DTypeException if the items are neither real nor complex numbers nor times
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final long countNonZero() {
    return countOf(Reduction.COUNT_NONZERO);
  }

  // ---- from a fold to a number

  private Fold fold(Reduction op) {
    NdView<?> view = self();
    return WholeReduction.of(view, () -> Folds.of(view, op));
  }

  /// @throws DTypeException if the items are not real numbers
  final ScalarKind realKind() {
    if (dtype instanceof ScalarType scalar && !scalar.kind().isComplex()) {
      return scalar.kind();
    }
    throw notA("a real number");
  }

  private double sumOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).sum());
  }

  private double meanOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((Summed) fold(op)).mean());
  }

  private long wholeSum() {
    var _ = Folds.result(self(), Reduction.SUM);
    if (dtype instanceof ScalarType scalar
        && !scalar.kind().isInteger()
        && scalar.kind() != ScalarKind.BOOL) {
      throw notA("an integer");
    }
    return ((IntegerSumFold) fold(Reduction.SUM)).wrapped();
  }

  private double momentOf(Reduction op) {
    var _ = realKind();
    return CanonicalNaN.of(((MomentsFold) fold(op)).result(op));
  }

  private double extremeOf(Reduction op) {
    ScalarKind kind = realKind();
    AxisReduction.requireItems(self(), op);
    return CanonicalNaN.of(
        switch (fold(op)) {
          case ExtremeFold extreme -> ScalarBits.toDouble(kind, extreme.bits(op));
          case ItemFold items -> items.longDouble();
          default -> throw new AssertionError(kind);
        });
  }

  private long wholeExtremeOf(Reduction op) {
    AxisReduction.requireItems(self(), op);
    if (dtype instanceof TimeType) {
      return ((ExtremeFold) fold(op)).bits(op);
    }
    ScalarKind kind = realKind();
    if (kind.isFloat()) {
      throw notA("an integer");
    }
    return ScalarBits.toLong(kind, ((ExtremeFold) fold(op)).bits(op));
  }

  private long placeOf(Reduction op) {
    var _ = Folds.result(self(), op);
    AxisReduction.requireItems(self(), op);
    return Indexed.require(((Indexed) fold(op)).index(), op);
  }

  private long countOf(Reduction op) {
    var _ = Folds.result(self(), op);
    return switch (fold(op)) {
      case CountFold counts -> counts.answer(op);
      case ItemFold items -> items.answer(op);
      default -> throw new AssertionError(dtype);
    };
  }

  // ---- along axes, any reduction

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
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return reduce(op, axes);
  }

  // ---- along axes, each by its name

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
}
