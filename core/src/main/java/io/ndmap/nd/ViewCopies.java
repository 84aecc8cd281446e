package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import java.lang.foreign.MemorySegment;
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
  /// @param target where the items go
  /// @throws IllegalArgumentException if the shapes differ, naming both
  /// @throws DTypeException if the dtypes differ in more than byte order and padding, naming both
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
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
  public final void copyFrom(NdView<?> source) {
    ViewCopy.copy(source, self(), execution);
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
