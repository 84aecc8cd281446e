package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.kernel.Operation;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;

/// Arithmetic on the items in place, one by one or with those of another view.
///
/// **Types** are NumPy's (NEP 50). What is computed in follows from the operands alone: from two
/// views what `numpy.result_type` says, from a view and a number the view's own dtype, but `f8`
/// from integers and a `double`. The results go into the target as `out=` takes them, by same-kind
/// casting: into the same kind or a more general one, also one of fewer bits. Integers wrap, `f2`
/// is computed as `f4` and rounded after each step, complex numbers as NumPy does on x86-64.
/// Booleans add up to their *or* and multiply to their *and*. Of times, those of one unit can be
/// added to and subtracted from one another, and spans multiplied and divided by numbers.
///
/// **Shapes** are broadcast: an operand is repeated along axes of length 1 and missing first ones
/// until it has the target's shape. **Overlap** of an operand and the target is no matter: the
/// result is as if all operands were read before the first result is written. Whether items share
/// bytes is decided exactly, so that columns side by side do not. Where they do, the items are
/// taken in an order in which none is overwritten before it is read, or copied first, if they have
/// at most 64 MiB; else the operation is refused with [OverlapException]. Two mappings of one file
/// are not seen to overlap.
///
/// The results have the same bits on every machine and for any [Execution] of the target, which
/// says how these operations run; only which NaN a NaN is, Java leaves open. An operation that ends
/// early, by a fault or an interrupt, leaves some results written.
///
/// @param <V> the leaf itself
public abstract sealed class ViewArithmetic<V extends NdView<V>> extends ViewCopies<V>
    permits ViewReductions {

  ViewArithmetic(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewArithmetic(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  // ---- one item for all places

  /// Stores a number in every place, as [#setDouble] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items are integers or booleans that cannot hold it
  /// @throws DTypeException if the items are not real numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(double value) {
    Filling.fill(self(), item -> item.setDouble(new long[0], value));
  }

  /// Stores an integer in every place, as [#setLong] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items cannot hold it exactly
  /// @throws DTypeException if the items are neither real numbers nor times
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(long value) {
    Filling.fill(self(), item -> item.setLong(new long[0], value));
  }

  /// Stores an integer of any size in every place, as [#setBigInteger] stores it in one.
  ///
  /// @param value the item
  /// @throws ArithmeticException if the items cannot hold it exactly
  /// @throws DTypeException if the items are neither real numbers nor times
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(BigInteger value) {
    Filling.fill(self(), item -> item.setBigInteger(new long[0], value));
  }

  /// Stores a truth value in every place, as [#setBoolean] stores it in one.
  ///
  /// @param value the item
  /// @throws DTypeException if the items are not real numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(boolean value) {
    Filling.fill(self(), item -> item.setBoolean(new long[0], value));
  }

  /// Stores text in every place, as [#setText] stores it in one.
  ///
  /// @param value the item
  /// @throws IllegalArgumentException if it is longer than the item, ends in a NUL, or is not ASCII
  ///   for bytes
  /// @throws DTypeException if the items are neither text nor bytes
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(String value) {
    Filling.fill(self(), item -> item.setText(new long[0], value));
  }

  /// Stores the bytes of an item, of any dtype, in every place, as [#setBytes] stores it in one.
  ///
  /// @param value the item
  /// @throws IllegalArgumentException if they are not as many as an item has, or for bytes (`S`)
  ///   more, or end in a NUL
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(byte[] value) {
    Filling.fill(self(), item -> item.setBytes(new long[0], value));
  }

  /// Stores a point in time in every place, as [#setInstant] stores it in one.
  ///
  /// @param value the item
  /// @throws java.time.DateTimeException if it is not a whole number of ticks
  /// @throws DTypeException if the items are not datetimes with a unit, or their ticks have no
  ///   length
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(Instant value) {
    Filling.fill(self(), item -> item.setInstant(new long[0], value));
  }

  /// Stores a span of time in every place, as [#setDuration] stores it in one.
  ///
  /// @param value the item
  /// @throws java.time.DateTimeException if it is not a whole number of ticks
  /// @throws DTypeException if the items are not timedeltas with a unit, in years or months, which
  ///   have no fixed length, or their ticks have none at all
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void fill(Duration value) {
    Filling.fill(self(), item -> item.setDuration(new long[0], value));
  }

  /// Copies the items of another view into this one, repeated along axes of length 1 and missing
  /// first ones, as `numpy.copyto(a, b, casting='no')` but for the byte order.
  ///
  /// @param source where the items come from
  /// @throws IllegalArgumentException if the source's shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void assign(NdView<?> source) {
    copyFrom(source.broadcastTo(shape()));
  }

  /// Converts the items of another view into this one, repeated along axes of length 1 and missing
  /// first ones, as `numpy.copyto(a, b, casting=casting)`; `a[...] = b` is [Casting#UNSAFE].
  ///
  /// @param source where the items come from
  /// @param casting which conversions are allowed
  /// @throws IllegalArgumentException if the source's shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the conversion is not allowed or does not exist, naming both dtypes
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void assign(NdView<?> source, Casting casting) {
    copyFrom(source.broadcastTo(shape()), casting);
  }

  // ---- with numbers and views, into a target

  /// Adds a number to every item.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, it is refused
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(double number, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, self(), (Number) number, target);
  }

  /// Adds a number to every item, see [#plus(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(long number, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, self(), (Number) number, target);
  }

  /// Adds two views, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void plus(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.PLUS, self(), other, target);
  }

  /// Takes a number from every item.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, it is refused
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(double number, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, self(), (Number) number, target);
  }

  /// Takes a number from every item, see [#minus(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(long number, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, self(), (Number) number, target);
  }

  /// Takes another view from this one, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void minus(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.MINUS, self(), other, target);
  }

  /// Multiplies every item by a number.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, the product loses its fraction
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(double number, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, self(), (Number) number, target);
  }

  /// Multiplies every item by a number, see [#times(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, of booleans as `i8`
  /// @param target takes the results
  /// @throws ArithmeticException if the items are integers and cannot hold the number
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(long number, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, self(), (Number) number, target);
  }

  /// Multiplies two views, item by item.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void times(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.TIMES, self(), other, target);
  }

  /// Divides every item by a number, as `numpy.divide` does: integers and booleans are divided as
  /// `f8`, so that the target must be one of floating-point items; by 0 it is infinite or NaN.
  ///
  /// @param number counts as an item of this dtype, but makes floating-point results of integers
  ///   and booleans; of times, the quotient loses its fraction
  /// @param target takes the results, a view of this shape or one that this one is repeated to; may
  ///   be this one
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target, see above
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(double number, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, self(), (Number) number, target);
  }

  /// Divides every item by a number, see [#dividedBy(double, NdView)].
  ///
  /// @param number counts as an item of this dtype, for integers and booleans as `f8`
  /// @param target takes the results
  /// @throws IllegalArgumentException if this shape cannot be repeated to the target's, naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(long number, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, self(), (Number) number, target);
  }

  /// Divides this view by another one, item by item, as `numpy.divide` does: integers and booleans
  /// as `f8`, so that the target must be one of floating-point items; by 0 it is infinite or NaN.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param target takes the results, a view of a shape that both are repeated to; may be one of
  ///   them
  /// @throws IllegalArgumentException if one of the shapes cannot be repeated to the target's,
  ///   naming both
  /// @throws DTypeException if the items are no numbers or times, or the results do not go into the
  ///   target
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the views cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void dividedBy(NdView<?> other, NdView<?> target) {
    Arithmetic.apply(Operation.DIVIDED_BY, self(), other, target);
  }

  /// Adds a multiple of other items to these, `a += s * b`: the product is rounded (or wraps) in
  /// the dtype it has in NumPy, then the sum.
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param factor counts as an item of the other dtype, but makes `f8` of integers and booleans
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the items are no numbers, or the sums do not go into this view
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void addScaled(NdView<?> other, double factor) {
    Arithmetic.addScaled(self(), other, factor);
  }

  /// Adds a multiple of other items to these, see [#addScaled(NdView, double)].
  ///
  /// @param other repeated along axes of length 1 and missing first ones
  /// @param factor counts as an item of the other dtype, of booleans as `i8`
  /// @throws ArithmeticException if the other items are integers and cannot hold the factor
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws DTypeException if the items are no numbers, or the sums do not go into this view
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void addScaled(NdView<?> other, long factor) {
    Arithmetic.addScaled(self(), other, factor);
  }

  /// Raises items below a bound to it, and lowers items above another, in place: `numpy.clip(a,
  /// low, high, out=a)`. NaN stays NaN; where the bounds cross, the upper one wins.
  ///
  /// @param low the least value; all items become NaN if it is
  /// @param high the largest value; all items become NaN if it is
  /// @throws DTypeException if the items are not real floating-point numbers
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void clip(double low, double high) {
    Arithmetic.clip(self(), low, high);
  }

  /// Raises items below a bound to it, and lowers items above another, in place, see [#clip(double,
  /// double)].
  ///
  /// @param low the least value, of times in ticks; may lie below all that items can be
  /// @param high the largest value, of times in ticks; may lie above all that items can be
  /// @throws ArithmeticException if the items are integers and all they can be lies below `low` or
  ///   above `high`
  /// @throws DTypeException if the items are neither real numbers nor times, or booleans
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void clip(long low, long high) {
    Arithmetic.clip(self(), low, high);
  }

  // ---- the caller's own loops

  /// Hands over the memory of the items, run by run, for a loop of the caller's own.
  ///
  /// Every item is in one run. They come in the order in which they stand in memory, not in C
  /// order; axes are merged where that makes runs longer, and no run has more than 65536 items.
  /// With an [Execution] of several threads runs come on several threads at once.
  ///
  /// A loop is as fast as those of this class if it meets one kind of memory (files, or Java arrays
  /// of one kind, but not both), has an `int` index, layouts that are constants, and a case of its
  /// own for items without gaps, whose stride is a constant; and if it sees native memory only, or
  /// Java arrays of one type only. Loops over integers HotSpot turns into vector instructions. Here
  /// is `a = 2 * a + 1` for little-endian `f8`:
  ///
  /// ```java
  /// static final ValueLayout.OfDouble F8 =
  ///     ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  ///
  /// static void run(MemorySegment memory, long offset, long stride, int count) {
  ///   if (stride == Double.BYTES) {
  ///     for (int i = 0; i < count; i++) {
  ///       long at = offset + ((long) i << 3);
  ///       memory.set(F8, at, 2 * memory.get(F8, at) + 1);
  ///     }
  ///   } else {
  ///     for (int i = 0; i < count; i++) {
  ///       long at = offset + i * stride;
  ///       memory.set(F8, at, 2 * memory.get(F8, at) + 1);
  ///     }
  ///   }
  /// }
  ///
  /// view.forEachRun(Example::run);
  /// ```
  ///
  /// @param consumer takes each run
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void forEachRun(RunConsumer consumer) {
    Runs.forEach(self(), consumer);
  }

  /// Hands over the memory of these items and of those of another view at the same places, run by
  /// run, see [#forEachRun(RunConsumer)].
  ///
  /// @param other repeated along axes of length 1 and missing first ones, with strides of 0
  /// @param consumer takes each pair of runs
  /// @throws IllegalArgumentException if the other shape cannot be repeated to this one, naming
  ///   both
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final void forEachRun(NdView<?> other, RunPairConsumer consumer) {
    Runs.forEach(self(), other, consumer);
  }
}
