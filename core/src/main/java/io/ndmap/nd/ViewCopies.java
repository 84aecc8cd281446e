package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// Items on their way from one view to another, and to and from Java arrays.
///
/// @param <V> the leaf itself
public abstract sealed class ViewCopies<V extends NdView<V>> extends ViewAlgebra<V>
    permits ViewArithmetic {

  ViewCopies(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewCopies(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// A part of a Java array of this leaf's carriers, seen with the shape of this view.
  final V carriers(MemorySegment array, int length, int start) {
    if (start < 0 || itemCount() > length - start) {
      throw new IndexOutOfBoundsException(
          "the "
              + itemCount()
              + " items of shape "
              + shape()
              + " do not fit an array of "
              + length
              + " from index "
              + start
              + " on");
    }
    DType inMemory = dtype.withByteOrder(ByteOrder.nativeOrder());
    Strided where = Strided.contiguous(shape(), dtype.itemsize(), Order.C);
    return with(
        array, where.shift((long) start * dtype.itemsize()), inMemory, Backing.MEMORY, execution);
  }

  final int requireLength(int length) {
    if (length != itemCount()) {
      throw new IllegalArgumentException(
          "an array of "
              + length
              + " carriers does not match the "
              + itemCount()
              + " items of shape "
              + shape());
    }
    return length;
  }

  /// A Java array for all items.
  ///
  /// @param make makes one of a length
  final <A> A newArray(IntFunction<A> make) {
    if (itemCount() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          backing.name()
              + ": "
              + itemCount()
              + " items of shape "
              + shape()
              + " are more than a Java array holds; take them in parts, as by slice(axis, start,"
              + " stop)");
    }
    try {
      return make.apply((int) itemCount());
    } catch (OutOfMemoryError e) {
      throw Fresh.outOfMemory("on the heap", dtype, shape(), "-Xmx", e);
    }
  }

  /// Copies every item into another view of the same shape, whatever the layouts and byte orders of
  /// the two. Where items of both share bytes, which is decided exactly, the result is as if all
  /// were read before the first is written: they are copied in the order in which none is
  /// overwritten before, or by way of a copy of at most 64 MiB. Two mappings of one file are not
  /// seen to share any.
  ///
  /// Runs as the execution of this view says (see [NdView#on]): on several threads, dropping behind
  /// what was copied where both pass through a file from start to end.
  ///
  /// @param target where the items go
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws OverlapException if there is neither such an order nor room; nothing is copied then
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted before the last part of
  ///   some MiB has begun; the parts before it are copied
  public final void copyTo(NdView<?> target) {
    ViewCopy.copy(self(), target, execution);
  }

  /// Copies every item of a view of the same shape into this one, see [#copyTo(NdView)].
  ///
  /// @param source where the items come from
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException as [#copyTo(NdView)]
  public final void copyFrom(NdView<?> source) {
    ViewCopy.copy(source, self(), execution);
  }

  // ---- copies that convert

  /// Copies every item into another view of the same shape, converted to its dtype, whatever the
  /// layouts and byte orders of the two; as `numpy.copyto(target, source, casting)`. The values are
  /// those of NumPy 2.4 on x86-64:
  ///
  /// - Integers wrap round. Floating-point numbers are truncated towards zero; what the target does
  ///   not hold, NaN too, becomes what the processor makes of it: the smallest number of 32 bits
  ///   for targets of up to 32 bits, its low bits for the narrower ones, the low bits of a 64-bit
  ///   integer for `u4`, the smallest number of 64 bits for `i8`. (NumPy's own result for `u4`
  ///   beyond ±2³¹ depends on the item's place in the array; here it does not.)
  /// - Floating-point numbers are rounded to nearest, ties to even, long doubles and integers on
  ///   their way to `f2` by way of `f4`. NaNs keep their sign and the upper bits of their payload.
  /// - Complex numbers lose their imaginary part; as truth values both parts count.
  /// - Times of one kind are rescaled in 64 bits that wrap round, rounding towards the past, dates
  ///   with years and months by the calendar, spans by the mean year; `NaT` stays. Otherwise times
  ///   are the integers that they are, and NaN becomes `NaT`.
  /// - Numbers become the text of Python's `str`, cut off at the item's length; text is read as
  ///   Python's `int`, `float`, `complex` and NumPy's dates read it; any text but the empty one is
  ///   true. Bytes are ASCII where they become text or come from it.
  /// - Void takes the bytes of an item in little-endian order, cut off or filled up with zeros.
  /// - Structures are converted field by field, by position and not by name; an item without fields
  ///   goes into all of them, and a structure of one field is that field. Subarrays are broadcast
  ///   against each other; where the source ends, zeros are filled in. Bytes between the fields
  ///   stay what they are.
  ///
  /// Where the two share memory the result is as if all items were read before the first is written
  /// (by way of a copy of the source); two mappings of one file are not seen to share it. Of a
  /// conversion that fails on the way some items may have been written.
  ///
  /// @param target where the items go
  /// @param casting which conversions are allowed; `SAME_KIND` is NumPy's default here
  /// @throws IllegalArgumentException if the shapes differ, naming both, or an item cannot be
  ///   converted, such as a text that is no number or a date that does not fit its text
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void copyTo(NdView<?> target, Casting casting) {
    ViewCast.copy(self(), target, casting);
  }

  /// Copies every item of a view of the same shape into this one, converted to its dtype, see
  /// [#copyTo(NdView, Casting)].
  ///
  /// @param source where the items come from
  /// @param casting which conversions are allowed
  /// @throws IllegalArgumentException if the shapes differ, naming both, or an item cannot be
  ///   converted
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final void copyFrom(NdView<?> source, Casting casting) {
    source.on(execution).copyTo(self(), casting);
  }

  /// A new array in memory with all items converted, as NumPy's `astype(dtype)`: with whatever
  /// conversion there is.
  ///
  /// @param newDtype what the items become, see [#astype(DType, Casting)]
  /// @return an array of the same shape
  /// @throws IllegalArgumentException if an item cannot be converted
  /// @throws DTypeException if there is no such conversion, naming both dtypes
  /// @throws MappingFaultException if this memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> astype(DType newDtype) {
    return astype(newDtype, Casting.UNSAFE);
  }

  /// A new array in memory with all items converted, as NumPy's `astype(dtype, casting=…)`; the
  /// values are those of [#copyTo(NdView, Casting)]. Its axes lie in memory in the order of this
  /// view's, without gaps.
  ///
  /// Bytes, text and void of length 0 become as long as items of this dtype need (`|S0` becomes
  /// `|S32` for `<f8`), and times without a unit take that of this dtype. The axes of a subarray
  /// come last in the new shape.
  ///
  /// @param newDtype what the items become
  /// @param casting which conversions are allowed
  /// @return an array that nobody else has, even where nothing is converted
  /// @throws IllegalArgumentException if an item cannot be converted
  /// @throws DTypeException if the rule forbids the conversion or there is none, naming both dtypes
  /// @throws MappingFaultException if this memory cannot be accessed
  /// @throws OperationInterruptedException if the calling thread is interrupted
  public final NdView<?> astype(DType newDtype, Casting casting) {
    return ViewCast.convert(self(), newDtype, casting);
  }

  /// A new array of the same items in C order, as `numpy.copy`. Small ones are in a Java array,
  /// larger ones outside the heap until nobody uses a view of them any longer.
  ///
  /// @return a writable view of the new array, of the same dtype
  /// @throws MappingFaultException if this view's memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile
  public final V copy() {
    return copy(Order.C);
  }

  /// A new array of the same items.
  ///
  /// @param order which axis of the new array varies fastest
  /// @return a writable view of the new array, of the same dtype
  /// @throws MappingFaultException if this view's memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile
  public final V copy(Order order) {
    NdView<?> fresh = Fresh.view(dtype, shape(), order);
    copyTo(fresh);
    return with(fresh.segment, fresh.strided, dtype, Backing.MEMORY, execution);
  }

  /// Copies every item into a buffer, from its position on: in C order, the bytes as they stand in
  /// the items of this view, whose byte order is kept whatever that of the buffer. The position
  /// moves behind them.
  ///
  /// @param target where the bytes go
  /// @throws IndexOutOfBoundsException if fewer bytes remain in the buffer than the items have
  /// @throws ReadOnlyViewException if the buffer is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied, the position stays
  public final void copyTo(ByteBuffer target) {
    long bytes = requireRoom(target.remaining(), "a buffer");
    copyTo(packed(MemorySegment.ofBuffer(target)));
    target.position(target.position() + (int) bytes);
  }

  /// Copies bytes from a buffer, from its position on, into the items in C order, as
  /// [#copyTo(ByteBuffer)] writes them. The position moves behind them.
  ///
  /// @param source where the bytes come from
  /// @throws IndexOutOfBoundsException if fewer bytes remain in the buffer than the items have
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied, the position stays
  public final void copyFrom(ByteBuffer source) {
    long bytes = requireRoom(source.remaining(), "a buffer");
    copyFrom(packed(MemorySegment.ofBuffer(source)));
    source.position(source.position() + (int) bytes);
  }

  /// Copies every item to the begin of a segment: in C order, the bytes as they stand in the items
  /// of this view, whose byte order is kept.
  ///
  /// @param target where the bytes go
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  /// @throws ReadOnlyViewException if the segment is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied
  public final void copyTo(MemorySegment target) {
    requireRoom(target.byteSize(), "a segment");
    copyTo(packed(target));
  }

  /// Copies the bytes at the begin of a segment into the items in C order, as
  /// [#copyTo(MemorySegment)] writes them.
  ///
  /// @param source where the bytes come from
  /// @throws IndexOutOfBoundsException if the segment has fewer bytes than the items
  /// @throws ReadOnlyViewException if this view is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted meanwhile; some items may
  ///   be copied
  public final void copyFrom(MemorySegment source) {
    requireRoom(source.byteSize(), "a segment");
    copyFrom(packed(source));
  }

  private long requireRoom(long room, String where) {
    long bytes = shape().byteSize(dtype.itemsize());
    if (bytes > room) {
      throw new IndexOutOfBoundsException(
          "the "
              + itemCount()
              + " items of "
              + dtype
              + " of shape "
              + shape()
              + " have "
              + bytes
              + " bytes and do not fit "
              + where
              + " with "
              + room);
    }
    return bytes;
  }

  /// Memory seen as a whole array in C order with the shape and items of this one.
  private NdView<?> packed(MemorySegment memory) {
    return NdView.of(memory, dtype, shape(), Order.C, Backing.MEMORY);
  }

  /// Hands over all items in C order, in parts of at most a given number of items.
  ///
  /// @param items the most items of a part, at least 1
  /// @param consumer takes each part, a view of this memory of any rank up to this one's
  /// @throws IllegalArgumentException if `items < 1`
  public final void forEachBlock(long items, Consumer<? super V> consumer) {
    if (items < 1) {
      throw new IllegalArgumentException("a block must have at least 1 item, found " + items);
    }
    if (itemCount() > 0) {
      forEachBlock(strided, items, consumer);
    }
  }

  private void forEachBlock(Strided part, long items, Consumer<? super V> consumer) {
    Shape shape = part.shape();
    if (shape.itemCount() <= items) {
      consumer.accept(at(part));
      return;
    }
    long rows = items / (shape.itemCount() / shape.size(0));
    for (long i = 0; i < shape.size(0); i += Math.max(1, rows)) {
      if (rows == 0) {
        forEachBlock(part.index(0, i), items, consumer);
      } else {
        consumer.accept(
            at(part.slice(0, new Index.Slice(i, Math.min(shape.size(0), i + rows), null))));
      }
    }
  }
}
