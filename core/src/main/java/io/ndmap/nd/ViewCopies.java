package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/// Items on their way from one view to another, and to and from Java arrays.
///
/// @param <V> the leaf itself
public abstract sealed class ViewCopies<V extends NdView<V>> extends ViewAlgebra<V>
    permits ViewArithmetic {

  ViewCopies(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
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

  final int arrayLength() {
    if (itemCount() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          backing.name()
              + ": "
              + itemCount()
              + " items of shape "
              + shape()
              + " are more than a Java array holds");
    }
    return (int) itemCount();
  }

  /// Copies every item into another view of the same shape, whatever the layouts and byte orders of
  /// the two. Where they share memory the result is as if all items were read before the first is
  /// written (by way of a copy of the items outside the heap, for which there must be memory); two
  /// mappings of one file are not seen to share it.
  ///
  /// Runs as the execution of this view says (see [NdView#on]): on several threads, dropping behind
  /// what was copied where both pass through a file from start to end.
  ///
  /// @param target where the items go
  /// @throws IllegalArgumentException if the shapes differ, naming both
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
