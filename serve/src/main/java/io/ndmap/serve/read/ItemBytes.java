package io.ndmap.serve.read;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.mmap.Pages;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.tree.OpenArray;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A body with the bytes of elements in C order, optionally after a header. Closing the body closes
/// the array.
public final class ItemBytes implements Answer.Sized {

  private final OpenArray array;
  private final NdView<?> items;
  private final DType dtype;
  private final byte[] head;

  /// @param array the array to close at the end
  /// @param items a view of the array
  /// @param dtype the dtype of the elements in the byte order to write
  /// @param head the bytes before the elements
  public ItemBytes(OpenArray array, NdView<?> items, DType dtype, byte... head) {
    this.array = array;
    this.items = items;
    this.dtype = dtype;
    this.head = head.clone();
  }

  @Override
  public long length() {
    return head.length + items.itemCount() * dtype.itemsize();
  }

  @Override
  public void fill(ByteBuffer target, long first) {
    long end = first + target.remaining();
    if (first < head.length) {
      int from = Math.toIntExact(first);
      target.put(head, from, (int) Math.min(head.length, end) - from);
    }
    if (end > head.length) {
      data(target, Math.max(0, first - head.length), end - head.length);
    }
  }

  /// Copies whole elements directly into the target, and partial elements through a temporary
  /// array.
  private void data(ByteBuffer target, long first, long end) {
    int itemsize = dtype.itemsize();
    long item = first / itemsize;
    long whole = end / itemsize;
    if (first > item * itemsize) {
      cut(target, item, first, end);
      item++;
    }
    if (item < whole) {
      for (Box box : FlatRange.boxes(items.shape(), item, whole)) {
        copy(items.slice(box), target);
      }
    }
    if (item <= whole && end > whole * itemsize) {
      cut(target, whole, whole * itemsize, end);
    }
  }

  /// Copies the bytes of one element that are within `first` (inclusive) to `end` (exclusive).
  /// Offsets are counted from the first element.
  private void cut(ByteBuffer target, long item, long first, long end) {
    int itemsize = dtype.itemsize();
    byte[] bytes = new byte[itemsize];
    for (Box box : FlatRange.boxes(items.shape(), item, item + 1)) {
      copy(items.slice(box), ByteBuffer.wrap(bytes));
    }
    int from = (int) (first - item * itemsize);
    target.put(bytes, from, (int) Math.min(itemsize, end - item * itemsize) - from);
  }

  private void copy(NdView<?> part, ByteBuffer target) {
    var _ = Pages.populate(part);
    int count = Math.toIntExact(part.itemCount() * dtype.itemsize());
    int at = target.position();
    MemorySegment memory = MemorySegment.ofBuffer(target.slice(at, count));
    part.copyTo(NdView.of(memory, dtype, part.shape(), Order.C));
    target.position(at + count);
  }

  @Override
  public void close() {
    array.close();
  }
}
