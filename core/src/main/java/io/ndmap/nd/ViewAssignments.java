package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;

/// One item for all places, or items for each: `a[...] = x` in NumPy.
///
/// @param <V> the leaf itself
public abstract sealed class ViewAssignments<V extends NdView<V>> extends ViewCopies<V>
    permits ViewArithmetic {

  ViewAssignments(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewAssignments(ItemAccess source, Strided strided) {
    super(source, strided);
  }

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
}
