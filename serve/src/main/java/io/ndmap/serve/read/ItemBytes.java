package io.ndmap.serve.read;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.tree.OpenArray;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// The bytes of items in C order, from any of them on, perhaps behind others: the body of an
/// answer. Closing it closes the array.
public final class ItemBytes implements Answer.Body {

  private final OpenArray array;
  private final NdView<?> items;
  private final DType dtype;
  private final byte[] head;

  /// @param array what is closed in the end
  /// @param items a view of it
  /// @param dtype what the items are written as: theirs in some byte order
  /// @param head what comes before them
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
  public void write(OutputStream out, long first, long count) throws IOException {
    long end = first + count;
    if (first < head.length) {
      int from = Math.toIntExact(first);
      out.write(head, from, (int) Math.min(head.length, end) - from);
    }
    if (end > head.length) {
      data(out, Math.max(0, first - head.length), end - head.length);
    }
  }

  private void data(OutputStream out, long first, long end) throws IOException {
    int itemsize = dtype.itemsize();
    long item = first / itemsize;
    long lastItem = (end + itemsize - 1) / itemsize;
    long skip = first - item * itemsize;
    for (Box box : FlatRange.boxes(items.shape(), item, lastItem)) {
      byte[] bytes = bytes(items.slice(box));
      int from = (int) Math.min(skip, bytes.length);
      int to = (int) Math.min(bytes.length, end - item * itemsize);
      out.write(bytes, from, Math.max(0, to - from));
      skip -= from;
      item += box.itemCount();
    }
  }

  private byte[] bytes(NdView<?> part) {
    Populate.read(part);
    byte[] bytes = new byte[Math.toIntExact(part.itemCount() * dtype.itemsize())];
    part.copyTo(NdView.of(MemorySegment.ofArray(bytes), dtype, part.shape(), Order.C));
    return bytes;
  }

  @Override
  public void close() {
    array.close();
  }
}
