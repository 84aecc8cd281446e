package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;

/// Items picked by positions that are data: indices, coordinates, masks.
///
/// Positions count from 0, negative ones from the end, as in NumPy: along an axis of size n, from
/// `-n` to `n - 1`. All are checked before anything is written. New arrays are in memory, in C
/// order, with the dtype of the view; they need as much memory as they have bytes.
///
/// **Cold files.** Before a batch of scattered places is touched, the system is asked to read all
/// of it, in windows of at most 4096 places and some MiB, in ascending order and neighbours
/// together, unless samples show that it is in memory already.
///
/// **Order of access.** Items are visited in the order of the indices, unless the view's
/// [Execution#sortingAccesses] lets them be visited in ascending order of where they lie; the
/// results are the same.
///
/// **Progress and pages**, as the view's [Execution] says: takes, gathers and scatters tell the
/// items that they have moved, selections those that the mask lies over, whether set or not. What
/// they have passed of the view, of a mask, of values and of a target in C order is given back.
///
/// **Threads.** What picks items is split over the threads of the view's [Execution]; what stores
/// them is not, because later values win over earlier ones. An operation on many items ends early,
/// with [OperationInterruptedException], when the calling thread is interrupted.
///
/// @param <V> the leaf itself
public abstract sealed class ViewSelection<V extends NdView<V>> extends ViewDistributions<V>
    permits NdView {

  ViewSelection(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewSelection(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  // ---- by positions

  /// The items at positions of one axis, `numpy.take(a, indices, axis)`: item `(…, k, …)` of the
  /// result is item `(…, indices[k], …)` of this view.
  ///
  /// @param indices positions on the axis, in any order and as often as wanted
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a new array, in which the axis is as long as `indices`
  /// @throws IndexOutOfBoundsException if there is no such axis, or a position lies outside it,
  ///   naming axis, position and size
  /// @throws IllegalArgumentException if the result exceeds 2⁶³-1 bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V take(long[] indices, int axis) {
    return own(Gathering.fresh(Batches.along(self(), indices, axis)));
  }

  /// The items at positions of one axis, see [#take(long\[\], int)].
  ///
  /// @param indices positions on the axis
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param target where they go, in any layout and byte order; it may share memory with this view
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if there is no such axis, or a position lies outside it
  /// @throws IllegalArgumentException if the target has not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void take(long[] indices, int axis, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.along(self(), indices, axis), target);
  }

  /// The items at positions counted in C order, `a.take(indices)` or `a.ravel()[indices]` in NumPy.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @return a new array of rank 1, as long as `indices`
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V gather(long[] indices) {
    return own(Gathering.fresh(Batches.flat(self(), indices)));
  }

  /// The items at positions counted in C order, see [#gather(long\[\])].
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param target where they go, of rank 1 and as long as `indices`
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws IllegalArgumentException if the target has not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void gather(long[] indices, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.flat(self(), indices), target);
  }

  /// The items at coordinates, `a[i, j, …]` with arrays of integers in NumPy.
  ///
  /// @param coordinates for each of the first axes its positions, all equally many; item k is at
  ///   `(coordinates[0][k], coordinates[1][k], …)`
  /// @return a new array: one axis as long as the coordinates, then the axes that have none
  /// @throws IndexOutOfBoundsException if a position lies outside its axis, naming axis, position
  ///   and size
  /// @throws IllegalArgumentException if there are coordinates for no axis or for more axes than
  ///   there are, or not equally many for all
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V gatherAt(long[]... coordinates) {
    return own(Gathering.fresh(Batches.at(self(), coordinates)));
  }

  /// The items at coordinates, see [#gatherAt(long\[\]...)].
  ///
  /// @param coordinates for each of the first axes its positions, all equally many
  /// @param target where they go
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the coordinates do not fit this view, or the target has
  ///   not the shape of the result, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void gatherAt(long[][] coordinates, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.at(self(), coordinates), target);
  }

  /// Stores items at positions counted in C order, `a.flat[indices] = values` in NumPy: one after
  /// the other, so that the last one stays where a position comes twice.
  ///
  /// @param indices from `-itemCount()` to `itemCount() - 1`
  /// @param values of rank 1 and as long as `indices`, or of rank 0 for all of them
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside
  /// @throws IllegalArgumentException if the values have another shape, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items are stored then
  public final void scatter(long[] indices, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.flat(self(), indices), values);
  }

  /// Stores items at coordinates, `a[i, j, …] = values` with arrays of integers in NumPy: one after
  /// the other, so that the last one stays where a place comes twice.
  ///
  /// @param coordinates for each of the first axes its positions, all equally many
  /// @param values of the shape that [#gatherAt(long\[\]...)] returns, or of rank 0 for all places
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws IndexOutOfBoundsException if a position lies outside its axis
  /// @throws IllegalArgumentException if the coordinates do not fit this view, or the values have
  ///   another shape, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items are stored then
  public final void scatterAt(long[][] coordinates, NdView<?> values) {
    requireWritable();
    Scattering.store(Batches.at(self(), coordinates), values);
  }

  // ---- by masks

  /// The items where a mask is set, in C order, `a[mask]` in NumPy.
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes; every byte but 0
  ///   is set
  /// @return a new array: one axis, as long as the mask is often set, then the axes that it has not
  /// @throws DTypeException if the mask does not hold `bool`
  /// @throws IllegalArgumentException if its shape is not that of the first axes, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(ByteView mask) {
    return own(MaskSelection.fresh(self(), mask));
  }

  /// The items where a mask is set, see [#select(ByteView)], at the front of an array that may be
  /// used again and again.
  ///
  /// @param mask items of `bool`, in the shape of this view or of its first axes
  /// @param target one axis, at least as long as the mask is often set, then the axes that the mask
  ///   has not; what is behind the selected items stays as it is
  /// @return how often the mask is set
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the mask does not hold `bool`, or if the dtypes of this view and the
  ///   target differ in more than byte order and padding
  /// @throws IllegalArgumentException if the shape of the mask is not that of the first axes, or
  ///   the target has not the shape described
  /// @throws MappingFaultException if the memory of one of the three cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long select(ByteView mask, NdView<?> target) {
    target.requireWritable();
    return MaskSelection.into(self(), mask, target);
  }

  /// The items for which a comparison with a number holds, in C order, `a[a > value]` and its like
  /// in NumPy: `a.select(a.compare(how, value))`.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @return a new array of rank 1
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(Comparison how, double value) {
    return own(RangeSelection.fresh(self(), range(how, value)));
  }

  /// The items for which a comparison with an integer holds, see [#select(Comparison, double)];
  /// compared as [#compare(Comparison, long)] does, 64-bit integers exactly.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @return a new array of rank 1
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final V select(Comparison how, long value) {
    return own(RangeSelection.fresh(self(), range(how, value)));
  }

  /// The items for which a comparison with a number holds, see [#select(Comparison, double)], at
  /// the front of an array that may be used again and again. The items are looked through once, and
  /// no mask is made, if the array has room for all of them, the same byte order, no gaps and no
  /// memory of this view, neighbours of this view are at most 64 bytes apart, and one thread does
  /// it.
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @param target of rank 1 and at least as long as there are such items; what is behind them
  ///   stays as it is
  /// @return how many there are
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target has not rank 1 or is too short, naming both
  ///   shapes; it is as it was then
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed; some items
  ///   may be in the target then
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items may be in the target then
  public final long select(Comparison how, double value, NdView<?> target) {
    target.requireWritable();
    return RangeSelection.into(self(), range(how, value), target);
  }

  /// The items for which a comparison with an integer holds, see [#select(Comparison, long)], at
  /// the front of an array that may be used again and again; see [#select(Comparison, double,
  /// NdView)].
  ///
  /// @param how such as `GREATER`
  /// @param value what stands on the right
  /// @param target of rank 1 and at least as long as there are such items
  /// @return how many there are
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or if the
  ///   dtypes of this view and the target differ in more than byte order
  /// @throws IllegalArgumentException if the target has not rank 1 or is too short, naming both
  ///   shapes; it is as it was then
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed; some items
  ///   may be in the target then
  /// @throws OperationInterruptedException if the thread is interrupted between two parts; some
  ///   items may be in the target then
  public final long select(Comparison how, long value, NdView<?> target) {
    target.requireWritable();
    return RangeSelection.into(self(), range(how, value), target);
  }

  /// Where the items are that are not zero, in C order, `numpy.nonzero(a)`. A NaN is not zero; a
  /// complex number is unless both parts are, a structure unless all fields are, text unless it has
  /// none but NULs.
  ///
  /// @return for each axis the positions, as [#gatherAt(long\[\]...)] takes them
  /// @throws IllegalArgumentException if the rank is 0, as in NumPy, or there are more places than
  ///   a Java array holds
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[][] nonZero() {
    if (rank == 0) {
      throw new IllegalArgumentException(
          backing.name() + ": an array of rank 0 has no coordinates; take newAxis(0) first");
    }
    return dtype.equals(DType.BOOL)
        ? MaskSelection.coordinates(self().as(ByteView.class), execution)
        : NonZeroPlaces.of(self());
  }

  /// Compares every item with a number, as `a < value` and its like in NumPy with a number of
  /// Python: the number is rounded to a narrower floating-point dtype first, integers are compared
  /// as doubles.
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @return a new array of `bool` of this shape, for [#select]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, double value) {
    return Masks.of(self(), range(how, value));
  }

  /// Compares every item with an integer, as `a < value` and its like in NumPy with an integer of
  /// Python: integers exactly, also where the dtype cannot hold the value, others as
  /// [#compare(Comparison, double)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @return a new array of `bool` of this shape, for [#select]
  /// @throws DTypeException if the items are not real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, long value) {
    return Masks.of(self(), range(how, value));
  }

  /// Compares every item with a number into a mask that is there already, see [#compare(Comparison,
  /// double)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @param mask receives `bool`, in the shape of this view
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or those of
  ///   the mask not `bool`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void compare(Comparison how, double value, ByteView mask) {
    mask.requireWritable();
    Masks.into(self(), range(how, value), mask);
  }

  /// Compares every item with an integer into a mask that is there already, see
  /// [#compare(Comparison, long)].
  ///
  /// @param how such as `LESS`
  /// @param value what stands on the right
  /// @param mask receives `bool`, in the shape of this view
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items are not real numbers of at most eight bytes, or those of
  ///   the mask not `bool`
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void compare(Comparison how, long value, ByteView mask) {
    mask.requireWritable();
    Masks.into(self(), range(how, value), mask);
  }

  /// Compares the items of this view with those of another, as `a < b` and its like in NumPy.
  ///
  /// **Numbers** of any two dtypes are compared as NumPy 2 promotes them: integers exactly, also
  /// `i8` with `u8`; integers of 64 bits that meet `f2`, `f4` or `f8` as doubles; complex numbers
  /// by their real parts first, and by their imaginary ones where those are equal. **Times** of one
  /// kind are compared exactly, whatever their units; spans of years or months only with one
  /// another, and times without unit only with their like; integers (but `u8`) and booleans are
  /// spans of the unit that they meet. **Text** is compared with text by its code points, bytes
  /// (`S`) with bytes, both without the NULs at their ends. **Voids** of one length are equal or
  /// not, byte by byte. NaN, and a time that is none, are different from everything and in no other
  /// relation to anything.
  ///
  /// **Structures** are equal if all their fields are, and of a subarray all items; they have no
  /// order. Both need the same field names and titles in the same order, wherever the fields stand,
  /// and each pair of fields a common dtype in NumPy. There text has one with numbers and with
  /// bytes, and points in time with spans, and such pairs are never equal.
  ///
  /// @param how such as `LESS`
  /// @param other what stands on the right; it and this view are repeated along axes of length 1
  ///   and missing first ones
  /// @return a new array of `bool` of the shape that both are repeated to, for [#select]
  /// @throws DTypeException if the items cannot be compared: structures with anything else, without
  ///   a common dtype or by their order, voids of unlike length or by their order, points in time
  ///   with numbers or spans, spans with other numbers, text with anything else, naming both
  /// @throws IllegalArgumentException if the shapes do not broadcast together, naming both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final ByteView compare(Comparison how, NdView<?> other) {
    return ViewComparison.of(self(), how, other);
  }

  /// Compares the items of this view with those of another into a mask that is there already, as
  /// `numpy.less(a, b, out=m)` and its like; see [#compare(Comparison, NdView)].
  ///
  /// @param how such as `LESS`
  /// @param other what stands on the right
  /// @param mask receives `bool`; its shape is one that this view and the other are repeated to. It
  ///   may share memory with them: all is then as if they were read before it is written
  /// @throws ReadOnlyViewException if the mask is read-only
  /// @throws DTypeException if the items cannot be compared, or those of the mask are not `bool`
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the mask's, naming
  ///   both
  /// @throws MappingFaultException if the memory of one of the three cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void compare(Comparison how, NdView<?> other, ByteView mask) {
    mask.requireWritable();
    ViewComparison.into(self(), how, other, mask);
  }

  // ---- by order

  /// Where values belong in this sorted array, `numpy.searchsorted(a, values, side)`, by bisection
  /// in place. Two dtypes are compared as NumPy promotes them; NaN, and a time that is none, come
  /// behind all others. Values in ascending order touch the fewest pages.
  ///
  /// @param values of any shape
  /// @param side whether they belong before or behind items equal to them
  /// @return for each value, in C order, how many items come before it; meaningless if this array
  ///   is not in ascending order
  /// @throws IllegalArgumentException if the rank of this array is not 1, or there are more values
  ///   than a Java array holds
  /// @throws DTypeException if one of the two holds neither `bool`, real numbers of at most eight
  ///   bytes nor times, or if the times differ in kind or unit
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[] searchSorted(NdView<?> values, Side side) {
    return SortedSearch.find(self(), values, side);
  }

  /// Where values belong in this sorted array, see [#searchSorted(NdView, Side)].
  ///
  /// @param values numbers
  /// @param side whether they belong before or behind items equal to them
  /// @return for each value, how many items come before it
  /// @throws IllegalArgumentException if the rank of this array is not 1
  /// @throws DTypeException if it does not hold `bool` or real numbers of at most eight bytes
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final long[] searchSorted(double[] values, Side side) {
    return searchSorted(
        NdView.of(
            MemorySegment.ofArray(values),
            DType.FLOAT64,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY),
        side);
  }

  private NumberRange range(Comparison how, double value) {
    return NumberRange.of(Masks.comparable(self()), how, value);
  }

  private NumberRange range(Comparison how, long value) {
    return NumberRange.of(Masks.comparable(self()), how, value);
  }

  private V own(NdView<?> fresh) {
    return with(fresh.segment, fresh.strided, dtype, fresh.backing, execution);
  }
}
