package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;

/// How the numbers of a view are distributed: histograms and quantiles, in memory that does not
/// grow with the file. And how they add up on the way: cumulative sums, which need the memory of
/// some blocks.
///
/// **Memory**: a histogram needs 8 bytes for each bin and thread; quantiles at most 8 MiB for each
/// thread, and 9 more, for up to 32768 of them; along axes as much, and their results. **Results**
/// have the same bits for every number of threads, layout and place of the memory; where NaN is the
/// result, it is always the same one. **Interrupts**: as [ViewReductions].
///
/// @param <V> the leaf itself
public abstract sealed class ViewDistributions<V extends NdView<V>> extends ViewReductions<V>
    permits ViewSelection {

  ViewDistributions(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewDistributions(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  // ---- histograms

  /// Counts all items in bins of equal width from the smallest to the largest one, `np.histogram(a,
  /// bins)`, which takes two passes.
  ///
  /// Edges and counts are NumPy's bit by bit, but for the sign of an edge at zero where the items
  /// are zeros of both signs: of `f2` and `f4` all is computed in that dtype, of integers and
  /// booleans (0 and 1) the edges are doubles, and a number near an edge is put where the edges
  /// say. Where all items are one, the bins reach half a unit to either side; without items, from 0
  /// to 1. Long doubles count as their nearest doubles.
  ///
  /// @param bins how many bins
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `bins < 1`; if an item is NaN or infinite; if their range
  ///   exceeds what its dtype holds, where NumPy's edges are NaN; if the edges of so many bins do
  ///   not all differ
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(int bins) {
    return Histograms.of(self(), realKind(), bins, false);
  }

  /// The same for the items that are not NaN, which NumPy has no function for:
  /// `np.histogram(a[~np.isnan(a)], bins)`.
  ///
  /// @param bins how many bins
  /// @return the counts, those of NaN apart
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException as [#histogram(int)], but for NaN
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram nanHistogram(int bins) {
    return Histograms.of(self(), realKind(), bins, true);
  }

  /// Counts the items in bins of equal width within a range, `np.histogram(a, bins, (low, high))`,
  /// in one pass. NaN is in no bin.
  ///
  /// Edges and counts are NumPy's bit by bit for a range of Python's numbers: edges are computed in
  /// double precision and then rounded to `f2` or `f4` where the items are. Where an item's
  /// distance from `low` exceeds its dtype, which makes NumPy fail, it is taken as a double.
  ///
  /// @param bins how many bins
  /// @param low where the first bin begins
  /// @param high where the last bin ends; if it is `low`, the bins reach half a unit to either side
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `bins < 1`, `low > high`, one of the two is not finite, or
  ///   their distance is not; if the edges of so many bins do not all differ
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(int bins, double low, double high) {
    return Histograms.of(self(), realKind(), bins, low, high);
  }

  /// Counts the items in bins between edges, `np.histogram(a, edges)`, in one pass. NaN is in no
  /// bin.
  ///
  /// @param edges two at least, each not below the one before it; infinite ones are allowed
  /// @return the counts
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if there are fewer than two edges, or one is NaN or below the
  ///   one before it
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final Histogram histogram(double[] edges) {
    return Histograms.of(self(), realKind(), edges);
  }

  // ---- quantiles

  /// A quantile of all items, `np.quantile(a, q)`: as [#quantile(QuantileMethod, double)] by
  /// [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @return the quantile, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double quantile(double q) {
    return quantile(QuantileMethod.LINEAR, q);
  }

  /// Quantiles of all items, `np.quantile(a, [q, …])`: as [#quantile(QuantileMethod, double...)] by
  /// [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] quantile(double... q) {
    return quantile(QuantileMethod.LINEAR, q);
  }

  /// A quantile of all items, `np.quantile(a, q, method=…)` for a single `q`, in bounded memory:
  /// items are passed up to four times.
  ///
  /// It has the bits of NumPy's: of `f2` and `f4` it is computed in that dtype, of integers in
  /// double precision, and beside an infinite item interpolation gives NaN. Where NumPy goes wrong
  /// it differs: differences of signed integers do not wrap, and the largest of more than 65519
  /// `f2` is no NaN. Booleans are 0 and 1, which NumPy interpolates for medians only. Negative
  /// zeros stand before positive ones, which NumPy does not order. Long doubles count as their
  /// nearest doubles.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantile, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double quantile(QuantileMethod method, double q) {
    return new Quantiles(self(), realKind(), false).one(method, q);
  }

  /// Quantiles of all items, `np.quantile(a, [q, …], method=…)`, all of them in the same few
  /// passes: four for few of them, up to a dozen for very many.
  ///
  /// As one quantile, but with several NumPy computes in double precision: what is between two
  /// items of `f2` or `f4`, whose difference alone is rounded to their dtype, is not rounded.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN if an item is
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or there are no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] quantile(QuantileMethod method, double... q) {
    return new Quantiles(self(), realKind(), false).all(method, q);
  }

  /// A quantile of what is not NaN, `np.nanquantile(a, q)`.
  ///
  /// @param q from 0 to 1
  /// @return the quantile, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanQuantile(double q) {
    return nanQuantile(QuantileMethod.LINEAR, q);
  }

  /// Quantiles of what is not NaN, `np.nanquantile(a, [q, …])`.
  ///
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] nanQuantile(double... q) {
    return nanQuantile(QuantileMethod.LINEAR, q);
  }

  /// A quantile of what is not NaN, `np.nanquantile(a, q, method=…)`.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantile, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanQuantile(QuantileMethod method, double q) {
    return new Quantiles(self(), realKind(), true).one(method, q);
  }

  /// Quantiles of what is not NaN, `np.nanquantile(a, [q, …], method=…)`.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @return the quantiles in the same order, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double[] nanQuantile(QuantileMethod method, double... q) {
    return new Quantiles(self(), realKind(), true).all(method, q);
  }

  /// The median of all items, `np.median(a)`: the item in the middle, or the mean of the two that
  /// are there, of `f2` and `f4` rounded to that dtype. In bounded memory, as a quantile.
  ///
  /// @return the median, NaN if an item is, and of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double median() {
    return new Quantiles(self(), realKind(), false).median();
  }

  /// The median of what is not NaN, `np.nanmedian(a)`, see [#median()].
  ///
  /// @return the median, NaN of nothing
  /// @throws DTypeException if the items are not real numbers
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final double nanMedian() {
    return new Quantiles(self(), realKind(), true).median();
  }

  // ---- quantiles along axes

  /// A quantile along axes, `np.quantile(a, q, axis=…)`: as [#quantileAlong(QuantileMethod, double,
  /// int, int...)] by [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, an axis is given twice, or a
  ///   result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(double q, int axis, int... more) {
    return quantileAlong(QuantileMethod.LINEAR, q, axis, more);
  }

  /// Quantiles along axes, `np.quantile(a, [q, …], axis=…)`: as [#quantileAlong(QuantileMethod,
  /// double\[\], int, int...)] by [QuantileMethod#LINEAR].
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory: an axis as long as `q`, then the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, an axis is given twice, or
  ///   a result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(double[] q, int axis, int... more) {
    return quantileAlong(QuantileMethod.LINEAR, q, axis, more);
  }

  /// A quantile along axes, `np.quantile(a, q, axis=…, method=…)` for a single `q`: for each result
  /// what [#quantile(QuantileMethod, double)] finds among its items, with the same bits. The name
  /// is not the same because `quantile(0, 1)` are two quantiles.
  ///
  /// Up to 131072 items of a result are brought into memory and sorted, at most 8 MiB of them for
  /// each thread; with more, the items of each result are passed up to four times.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, in C order: `f2` or `f4` of such
  ///   items, else `f8`, also where NumPy keeps integers or long doubles; NaN where an item of the
  ///   result is
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, an axis is given twice, or a
  ///   result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(QuantileMethod method, double q, int axis, int... more) {
    return AxisQuantiles.one(self(), realKind(), false, method, q, axes(axis, more));
  }

  /// Quantiles along axes, `np.quantile(a, [q, …], axis=…, method=…)`: for each result what
  /// [#quantile(QuantileMethod, double...)] finds among its items, with the same bits.
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array of `f8` in memory in C order: an axis as long as `q`, then the axes that
  ///   are left; NaN where an item of the result is
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, an axis is given twice, or
  ///   a result has no items
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> quantileAlong(QuantileMethod method, double[] q, int axis, int... more) {
    return AxisQuantiles.all(self(), realKind(), false, method, q, axes(axis, more));
  }

  /// A quantile of what is not NaN along axes, `np.nanquantile(a, q, axis=…)`.
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(double q, int axis, int... more) {
    return nanQuantileAlong(QuantileMethod.LINEAR, q, axis, more);
  }

  /// Quantiles of what is not NaN along axes, `np.nanquantile(a, [q, …], axis=…)`.
  ///
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory: an axis as long as `q`, then the axes that are left
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(double[] q, int axis, int... more) {
    return nanQuantileAlong(QuantileMethod.LINEAR, q, axis, more);
  }

  /// A quantile of what is not NaN along axes, `np.nanquantile(a, q, axis=…, method=…)`, see
  /// [#quantileAlong(QuantileMethod, double, int, int...)].
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(QuantileMethod method, double q, int axis, int... more) {
    return AxisQuantiles.one(self(), realKind(), true, method, q, axes(axis, more));
  }

  /// Quantiles of what is not NaN along axes, `np.nanquantile(a, [q, …], axis=…, method=…)`, see
  /// [#quantileAlong(QuantileMethod, double\[\], int, int...)].
  ///
  /// @param method which number it is between two items
  /// @param q from 0 to 1
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array of `f8` in memory: an axis as long as `q`, which NumPy leaves out of an
  ///   array without items, then the axes that are left; NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if one of `q` lies outside 0 to 1, or an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanQuantileAlong(
      QuantileMethod method, double[] q, int axis, int... more) {
    return AxisQuantiles.all(self(), realKind(), true, method, q, axes(axis, more));
  }

  /// Medians along axes, `np.median(a, axis=…)`: for each result what [#median()] finds among its
  /// items, with the same bits, in the memory of [#quantileAlong(QuantileMethod, double, int,
  /// int...)].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, in C order: `f2` or `f4` of such
  ///   items, else `f8`, also of long doubles; NaN where an item of the result is, and of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> median(int axis, int... more) {
    return AxisQuantiles.median(self(), realKind(), false, axes(axis, more));
  }

  /// Medians of what is not NaN along axes, `np.nanmedian(a, axis=…)`, see [#median(int, int...)].
  ///
  /// @param axis an axis that disappears, negative ones counted from the end
  /// @param more others
  /// @return a new array in memory of the axes that are left, NaN of nothing
  /// @throws IndexOutOfBoundsException if an axis is below `-rank()` or not below `rank()`
  /// @throws DTypeException if the items are not real numbers
  /// @throws IllegalArgumentException if an axis is given twice
  /// @throws java.util.ConcurrentModificationException if items were seen to change between passes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> nanMedian(int axis, int... more) {
    return AxisQuantiles.median(self(), realKind(), true, axes(axis, more));
  }

  private static int[] axes(int axis, int... more) {
    int[] axes = new int[more.length + 1];
    axes[0] = axis;
    System.arraycopy(more, 0, axes, 1, more.length);
    return axes;
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
